#include "solvers/skat/ordering.hpp"

namespace kiebitz::solvers::skat {

const std::array<OrderingWeights, 2> kOrderingWeights{{
    {
#include "solvers/skat/suit_weights.inc"
    },
    {
#include "solvers/skat/grand_weights.inc"
    },
}};

}  // namespace kiebitz::solvers::skat
