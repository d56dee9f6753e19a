#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "checks.hpp"
#include "games/synthetic/prefix_tree.hpp"
#include "python_game.hpp"
#include "registry.hpp"
#include "search/alphabeta.hpp"
#include "search/minimum_proof.hpp"
#include "search/proof_graph.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace search;
using synthetic::PrefixTree;

PrefixTree prefix_tree(int least_branching, int most_branching, int damage, int noise, int depth,
                       std::uint64_t seed) {
    check_range("least_branching", least_branching, 1, PrefixTree::max_branching);
    check_range("most_branching", most_branching, least_branching, PrefixTree::max_branching);
    check_range("damage", damage, 0, 1'000'000);
    check_range("noise", noise, -1'000'000, 1'000'000);
    check_range("depth", depth, 1, 1000);
    return PrefixTree({least_branching, most_branching, damage, noise, depth}, seed);
}

/// The weights of an ordering: C, D, P below beta, and P by what a move was worth above beta.
using Weights = std::tuple<double, double, double, std::vector<double>>;

TwoSidedOptions options_of(int ordering, const Weights& weights, bool frontier_values,
                           bool frontier_sizes, bool exact_frontier, int table_bits,
                           std::uint64_t seed) {
    const auto& [size_weight, chance_weight, chance_below, chances] = weights;
    check_range("ordering", ordering, 0, 6);
    check_range("table_bits", table_bits, 0, 28);
    check(chance_below > 0 && chance_below <= 1, "chance_below must be above 0 and at most 1");
    check(chances.empty() || chances.size() == CutCounts::places,
          "trained chances are " + std::to_string(CutCounts::places));
    for (double chance : chances)
        check(chance > 0 && chance <= 1, "a chance must be above 0 and at most 1");
    TwoSidedOptions options;
    options.ordering = {static_cast<Ordering>(ordering),
                        size_weight,
                        chance_weight,
                        chance_below,
                        chances,
                        frontier_values,
                        frontier_sizes,
                        seed};
    options.exact_frontier = exact_frontier;
    options.table_entries = table_bits == 0 ? 0 : std::size_t{1} << table_bits;
    return options;
}

GameGraph checked_graph(const std::vector<bool>& white,
                        const std::vector<std::vector<std::uint32_t>>& children,
                        const std::vector<Score>& scores) {
    check(!white.empty(), "a graph has at least its root");
    check(white.size() == children.size() && white.size() == scores.size(),
          "a graph has a mover, a list of children and a score for each vertex");
    GameGraph graph;
    std::vector<bool> reached(white.size());
    reached[0] = true;
    for (std::size_t v = 0; v < white.size(); ++v) {
        check(reached[v], "vertex " + std::to_string(v) + " cannot be reached from vertex 0");
        for (std::uint32_t child : children[v]) {
            check(child > v && child < white.size(),
                  "vertex " + std::to_string(v) + " leads to " + std::to_string(child) +
                      ": an edge must lead to a higher vertex of the graph");
            reached[child] = true;
        }
        check(scores[v] > -infinite_score && scores[v] < infinite_score, "a score is out of range");
        graph.vertices.push_back({white[v], children[v], scores[v]});
    }
    return graph;
}

void check_effort(const ProofGraph& proof, bool minimax) {
    check(proof.choices(minimax) <= 1 << 22,
          "the graph has too many transpositions to try all proofs that they may take part in");
}

}  // namespace

void register_two_sided(nb::module_& core) {
    nb::module_ module =
        core.def_submodule("two_sided", "Search for two sides, and minimum proofs.");
    module.def(
        "prefix_value",
        [](int least_branching, int most_branching, int damage, int noise, int depth,
           std::uint64_t seed, const std::vector<Move>& path) {
            PrefixTree tree =
                prefix_tree(least_branching, most_branching, damage, noise, depth, seed);
            for (Move move : path) {
                check(!tree.is_over() && move < static_cast<Move>(tree.branching()),
                      "move " + std::to_string(move) + " is not legal here");
                tree.apply(move);
            }
            return std::tuple(tree.exact(0), tree.evaluate(0),
                              tree.is_over() ? 0 : tree.branching());
        },
        "least_branching"_a, "most_branching"_a, "damage"_a, "noise"_a, "depth"_a, "seed"_a,
        "path"_a,
        "The exact and the noisy value after a path, for the first player, and the number of "
        "moves.");
    module.def(
        "prefix_deepen",
        [](int least_branching, int most_branching, int damage, int noise, int depth,
           std::uint64_t seed, int algorithm, int ordering, const Weights& weights,
           bool frontier_values, bool frontier_sizes, bool exact_frontier, int table_bits) {
            // The tree goes on below the search, so that its frontier is evaluated, not scored.
            const PrefixTree tree =
                prefix_tree(least_branching, most_branching, damage, noise, depth + 1, seed);
            check_range("algorithm", algorithm, 0, 2);
            check_range("table_bits", table_bits, 1, 28);
            const auto options = options_of(ordering, weights, frontier_values, frontier_sizes,
                                            exact_frontier, table_bits, seed);
            nb::gil_scoped_release release;
            CutCounts counts;
            auto found = iterative_deepening(tree, static_cast<TwoSidedAlgorithm>(algorithm), depth,
                                             options, &counts);
            return std::tuple(found.value, std::move(found.nodes), counts.counted());
        },
        "least_branching"_a, "most_branching"_a, "damage"_a, "noise"_a, "depth"_a, "seed"_a,
        "algorithm"_a, "ordering"_a, "weights"_a, "frontier_values"_a, "frontier_sizes"_a,
        "exact_frontier"_a, "table_bits"_a,
        "Iterative deepening in a prefix value tree: the value, the nodes after each depth, and "
        "how "
        "many moves there were and how many cut, by their last value above beta.");
    module.def(
        "prefix_minimum_proof",
        [](int least_branching, int most_branching, int damage, int noise, int depth,
           std::uint64_t seed) {
            const PrefixTree tree =
                prefix_tree(least_branching, most_branching, damage, noise, depth, seed);
            nb::gil_scoped_release release;
            std::vector<std::uint64_t> sizes;
            for (int d = 1; d <= depth; ++d)
                sizes.push_back(MinimumProof<PrefixTree>().minimax(tree, d));
            return sizes;
        },
        "least_branching"_a, "most_branching"_a, "damage"_a, "noise"_a, "depth"_a, "seed"_a,
        "The size of the minimum proof tree of the first 1, 2, ... moves.");
    module.def(
        "search",
        [](nb::object state, int maximiser, int algorithm, int depth, int table_bits) {
            const PythonGame game(std::move(state));
            check(!game.is_over(), "the game is over");
            check_range("maximiser", maximiser, 0, game.players() - 1);
            check_range("algorithm", algorithm, 0, 2);
            check_range("depth", depth, 1, 10'000);
            auto options = options_of(0, {0, 0, 1, {}}, true, false, false, table_bits, 1);
            options.maximiser = maximiser;
            TwoSidedSearch<PythonGame> search(options);
            Score value = 0;
            switch (static_cast<TwoSidedAlgorithm>(algorithm)) {
                case TwoSidedAlgorithm::alpha_beta:
                    value = search.alpha_beta(game, -infinite_score, infinite_score, depth);
                    break;
                case TwoSidedAlgorithm::nega_scout:
                    value = search.nega_scout(game, -infinite_score, infinite_score, depth);
                    break;
                case TwoSidedAlgorithm::mtdf:
                    check_range("table_bits", table_bits, 1, 28);
                    value = search.mtdf(game, 0, depth);
                    break;
            }
            return std::pair(value, search.nodes());
        },
        "state"_a, "maximiser"_a, "algorithm"_a, "depth"_a, "table_bits"_a,
        "The value of a game written in Python, and the positions visited.");
    module.def(
        "minimum_target_proof",
        [](const std::vector<bool>& white, const std::vector<std::vector<std::uint32_t>>& children,
           const std::vector<Score>& scores, Score target) {
            const GameGraph graph = checked_graph(white, children, scores);
            nb::gil_scoped_release release;
            ProofGraph proof(graph);
            check_effort(proof, false);
            const bool holds = proof.target(target).has_value();
            return holds ? std::optional(proof.extract()) : std::nullopt;
        },
        "white"_a, "children"_a, "scores"_a, "target"_a,
        "What each vertex proves, as bits (1: at least, 2: at most), in a smallest proof that "
        "white "
        "gets at least the target; None if it does not.");
    module.def(
        "minimum_minimax_proof",
        [](const std::vector<bool>& white, const std::vector<std::vector<std::uint32_t>>& children,
           const std::vector<Score>& scores) {
            const GameGraph graph = checked_graph(white, children, scores);
            nb::gil_scoped_release release;
            ProofGraph proof(graph);
            check_effort(proof, true);
            proof.minimax();
            return proof.extract();
        },
        "white"_a, "children"_a, "scores"_a,
        "What each vertex proves in a smallest proof of the minimax value.");
}

}  // namespace kiebitz::bindings
