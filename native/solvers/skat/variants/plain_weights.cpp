#include "solvers/skat/variants/plain_weights.hpp"

namespace kiebitz::solvers::skat::variants {

const std::array<OrderingWeights, 2> kPlainWeights{{
    {
#include "solvers/skat/variants/suit_weights_plain.inc"
    },
    {
#include "solvers/skat/variants/grand_weights_plain.inc"
    },
}};

}  // namespace kiebitz::solvers::skat::variants
