#define KIEBITZ_BRIDGE_ARCH portable
#include "solvers/bridge/search.hpp"

namespace kiebitz::bridge {

std::unique_ptr<Engine> make_portable_engine(const SolverOptions& options) {
    return std::make_unique<portable::Search<>>(options);
}

}  // namespace kiebitz::bridge
