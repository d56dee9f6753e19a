#include "solvers/skat/trump_engine.hpp"

#include "solvers/skat/variants/plain_weights.hpp"
#include "solvers/skat/variants/structure_engine.hpp"
#include "solvers/skat/variants/trump_constraints.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

const OrderingWeights& weights_for(Kind kind, const TrumpOptions& options) {
    const auto number = static_cast<std::size_t>(kind);
    return options.fastest_cut_first ? kOrderingWeights[number] : variants::kPlainWeights[number];
}

std::unique_ptr<Engine> make_trump_engine(const TrumpOptions& options, std::size_t memory) {
    if (options.rank_constraints) return variants::make_trump_constraint_engine(options, memory);
    if (!options.rank_patterns) return variants::make_structure_engine(options, memory);
    if (options.lookup_tables) return make_table_engine(options, memory);
    return std::make_unique<TrumpEngine<PatternTable>>(options, PatternTable(memory));
}

}  // namespace kiebitz::solvers::skat
