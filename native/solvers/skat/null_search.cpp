#include "solvers/skat/null_search.hpp"

#include "solvers/skat/null_search_steps.hpp"

namespace kiebitz::solvers::skat {

template class NullSearch<LowestWinners>;

}  // namespace kiebitz::solvers::skat
