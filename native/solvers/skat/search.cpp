#include "solvers/skat/search_steps.hpp"

namespace kiebitz::solvers::skat {

template class Search<Kind::suit, PatternTable>;
template class Search<Kind::grand, PatternTable>;

}  // namespace kiebitz::solvers::skat
