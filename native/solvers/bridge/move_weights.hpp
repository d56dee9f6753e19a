// Weights of the move order (see move_order.hpp), fitted to searched positions.
#pragma once

#include <cstdint>

namespace kiebitz::solvers::bridge {

extern const std::int8_t move_weights[];

}  // namespace kiebitz::solvers::bridge
