// Suit games and grand with the table by structures.
#pragma once

#include <cstddef>
#include <memory>

#include "solvers/skat/engine.hpp"

namespace kiebitz::solvers::skat::variants {

std::unique_ptr<Engine> make_structure_engine(const TrumpOptions& options, std::size_t memory);

}  // namespace kiebitz::solvers::skat::variants
