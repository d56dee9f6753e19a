#include "solvers/skat/variants/trump_constraints.hpp"

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/skat/variants/constraint_table.hpp"

namespace kiebitz::solvers::skat::variants {

std::unique_ptr<Engine> make_trump_constraint_engine(const TrumpOptions& options,
                                                     std::size_t memory) {
    return std::make_unique<TrumpEngine<ConstraintTable>>(options, ConstraintTable(memory));
}

}  // namespace kiebitz::solvers::skat::variants
