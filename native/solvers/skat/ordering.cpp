#include "solvers/skat/ordering.hpp"

namespace kiebitz::solvers::skat {

const OrderingWeights kOrderingWeights[2][2] = {
    {{
#include "solvers/skat/suit_weights_plain.inc"
     },
     {
#include "solvers/skat/suit_weights.inc"
     }},
    {{
#include "solvers/skat/grand_weights_plain.inc"
     },
     {
#include "solvers/skat/grand_weights.inc"
     }},
};

}  // namespace kiebitz::solvers::skat
