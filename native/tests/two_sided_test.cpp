// Two-sided search, its move orderings, and minimum proofs.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <vector>

#include "games/synthetic/prefix_tree.hpp"
#include "search/alphabeta.hpp"
#include "search/minimum_proof.hpp"
#include "search/proof_graph.hpp"

using namespace kiebitz;
using namespace kiebitz::search;
using synthetic::PrefixParameters;
using synthetic::PrefixTree;

namespace {

PrefixParameters small(int depth) {
    PrefixParameters parameters;
    parameters.least_branching = 1;
    parameters.most_branching = 4;
    parameters.depth = depth;
    return parameters;
}

Score minimax(PrefixTree& tree, int depth, bool exact) {
    if (tree.is_over() || depth == 0)
        return exact || tree.is_over() ? tree.score(0) : tree.evaluate(0);
    PrefixTree::Moves moves;
    tree.legal_moves(moves);
    Score best = tree.to_move() == 0 ? -infinite_score : infinite_score;
    for (Move move : moves) {
        const auto token = tree.apply(move);
        const Score value = minimax(tree, depth - 1, exact);
        tree.undo(move, token);
        best = tree.to_move() == 0 ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

/// The tree as an explicit graph.
GameGraph graph_of(PrefixTree tree, int depth) {
    GameGraph graph;
    const std::function<void(int)> grow = [&](int left) {
        const std::size_t here = graph.vertices.size();
        graph.vertices.push_back({tree.to_move() == 0, {}, tree.score(0)});
        if (left == 0) return;
        PrefixTree::Moves moves;
        tree.legal_moves(moves);
        for (Move move : moves) {
            graph.vertices[here].children.push_back(
                static_cast<std::uint32_t>(graph.vertices.size()));
            const auto token = tree.apply(move);
            grow(left - 1);
            tree.undo(move, token);
        }
    };
    grow(depth);
    return graph;
}

GameGraph random_graph(Random& random, std::uint32_t size, int layers) {
    // Vertices in layers, white and black in turn; edges lead to the next layer, so that players
    // alternate.
    GameGraph graph;
    std::vector<int> layer(size);
    for (std::uint32_t v = 0; v < size; ++v) {
        layer[v] =
            v == 0
                ? 0
                : 1 + static_cast<int>((v - 1) * static_cast<std::uint32_t>(layers) / (size - 1));
        graph.vertices.push_back({layer[v] % 2 == 0, {}, static_cast<Score>(random.below(3)) - 1});
    }
    for (std::uint32_t v = 1; v < size; ++v) {
        std::vector<std::uint32_t> above;
        for (std::uint32_t u = 0; u < v; ++u) {
            if (layer[u] == layer[v] - 1) above.push_back(u);
        }
        const auto first = above[random.below(static_cast<std::uint32_t>(above.size()))];
        graph.vertices[first].children.push_back(v);
        const auto second = above[random.below(static_cast<std::uint32_t>(above.size()))];
        if (second != first) graph.vertices[second].children.push_back(v);
    }
    return graph;
}

/// What alpha-beta needs, by the definition of §3.2: is there an order of the children in which
/// every one is in the set and proved within the bounds, or cut off? Bounds are in the mover's
/// view.
bool proves(const GameGraph& graph, const std::vector<Score>& value, std::uint32_t set,
            std::uint32_t v, Score alpha, Score beta) {
    if (((set >> v) & 1) == 0) return false;
    const auto& vertex = graph.vertices[v];
    if (vertex.children.empty()) return true;
    std::vector<std::uint32_t> order = vertex.children;
    std::sort(order.begin(), order.end());
    do {
        Score lower = alpha;
        bool good = true;
        for (std::uint32_t child : order) {
            if (lower >= beta) break;
            if (!proves(graph, value, set, child, -beta, -lower)) {
                good = false;
                break;
            }
            lower = std::max(lower, vertex.white ? value[child] : -value[child]);
        }
        if (good) return true;
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
}

int fewest_by_enumeration(const GameGraph& graph, Score alpha, Score beta) {
    const auto value = graph.values();
    int best = std::numeric_limits<int>::max();
    for (std::uint32_t set = 1; set < std::uint32_t{1} << graph.vertices.size(); ++set) {
        if (std::popcount(set) < best && proves(graph, value, set, 0, alpha, beta))
            best = std::popcount(set);
    }
    return best;
}

/// The graph of a set cover problem (§3.4): the root, a dummy, the elements, the sets that hold
/// them.
GameGraph set_cover(int elements, const std::vector<std::vector<int>>& sets, bool for_minimax) {
    GameGraph graph;
    const auto n = static_cast<std::uint32_t>(elements);
    graph.vertices.push_back({true, {1}, 0});
    graph.vertices.push_back({false, {}, 0});
    for (std::uint32_t i = 0; i < n; ++i) {
        graph.vertices[1].children.push_back(2 + i);
        graph.vertices.push_back({true, {}, 0});
    }
    for (std::uint32_t j = 0; j < sets.size(); ++j) {
        graph.vertices.push_back({false, {}, 1});
        for (int element : sets[j])
            graph.vertices[static_cast<std::uint32_t>(2 + element)].children.push_back(2 + n + j);
    }
    if (for_minimax) {
        const auto extra = static_cast<std::uint32_t>(graph.vertices.size());
        graph.vertices[1].children.push_back(extra);
        graph.vertices.push_back({true, {extra + 1}, 0});
        graph.vertices.push_back({false, {}, 1});
    }
    return graph;
}

}  // namespace

TEST_CASE("the prefix value of every position is its minimax value") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        PrefixTree tree(small(6), seed);
        for (int ply = 0; ply < 3; ++ply) {
            CHECK(minimax(tree, 6 - ply, true) == tree.exact(0));
            PrefixTree::Moves moves;
            tree.legal_moves(moves);
            tree.apply(moves[seed % moves.size()]);
        }
    }
}

TEST_CASE("prefix trees have the branching, damage and noise asked for") {
    PrefixParameters parameters;
    std::vector<int> branching(20), errors(20);
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const PrefixTree tree(parameters, seed);
        ++branching[static_cast<std::size_t>(tree.branching())];
        ++errors[static_cast<std::size_t>(tree.evaluate(0) - tree.exact(0) + 4)];
        PrefixTree child = tree;
        Score least = 100, most = 0;
        for (int move = 0; move < tree.branching(); ++move) {
            const auto token = child.apply(static_cast<Move>(move));
            least = std::min(least, -child.exact(0));
            most = std::max(most, -child.exact(0));
            child.undo(static_cast<Move>(move), token);
        }
        CHECK(least == 0);
        CHECK(most <= 6);
        CHECK(child == tree);
    }
    for (std::size_t i = 0; i < 20; ++i) {
        CHECK((branching[i] > 350) == (i >= 4 && i <= 12));
        CHECK((errors[i] > 350) == (i <= 8));
    }
}

TEST_CASE("alpha-beta, NegaScout and MTD(f) find the minimax value with every ordering") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        PrefixTree tree(small(20), seed);
        for (bool exact : {false, true}) {
            const Score truth = minimax(tree, 6, exact);
            for (auto algorithm : {TwoSidedAlgorithm::alpha_beta, TwoSidedAlgorithm::nega_scout,
                                   TwoSidedAlgorithm::mtdf}) {
                for (int kind = 0; kind < 5; ++kind) {
                    TwoSidedOptions options;
                    options.table_entries =
                        seed % 2 == 0 ? 1 << 16 : 64;  // also one that is always full
                    options.ordering.kind = static_cast<Ordering>(kind);
                    options.ordering.frontier_sizes = seed % 3 == 0;
                    options.exact_frontier = exact;
                    const auto found = iterative_deepening(tree, algorithm, 6, options);
                    CHECK(found.value == truth);
                    CHECK(found.nodes.size() == 6);
                }
            }
            TwoSidedOptions bare;
            bare.exact_frontier = exact;
            bare.ordering.kind = Ordering::generated;
            TwoSidedSearch<PrefixTree> search(bare);
            CHECK(search.alpha_beta(tree, -infinite_score, infinite_score, 6) == truth);
            CHECK(search.nega_scout(tree, -infinite_score, infinite_score, 6) == truth);
            bare.maximiser = 1;
            TwoSidedSearch<PrefixTree> other(bare);
            CHECK(other.alpha_beta(tree, -infinite_score, infinite_score, 6) == -truth);
        }
    }
}

TEST_CASE("outside of the window the search gives bounds") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        PrefixTree tree(small(20), seed);
        const Score truth = minimax(tree, 5, true);
        for (Score beta = truth - 3; beta <= truth + 4; ++beta) {
            TwoSidedOptions options;
            options.exact_frontier = true;
            TwoSidedSearch<PrefixTree> search(options);
            const Score bound = search.alpha_beta(tree, beta - 1, beta, 5);
            CHECK((bound >= beta) == (truth >= beta));
            CHECK((truth >= beta ? bound <= truth : bound >= truth));
        }
    }
}

TEST_CASE("no search visits less than the minimum proof tree") {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const PrefixTree tree(small(20), seed);
        const auto least = MinimumProof<PrefixTree>().minimax(tree, 6);
        TwoSidedOptions options;
        options.exact_frontier = true;
        TwoSidedSearch<PrefixTree> search(options);
        search.alpha_beta(tree, -infinite_score, infinite_score, 6);
        CHECK(search.nodes() >= least);
    }
}

TEST_CASE("a uniform tree's minimum proof has the leaves that Knuth and Moore count") {
    PrefixParameters parameters;
    parameters.least_branching = parameters.most_branching = 3;
    for (int depth = 1; depth <= 6; ++depth) {
        // Interior levels d of the minimum proof have 3^ceil(d/2) + 3^floor(d/2) - 1 positions.
        std::uint64_t expected = 0;
        for (int d = 0; d <= depth; ++d) {
            std::uint64_t up = 1, down = 1;
            for (int i = 0; i < (d + 1) / 2; ++i) up *= 3;
            for (int i = 0; i < d / 2; ++i) down *= 3;
            expected += up + down - 1;
        }
        CHECK(MinimumProof<PrefixTree>().minimax(PrefixTree(parameters, 5), depth) == expected);
    }
}

TEST_CASE("both ways to count a minimum proof tree agree") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const PrefixTree tree(small(20), seed);
        for (int depth = 0; depth <= 5; ++depth) {
            const GameGraph graph = graph_of(tree, depth);
            ProofGraph proof(graph);
            CHECK(MinimumProof<PrefixTree>().minimax(tree, depth) == proof.minimax());
            for (Score target = tree.exact(0) - 4; target <= tree.exact(0) + 1; ++target) {
                CHECK(MinimumProof<PrefixTree>().target(tree, target, depth) ==
                      proof.target(target).value_or(0));
            }
        }
    }
}

TEST_CASE("minimum proof graphs are the smallest sets of vertices that prove") {
    Random random(3);
    for (int trial = 0; trial < 150; ++trial) {
        const GameGraph graph = random_graph(random, 11, 3 + trial % 2);
        ProofGraph proof(graph);
        const auto value = graph.values();
        CHECK(proof.minimax() == static_cast<std::uint64_t>(fewest_by_enumeration(graph, -10, 10)));
        for (Score target = -1; target <= 1; ++target) {
            const auto fewest = proof.target(target);
            CHECK(fewest.has_value() == (value[0] >= target));
            // To prove "at least the target" is to search with a window of no width below it.
            if (fewest)
                CHECK(*fewest ==
                      static_cast<std::uint64_t>(fewest_by_enumeration(graph, target - 1, target)));
        }
    }
}

TEST_CASE("a minimum proof graph solves set cover") {
    // {0..4} is covered by two of these sets, {0,1,2} and {3,4}, and by no single one.
    const std::vector<std::vector<int>> sets{{0, 1, 2}, {1, 3}, {2, 4}, {3, 4}};
    const GameGraph graph = set_cover(5, sets, false), extended = set_cover(5, sets, true);
    CHECK(ProofGraph(graph).target(1) == 2 + 5 + 2);
    CHECK(ProofGraph(extended).minimax() == 2 + 5 + 2 + 2);

    Random random(9);
    for (int trial = 0; trial < 40; ++trial) {
        std::vector<std::vector<int>> drawn(6);
        for (int element = 0; element < 6; ++element) {
            for (auto& set : drawn) {
                if (random.below(3) == 0) set.push_back(element);
            }
            drawn[random.below(6)].push_back(element);
        }
        for (auto& set : drawn) {
            std::sort(set.begin(), set.end());
            set.erase(std::unique(set.begin(), set.end()), set.end());
        }
        int fewest = 7;
        for (unsigned choice = 0; choice < 64; ++choice) {
            unsigned covered = 0;
            for (unsigned j = 0; j < 6; ++j) {
                if (((choice >> j) & 1) == 0) continue;
                for (int element : drawn[j]) covered |= 1U << element;
            }
            if (covered == 63) fewest = std::min(fewest, std::popcount(choice));
        }
        const GameGraph plain = set_cover(6, drawn, false), with_extra = set_cover(6, drawn, true);
        CHECK(ProofGraph(plain).target(1) == static_cast<std::uint64_t>(2 + 6 + fewest));
        CHECK(ProofGraph(with_extra).minimax() == static_cast<std::uint64_t>(2 + 6 + fewest + 2));
    }
}
