#include "solvers/skat/variants/structure_engine.hpp"

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/skat/variants/structure_table.hpp"

namespace kiebitz::solvers::skat::variants {

std::unique_ptr<Engine> make_structure_engine(const TrumpOptions& options, std::size_t memory) {
    return std::make_unique<TrumpEngine<StructureTable>>(options, StructureTable(options, memory));
}

}  // namespace kiebitz::solvers::skat::variants
