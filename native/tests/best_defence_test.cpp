#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "cards/random.hpp"
#include "search/best_defence/algorithms.hpp"
#include "search/best_defence/partial_knowledge.hpp"

using namespace kiebitz;
using namespace kiebitz::best_defence;

namespace {

/// A tree written down: leaves are vectors, inner nodes lists.
struct Tree {
    Kind kind = Kind::leaf;
    std::vector<Tree> branches;
    std::vector<Payoff> payoffs;
};

Tree leaf(std::vector<Payoff> payoffs) {
    return {Kind::leaf, {}, std::move(payoffs)};
}
Tree max_node(std::vector<Tree> branches) {
    return {Kind::max, std::move(branches), {}};
}
Tree min_node(std::vector<Tree> branches) {
    return {Kind::min, std::move(branches), {}};
}

NodeId add(WorldGraph& graph, const Tree& tree) {
    if (tree.kind == Kind::leaf) return graph.add_leaf(tree.payoffs);
    std::vector<NodeId> children;
    for (const Tree& branch : tree.branches) children.push_back(add(graph, branch));
    return tree.kind == Kind::max ? graph.add_max(children) : graph.add_min(children);
}

WorldGraph graph_of(const Tree& tree, std::vector<double> probabilities) {
    WorldGraph graph(std::move(probabilities));
    add(graph, tree);
    return graph;
}

Outcome run(const WorldGraph& graph, Algorithm algorithm, Ties ties = {}) {
    SearchOptions options;
    options.algorithm = algorithm;
    options.ties = ties;
    return solve(graph, options);
}

/// Every payoff vector that some MAX strategy gets, by enumeration of all strategies.
std::vector<std::vector<Payoff>> all_vectors(const Tree& tree, std::size_t worlds) {
    if (tree.kind == Kind::leaf) return {tree.payoffs};
    std::vector<std::vector<Payoff>> result;
    if (tree.kind == Kind::max) {
        for (const Tree& branch : tree.branches) {
            for (auto& vector : all_vectors(branch, worlds)) result.push_back(vector);
        }
        return result;
    }
    result.emplace_back(worlds, undefined);
    for (const Tree& branch : tree.branches) {
        std::vector<std::vector<Payoff>> combined;
        for (const auto& one : result) {
            for (const auto& other : all_vectors(branch, worlds)) {
                auto both = one;
                for (std::size_t w = 0; w < worlds; ++w) {
                    if (other[w] == undefined) continue;
                    both[w] = both[w] == undefined ? other[w] : std::min(both[w], other[w]);
                }
                combined.push_back(both);
            }
        }
        result = combined;
    }
    return result;
}

double expectation(const std::vector<Payoff>& payoffs, const std::vector<double>& probabilities) {
    double total = 0.0;
    for (std::size_t w = 0; w < payoffs.size(); ++w) {
        if (payoffs[w] != undefined) total += probabilities[w] * payoffs[w];
    }
    return total;
}

double best_by_enumeration(const Tree& tree, const std::vector<double>& probabilities) {
    double best = -1e9;
    for (const auto& vector : all_vectors(tree, probabilities.size())) {
        best = std::max(best, expectation(vector, probabilities));
    }
    return best;
}

/// Random trees in which MIN's moves depend on the world, so that payoffs are undefined elsewhere.
Tree random_tree(Random& random, int depth, const std::vector<bool>& possible, int payoffs) {
    if (depth == 0) {
        std::vector<Payoff> vector(possible.size(), undefined);
        for (std::size_t w = 0; w < possible.size(); ++w) {
            if (possible[w])
                vector[w] = static_cast<Payoff>(random.below(static_cast<unsigned>(payoffs)));
        }
        return leaf(vector);
    }
    const bool is_max = random.below(2) == 0;
    const auto degree = 1 + random.below(3);
    std::vector<Tree> branches;
    if (is_max) {
        for (unsigned i = 0; i < degree; ++i) {
            branches.push_back(random_tree(random, depth - 1, possible, payoffs));
        }
        return max_node(branches);
    }
    std::vector<std::vector<bool>> sets(degree, std::vector<bool>(possible.size(), false));
    for (std::size_t w = 0; w < possible.size(); ++w) {
        if (!possible[w]) continue;
        sets[random.below(degree)][w] = true;
        for (auto& set : sets) {
            if (random.below(2) == 0) set[w] = true;
        }
    }
    for (const auto& set : sets) {
        if (std::find(set.begin(), set.end(), true) == set.end()) continue;
        branches.push_back(random_tree(random, depth - 1, set, payoffs));
    }
    return min_node(branches);
}

const std::vector<double> three_equal(3, 1.0 / 3);
const std::vector<double> five_equal(5, 0.2);

Tree figure_18() {
    const Tree d = max_node({leaf({1, 0, 0})});
    const Tree e = max_node({leaf({1, 0, 0}), leaf({0, 1, 1})});
    return max_node({min_node({d, e}), min_node({leaf({0, 0, 0})})});
}

/// The clique of 001 Fig. 15: edges 12 13 23 34 45.
Tree figure_15() {
    const bool edge[5][5] = {{true, true, true, false, false},
                             {true, true, true, false, false},
                             {true, true, true, true, false},
                             {false, false, true, true, true},
                             {false, false, false, true, true}};
    std::vector<Tree> vertices;
    for (int i = 0; i < 5; ++i) {
        std::vector<Payoff> left, right;
        for (int j = 0; j < 5; ++j) {
            left.push_back(edge[i][j] ? 1 : 0);
            right.push_back(i != j ? 1 : 0);
        }
        vertices.push_back(max_node({leaf(left), leaf(right)}));
    }
    return min_node(vertices);
}

constexpr Algorithm all_algorithms[] = {
    Algorithm::monte_carlo, Algorithm::vector_mm, Algorithm::vm_alpha_beta, Algorithm::vm_beta,
    Algorithm::prm,         Algorithm::ivm,       Algorithm::prm_beta,      Algorithm::ivm_beta,
    Algorithm::iprm,        Algorithm::iprm_beta, Algorithm::exact,
};

}  // namespace

TEST_CASE("best defence: the exact value is that of the best of all strategies") {
    Random random(11);
    for (int round = 0; round < 600; ++round) {
        const int payoffs = 2 + round % 3;
        const std::size_t worlds = 2 + random.below(4);
        const Tree tree =
            random_tree(random, 1 + round % 4, std::vector<bool>(worlds, true), payoffs);
        if (all_vectors(tree, worlds).size() > 200000) continue;
        std::vector<double> probabilities;
        for (std::size_t w = 0; w < worlds; ++w) probabilities.push_back(0.1 + random.uniform());
        const WorldGraph graph = graph_of(tree, probabilities);
        const Outcome outcome = run(graph, Algorithm::exact);
        const double truth = best_by_enumeration(tree, probabilities);
        CHECK(outcome.value == doctest::Approx(truth));
        CHECK(outcome.upper == doctest::Approx(truth));
        CHECK(outcome.finished);
    }
}

TEST_CASE(
    "best defence: every algorithm's value is that of its plan, and never above the exact one") {
    Random random(5);
    for (int round = 0; round < 400; ++round) {
        const std::size_t worlds = 2 + random.below(5);
        const Tree tree =
            random_tree(random, 2 + round % 5, std::vector<bool>(worlds, true), 2 + round % 2);
        const std::vector<double> probabilities(worlds, 1.0 / static_cast<double>(worlds));
        const WorldGraph graph = graph_of(tree, probabilities);
        const double best = run(graph, Algorithm::exact).value;
        for (Algorithm algorithm : all_algorithms) {
            for (bool random_ties : {false, true}) {
                const Outcome outcome = run(graph, algorithm, {random_ties, 77});
                CHECK(outcome.value <= best + 1e-9);
                CHECK(outcome.payoffs == payoffs_of(graph, outcome.plan, outcome.root));
                CHECK(outcome.value ==
                      doctest::Approx(expectation(outcome.payoffs, probabilities)));
                // Strategy fusion: only Monte Carlo thinks that it gets what it does not get.
                if (algorithm == Algorithm::monte_carlo) {
                    CHECK(outcome.believed >= best - 1e-9);
                } else {
                    CHECK(outcome.believed == doctest::Approx(outcome.value));
                }
            }
        }
    }
}

TEST_CASE("best defence: figure 18, where reductions win and vector minimaxing does not") {
    const WorldGraph graph = graph_of(figure_18(), three_equal);
    for (Algorithm algorithm : {Algorithm::monte_carlo, Algorithm::vector_mm}) {
        CHECK(run(graph, algorithm).value == doctest::Approx(0.0));
    }
    for (Algorithm algorithm : {Algorithm::prm, Algorithm::vm_alpha_beta, Algorithm::vm_beta,
                                Algorithm::prm_beta, Algorithm::exact}) {
        CHECK(run(graph, algorithm).payoffs == std::vector<Payoff>{1, 0, 0});
    }
}

TEST_CASE(
    "best defence: figure 22, with more to win under node d only beta-reduction still works") {
    Tree tree = figure_18();
    tree.branches[0].branches[0].branches[0].payoffs[0] = 2;
    const WorldGraph more = graph_of(tree, three_equal);
    CHECK(run(more, Algorithm::vm_alpha_beta).value == doctest::Approx(0.0));
    CHECK(run(more, Algorithm::vm_beta).payoffs == std::vector<Payoff>{1, 0, 0});

    Tree swapped = figure_18();
    std::swap(swapped.branches[0].branches[0], swapped.branches[0].branches[1]);
    const WorldGraph reordered = graph_of(swapped, three_equal);
    CHECK(run(reordered, Algorithm::vm_beta).value == doctest::Approx(0.0));
    CHECK(run(reordered, Algorithm::prm).payoffs == std::vector<Payoff>{1, 0, 0});

    Tree other = figure_18();
    std::swap(other.branches[0].branches[1].branches[0], other.branches[0].branches[1].branches[1]);
    const WorldGraph branches = graph_of(other, three_equal);
    CHECK(run(branches, Algorithm::vm_alpha_beta).value == doctest::Approx(0.0));
    CHECK(run(branches, Algorithm::vm_beta).payoffs == std::vector<Payoff>{1, 0, 0});
}

TEST_CASE("best defence: figure 26, the node selections on the tree of the complexity proof") {
    const WorldGraph graph = graph_of(figure_15(), five_equal);
    CHECK(run(graph, Algorithm::exact).payoffs == std::vector<Payoff>{1, 1, 1, 0, 0});
    CHECK(run(graph, Algorithm::ivm_beta).payoffs == std::vector<Payoff>{1, 1, 1, 0, 0});
    CHECK(run(graph, Algorithm::iprm_beta).payoffs == std::vector<Payoff>{1, 1, 1, 0, 0});
    std::vector<int> cliques(4);
    bool three_four = false, four_five = false;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Ties ties{true, seed};
        for (Algorithm algorithm : {Algorithm::vector_mm, Algorithm::prm, Algorithm::monte_carlo}) {
            CHECK(run(graph, algorithm, ties).value <= 0.2 + 1e-9);
        }
        for (Algorithm algorithm : {Algorithm::vm_beta, Algorithm::prm_beta}) {
            const Outcome outcome = run(graph, algorithm, ties);
            CHECK(outcome.value == doctest::Approx(0.4));
            three_four = three_four || outcome.payoffs == std::vector<Payoff>{0, 0, 1, 1, 0};
            four_five = four_five || outcome.payoffs == std::vector<Payoff>{0, 0, 0, 1, 1};
        }
        for (Algorithm algorithm : {Algorithm::ivm, Algorithm::iprm}) {
            const double value = run(graph, algorithm, ties).value;
            CHECK(value >= 0.2 - 1e-9);
            CHECK(value <= 0.4 + 1e-9);
        }
    }
    CHECK(three_four);
    CHECK(four_five);

    Tree reversed = figure_15();
    std::reverse(reversed.branches.begin(), reversed.branches.end());
    const WorldGraph right_to_left = graph_of(reversed, five_equal);
    CHECK(run(right_to_left, Algorithm::vm_beta).payoffs == std::vector<Payoff>{1, 1, 1, 0, 0});
}

TEST_CASE("best defence: a MIN who knows nothing faces the minimax of expected values") {
    // 001 Fig. 9: node b gives 1 in w1; at c MIN must choose between {w2, w4} and {w1, w3}.
    const Tree tree = max_node({min_node({leaf({1, 0, 0, 0}), leaf({1, 0, 0, 0})}),
                                min_node({leaf({0, 1, 0, 1}), leaf({1, 0, 1, 0})})});
    const WorldGraph graph = graph_of(tree, std::vector<double>(4, 0.25));
    CHECK(run(graph, Algorithm::exact).value == doctest::Approx(0.25));
    const WorldGraph blind = with_known_worlds(graph, std::vector<bool>(4, false));
    const Outcome best = run(blind, Algorithm::exact);
    CHECK(best.value == doctest::Approx(0.5));
    CHECK(best.plan.step(best.root).choice == 1);
    const Outcome sampled = run(graph, Algorithm::monte_carlo);
    CHECK(sampled.plan.step(sampled.root).choice == 0);
    CHECK(payoffs_of(blind, sampled.plan, sampled.root) == std::vector<Payoff>{1});
    CHECK_THROWS_AS(with_known_worlds(graph, {true}), std::invalid_argument);
}

TEST_CASE("best defence: a limit ends the search with what is proved") {
    Random random(3);
    const Tree tree = random_tree(random, 9, std::vector<bool>(12, true), 2);
    const WorldGraph graph = graph_of(tree, std::vector<double>(12, 1.0 / 12));
    const Outcome all = run(graph, Algorithm::exact);
    SearchOptions options;
    for (std::uint64_t nodes : {1U, 50U, 200U, 1000U}) {
        options.limits.nodes = nodes;
        const Outcome part = solve(graph, options);
        CHECK(part.value <= all.value + 1e-9);
        CHECK(part.upper >= all.value - 1e-9);
        if (!part.payoffs.empty()) CHECK(part.payoffs == payoffs_of(graph, part.plan, part.root));
    }
    options.limits.nodes = 1;
    CHECK(!solve(graph, options).finished);
}

TEST_CASE("best defence: trees that make no sense are refused") {
    WorldGraph graph({0.5, 0.5});
    CHECK_THROWS_AS(WorldGraph({}), std::invalid_argument);
    CHECK_THROWS_AS(graph.add_leaf(std::vector<Payoff>{1}), std::invalid_argument);
    CHECK_THROWS_AS(graph.add_leaf(std::vector<Payoff>{undefined, undefined}),
                    std::invalid_argument);
    const NodeId one = graph.add_leaf(std::vector<Payoff>{1, undefined});
    const NodeId other = graph.add_leaf(std::vector<Payoff>{undefined, 1});
    CHECK_THROWS_AS(graph.add_max(std::vector<NodeId>{one, other}), std::invalid_argument);
    CHECK_THROWS_AS(graph.add_min(std::vector<NodeId>{}), std::invalid_argument);
    CHECK_THROWS_AS(graph.add_min(std::vector<NodeId>{99}), std::invalid_argument);
}
