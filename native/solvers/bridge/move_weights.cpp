#include "solvers/bridge/move_weights.hpp"

namespace kiebitz::solvers::bridge {

const std::int8_t move_weights[] = {
#include "solvers/bridge/move_weights.inc"
};

}  // namespace kiebitz::solvers::bridge
