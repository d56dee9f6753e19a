// What lookup tables could bring at most (thesis figure 8.1): positions of so many cards are
// answered by somebody who knows them, up to a tolerance, and whose work is not counted.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_set>

#include "solvers/skat/engine.hpp"

namespace kiebitz::solvers::skat {

struct OracleOptions {
    int cards = 4;      // in each hand, at a trick boundary
    int tolerance = 0;  // the answer is the true value, give or take this
    int tells = 0;      // 1: on which ranks it rests; 2: also which cards the declarer wins
    // If any are named: only these fine splits with a leader are known (TrumpTable::cell_of), and
    // what tables of fewer cards know, where there are any.
    std::shared_ptr<const std::unordered_set<std::uint64_t>> cells;
};

/// Suit games and grand, with the oracle. Every answer stays exact.
std::unique_ptr<Engine> make_oracle_engine(const TrumpOptions& options, std::size_t memory,
                                           const OracleOptions& oracle);

}  // namespace kiebitz::solvers::skat
