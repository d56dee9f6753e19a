// How often an algorithm fails to find an optimal strategy on random trees (001 §4, §8.1, §8.3).
#pragma once

#include <cstdint>
#include <vector>

#include "games/synthetic/best_defence_tree.hpp"
#include "search/best_defence/algorithms.hpp"

namespace kiebitz::best_defence {

/// The random tree as a graph; the worlds are equally likely.
WorldGraph graph_of(const synthetic::BestDefenceTree& tree);

/// What one algorithm lost on a number of trees against a MIN with some knowledge.
struct Failures {
    std::uint64_t errors = 0;  // trees on which its strategy was not optimal
    double loss = 0.0;         // by how much, added up
};

/// For each of the levels of MIN's knowledge (how many worlds he sees) and each algorithm, the
/// failures on so many trees. The strategies are those of the algorithms, which all take MIN to
/// know the world; their worth and the optimum are against the MIN of the given knowledge. The
/// known worlds of a level are among those of every higher one.
std::vector<std::vector<Failures>> failures_on_random_trees(
    const synthetic::BestDefenceParameters& parameters, const std::vector<int>& known_worlds,
    const std::vector<SearchOptions>& algorithms, int trees, std::uint64_t seed);

}  // namespace kiebitz::best_defence
