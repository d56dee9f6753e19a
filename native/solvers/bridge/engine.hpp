// The search engine behind the double-dummy solver.
//
// The search is compiled twice, once for any processor and once for those with AVX2 and BMI2, and
// the better one that runs here is taken. So what users install is portable and still fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "solvers/bridge/options.hpp"
#include "solvers/bridge/position.hpp"
#include "solvers/common.hpp"

namespace kiebitz::solvers::bridge {

class Engine {
  public:
    virtual ~Engine() = default;

    /// Which position is asked about. What was learnt in earlier positions with this trump is
    /// kept.
    virtual void load(const Position& position) = 0;
    /// Forgets everything learnt.
    virtual void forget() = 0;
    /// Whether North-South make `target` of the tricks left. When the player to move can force the
    /// answer, `decisive` becomes a card that does. Throws LimitReached, and can be used again.
    virtual bool makes(int target, Card& decisive) = 0;

    /// For all that is asked from now on; counting begins anew.
    virtual void set_limits(const Limits& limits) = 0;
    virtual const Budget& budget() const = 0;
    virtual std::uint64_t positions() const = 0;
    virtual std::size_t bytes() const = 0;
};

/// Engines for several threads, which share what they learn: all search the same deal with the same
/// trump, each in one thread. They end before this does.
class SharedEngines {
  public:
    virtual ~SharedEngines() = default;

    virtual std::unique_ptr<Engine> engine() = 0;
    virtual std::size_t bytes() const = 0;
};

/// `memory`: bytes that the table may use.
std::unique_ptr<Engine> make_engine(const Options& options, std::size_t memory);
/// The engine for any processor, for tests on machines that would not choose it.
std::unique_ptr<Engine> make_portable_engine(const Options& options, std::size_t memory);

std::unique_ptr<SharedEngines> make_shared_engines(const Options& options, std::size_t memory);
std::unique_ptr<SharedEngines> make_portable_shared_engines(const Options& options,
                                                            std::size_t memory);

}  // namespace kiebitz::solvers::bridge
