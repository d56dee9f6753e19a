#define KIEBITZ_BRIDGE_ARCH portable
#include "solvers/bridge/search.hpp"

namespace kiebitz::solvers::bridge {

std::unique_ptr<Engine> make_portable_engine(const Options& options, std::size_t memory) {
    return std::make_unique<portable::Search<>>(options, memory);
}

std::unique_ptr<SharedEngines> make_portable_shared_engines(const Options& options,
                                                            std::size_t memory) {
    return std::make_unique<portable::SharedSearch>(options, memory);
}

}  // namespace kiebitz::solvers::bridge
