// Weights of the order of cards that do not regard what a card costs: without fastest-cut-first.
#pragma once

#include "solvers/skat/ordering.hpp"

namespace kiebitz::solvers::skat::variants {

extern const std::array<OrderingWeights, 2> kPlainWeights;  // by Kind

}  // namespace kiebitz::solvers::skat::variants
