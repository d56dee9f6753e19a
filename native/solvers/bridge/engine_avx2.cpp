// Everything from outside is included before the target changes: inline functions of the standard
// library must not be compiled for a processor that the rest of the program may not run on.
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "cards/card_set.hpp"
#include "cards/compiler.hpp"
#include "cards/random.hpp"
#include "games/bridge/cards.hpp"
#include "solvers/bridge/engine.hpp"
#include "solvers/common.hpp"

#ifdef KIEBITZ_HAS_TARGET_FILES
#include <immintrin.h>
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#define KIEBITZ_BRIDGE_AVX2
#define KIEBITZ_BRIDGE_ARCH avx2
#include "solvers/bridge/search.hpp"
#endif

namespace kiebitz::solvers::bridge {

#ifdef KIEBITZ_BRIDGE_AVX2
namespace {

bool avx2_runs_here() {
    return KIEBITZ_CPU_SUPPORTS("avx2") && KIEBITZ_CPU_SUPPORTS("bmi2") &&
           KIEBITZ_CPU_SUPPORTS("popcnt");
}

}  // namespace
#endif

std::unique_ptr<Engine> make_engine(const Options& options, std::size_t memory) {
#ifdef KIEBITZ_BRIDGE_AVX2
    if (avx2_runs_here()) return std::make_unique<avx2::Search<>>(options, memory);
#endif
    return make_portable_engine(options, memory);
}

std::unique_ptr<SharedEngines> make_shared_engines(const Options& options, std::size_t memory) {
#ifdef KIEBITZ_BRIDGE_AVX2
    if (avx2_runs_here()) return std::make_unique<avx2::SharedSearch>(options, memory);
#endif
    return make_portable_shared_engines(options, memory);
}

}  // namespace kiebitz::solvers::bridge
