#include "solvers/skat/null_engine.hpp"

#include "solvers/skat/variants/rank_constraints.hpp"

namespace kiebitz::solvers::skat {

std::unique_ptr<Engine> make_null_engine(const NullOptions& options, std::size_t memory) {
    if (options.rank_constraints) return variants::make_rank_constraint_engine(options, memory);
    return std::make_unique<NullEngine<LowestWinners>>(options, memory);
}

}  // namespace kiebitz::solvers::skat
