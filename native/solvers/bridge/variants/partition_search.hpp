// Partition search with three memories (thesis §4.3): positions with all their ranks, classes by
// the lowest winning rank, and classes by single comparisons of two cards (rank-constrained
// search).
//
// A plain search beside the solver, for endings: no static bounds, so that every trick of a proof
// is searched and it names no more cards than it needs.
#pragma once

#include <cstdint>

#include "solvers/bridge/position.hpp"

namespace kiebitz::solvers::bridge::variants {

enum class Memory { all_ranks, lowest_winning_rank, comparisons };

struct PartitionOptions {
    Memory memory = Memory::lowest_winning_rank;
    /// After a card that failed: leave out those for which the same proof holds, not only touching
    /// ones.
    bool alike_cards = true;
    /// The card that beats what it has to, lowest first; else cards from the highest down.
    bool order = true;
};

struct PartitionAnswer {
    int tricks = 0;               // of North-South
    std::uint64_t nodes = 0;      // cards tried
    std::uint64_t positions = 0;  // between tricks
    std::uint64_t known = 0;      // of these, settled by the memory
    std::uint64_t stored = 0;     // classes
};

/// The position must be sound, and be one between two tricks.
PartitionAnswer partition_search(const Position& position, const PartitionOptions& options = {});

}  // namespace kiebitz::solvers::bridge::variants
