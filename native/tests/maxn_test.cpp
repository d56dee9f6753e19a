#include "search/multiplayer/maxn.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "games/synthetic/explicit_tree.hpp"
#include "search/multiplayer/approximate_deep.hpp"
#include "search/multiplayer/paranoid.hpp"

using namespace kiebitz;
using namespace kiebitz::multiplayer;
using synthetic::ExplicitTree;
using synthetic::ExplicitTreeState;
using synthetic::TreeShape;

namespace {

struct TreeEvaluation {
    bool bounds = true;

    Values value(const ExplicitTreeState& s) const { return s.node().values; }
    Score highest(const ExplicitTreeState& s) const { return s.tree().total; }
    Score total(const ExplicitTreeState& s) const { return s.tree().total; }
    Score step() const { return 1; }
    Score least(const ExplicitTreeState& s, int seat) const {
        return bounds ? s.node().least[seat] : 0;
    }
    Score most(const ExplicitTreeState& s, int seat) const {
        return bounds ? s.node().most[seat] : s.tree().total;
    }
};

using Tree = std::shared_ptr<const ExplicitTree>;

MaxnOptions plain() {
    MaxnOptions options;
    options.immediate = options.shallow = options.branch_and_bound = false;
    options.alpha_beta_branch_and_bound = options.speculative = options.discrete = false;
    return options;
}

struct Run {
    Values value;
    int best;
    Statistics statistics;
};

template <template <class, class, class> class Search, class Options>
auto run_with(const Tree& tree, const Options& options, const TreeEvaluation& evaluation) {
    ExplicitTreeState state(tree);
    ExplicitTreeState::Moves moves;
    state.legal_moves(moves);
    Budget budget;
    Statistics statistics;
    const AsListed ordering;
    Search<ExplicitTreeState, TreeEvaluation, AsListed> search(evaluation, ordering, options,
                                                               budget, statistics);
    const auto found = search.search(state, 100, moves);
    return std::pair(found, statistics);
}

Run maxn(const Tree& tree, const MaxnOptions& options, const TreeEvaluation& evaluation = {}) {
    const auto [found, statistics] = run_with<MaxnSearch>(tree, options, evaluation);
    return {found.value, found.best, statistics};
}

Score paranoid(const Tree& tree, bool alpha_beta = true, Statistics* statistics = nullptr,
               bool branch_and_bound = true) {
    ParanoidOptions options;
    options.alpha_beta = alpha_beta;
    options.branch_and_bound = branch_and_bound;
    const auto [found, counted] = run_with<ParanoidSearch>(tree, options, TreeEvaluation{});
    if (statistics != nullptr) *statistics = counted;
    return found.value;
}

/// A tree written down by hand; players move in turn.
struct Branch {
    Values values{};
    std::vector<Branch> children;
};
Branch leaf(Score a, Score b, Score c) {
    return {{a, b, c}, {}};
}
Branch node(std::vector<Branch> children) {
    return {{}, std::move(children)};
}
int plant(ExplicitTree& tree, const Branch& branch, int depth) {
    const int index = static_cast<int>(tree.nodes.size());
    tree.nodes.push_back({});
    tree.nodes[index].seat = depth % tree.players;
    tree.nodes[index].values = branch.values;
    for (const Branch& child : branch.children) {
        const int planted = plant(tree, child, depth + 1);
        tree.nodes[index].children.push_back(planted);
    }
    return index;
}
Tree grow(const Branch& root, Score total, int players = 3) {
    ExplicitTree tree;
    tree.players = players;
    tree.total = total;
    plant(tree, root, 0);
    tree.bound();
    return std::make_shared<const ExplicitTree>(std::move(tree));
}

/// A full tree whose leaves all have the same tuple: perfectly ordered for every algorithm.
Branch level(int branching, int depth, const Values& values) {
    if (depth == 0) return {values, {}};
    return {{}, std::vector<Branch>(branching, level(branching, depth - 1, values))};
}

}  // namespace

TEST_CASE("the worked trees of the thesis") {
    // Figure 4.2: paranoid.
    const auto figure_4_2 = grow(node({node({node({leaf(4, 6, 0)}), node({leaf(6, 3, 1)})}),
                                       node({node({leaf(0, 8, 2)}), node({leaf(5, 4, 1)})})}),
                                 10);
    CHECK(paranoid(figure_4_2) == -2);
    CHECK(paranoid(figure_4_2, false) == -2);
    // Figure 4.6: ties to the left give (6, 4, 0); to the right, (3, 5, 2) (§4.3.1).
    const auto figure_4_6 =
        grow(node({node({leaf(1, 3, 5), leaf(6, 3, 1)}), node({leaf(3, 5, 2), leaf(2, 4, 4)}),
                   node({leaf(6, 4, 0), leaf(1, 4, 5)})}),
             10);
    CHECK(maxn(figure_4_6, plain()).value == Values{6, 4, 0});
    MaxnOptions spite = plain();
    spite.ties = TieBreak::least_for_root;
    CHECK(maxn(figure_4_6, spite).value == Values{3, 5, 2});
    // Figure 5.6: shallow pruning leaves the second child of (a) unsearched.
    const auto figure_5_6 =
        grow(node({node({leaf(5, 4, 1)}), node({leaf(3, 6, 1), leaf(9, 1, 0)})}), 10);
    MaxnOptions shallow = plain();
    shallow.shallow = true;
    const auto pruned = maxn(figure_5_6, shallow);
    CHECK(pruned.value == Values{5, 4, 1});
    CHECK(pruned.statistics.shallow == 1);
    CHECK(pruned.statistics.leaves == 2);
    // Figure 5.12: a deep prune at (b) would be wrong, whichever of the two hides there.
    for (const auto& hidden : {leaf(4, 0, 6), leaf(0, 4, 6)}) {
        const auto figure_5_12 =
            grow(node({node({node({leaf(5, 4, 1)})}),
                       node({node({leaf(0, 3, 7)}), node({leaf(2, 3, 5), hidden}),
                             node({leaf(6, 4, 0)})})}),
                 10);
        CHECK(maxn(figure_5_12, {}).value == maxn(figure_5_12, plain()).value);
    }
    // Figure 5.17: 5 + 3 + 2 = maxsum, and (b) is the last branch of (a).
    const auto figure_5_17 =
        grow(node({node({node({leaf(5, 4, 1)})}),
                   node({node({leaf(3, 3, 4)}), node({leaf(4, 4, 2), leaf(0, 0, 10)})})}),
             10);
    MaxnOptions last = plain();
    last.last_branch = true;
    CHECK(maxn(figure_5_17, last).statistics.speculative == 1);
    // Figure 5.19: the prune at (b) has to be taken back when (a)'s last child is (6, 4, 0).
    for (const auto& [end, again] : {std::pair(leaf(4, 4, 2), 0), std::pair(leaf(6, 4, 0), 1)}) {
        const auto figure_5_19 = grow(
            node(
                {node({node({leaf(5, 4, 1)})}),
                 node({node({leaf(3, 3, 4)}), node({leaf(4, 4, 2), leaf(0, 6, 4)}), node({end})})}),
            10);
        MaxnOptions speculative = plain();
        speculative.speculative = true;
        const auto found = maxn(figure_5_19, speculative);
        CHECK(found.value == maxn(figure_5_19, plain()).value);
        CHECK(found.statistics.searched_again == static_cast<std::uint64_t>(again));
    }
    // Figure 5.22: with whole points 5 + 3 + 1 prunes, too (§5.15).
    const auto figure_5_22 =
        grow(node({node({node({leaf(5, 4, 1)})}),
                   node({node({leaf(3, 3, 4)}), node({leaf(4, 5, 1), leaf(0, 0, 10)})})}),
             10);
    MaxnOptions discrete = plain();
    discrete.speculative = true;
    CHECK(maxn(figure_5_22, discrete).statistics.speculative == 0);
    discrete.discrete = true;
    CHECK(maxn(figure_5_22, discrete).statistics.speculative == 1);
}

TEST_CASE("more figures of the thesis") {
    // Figure 4.1: minimax between two; what the other has is the rest of ten.
    const auto figure_4_1 = grow(
        node({node({leaf(1, 9, 0), leaf(3, 7, 0)}), node({leaf(5, 5, 0), leaf(8, 2, 0)})}), 10, 2);
    CHECK(maxn(figure_4_1, plain()).value == Values{5, 5});
    CHECK(paranoid(figure_4_1) == 0);

    // Figure 4.9: the second player throws the queen under the ace or does not, as he likes. Values
    // are 13 minus the points. Who fears it leads the three of clubs.
    const auto figure_4_9 =
        grow(node({node({leaf(13, 13, 0), leaf(0, 13, 13)}), node({leaf(13, 13, 0)})}), 39);
    for (const auto& [ties, best] : {std::pair(TieBreak::first, 0), std::pair(TieBreak::last, 1),
                                     std::pair(TieBreak::least_for_root, 1)}) {
        MaxnOptions options = plain();
        options.ties = ties;
        CHECK(maxn(figure_4_9, options).best == best);
        CHECK(maxn(figure_4_9, options).value[0] == 13);
    }

    // Figure 5.1, the tree of figure 4.2: after (0, 8, 2), worth -10, the rest of (b) is pruned.
    const auto figure_5_1 = grow(node({node({node({leaf(4, 6, 0)}), node({leaf(6, 3, 1)})}),
                                       node({node({leaf(0, 8, 2)}), node({leaf(5, 4, 1)})})}),
                                 10);
    Statistics counted;
    CHECK(paranoid(figure_5_1, true, &counted, false) == -2);
    CHECK(counted.leaves == 3);
    CHECK(counted.alpha_beta == 1);

    // Figure 5.14: branch-and-bound. At (a) nine is all that the second player can get; to (b),
    // where the first gets five at most, he would not go, since he has seven.
    MaxnOptions bound = plain();
    bound.immediate = bound.branch_and_bound = true;
    const auto immediate = grow(node({node({leaf(7, 9, 0), leaf(9, 6, 1), leaf(8, 8, 0)})}), 16);
    CHECK(maxn(immediate, bound).value == Values{7, 9, 0});
    CHECK(maxn(immediate, bound).statistics.leaves == 1);
    const auto figure_5_14 = grow(
        node({node({leaf(7, 9, 0), leaf(9, 6, 1)}), node({leaf(5, 3, 8), leaf(4, 8, 4)})}), 16);
    CHECK(maxn(figure_5_14, bound).value == Values{7, 9, 0});
    CHECK(maxn(figure_5_14, bound).statistics.branch_and_bound == 1);
    CHECK(maxn(figure_5_14, bound).statistics.leaves == 1);
    // But not at (c), one further down: what hides there decides if the second player goes to the
    // right of (d), where the first gets ten.
    for (const auto& [hidden, value] :
         {std::pair(leaf(5, 8, 3), Values{7, 9, 0}), std::pair(leaf(5, 3, 8), Values{10, 5, 1})}) {
        const auto deep = grow(
            node({node({node({leaf(7, 9, 0)})}), node({node({hidden}), node({leaf(10, 5, 1)})})}),
            16);
        CHECK(maxn(deep, plain()).value == value);
        CHECK(maxn(deep, {}).value == value);
    }

    // Figure 5.15: neither two scores nor the heuristic prune at (a), both together do: the second
    // player has three and the third is sure of two, so that the first, who has six, gets five.
    const auto figure_5_15 = grow(
        node({node({leaf(6, 4, 0)}), node({leaf(5, 3, 2), leaf(7, 1, 2), leaf(3, 5, 2)})}), 10);
    MaxnOptions shallow = plain();
    shallow.shallow = true;
    MaxnOptions both = shallow;
    both.alpha_beta_branch_and_bound = true;
    CHECK(maxn(figure_5_15, shallow).statistics.leaves == 4);
    CHECK(maxn(figure_5_15, bound).statistics.leaves == 4);
    CHECK(maxn(figure_5_15, both).statistics.leaves == 2);
    CHECK(maxn(figure_5_15, both).value == Values{6, 4, 0});
}

TEST_CASE("every exact pruning returns what plain maxⁿ returns under the same ties") {
    std::vector<MaxnOptions> variants;
    for (int mask = 0; mask < 128; ++mask) {
        MaxnOptions options;
        options.immediate = (mask & 1) != 0;
        options.shallow = (mask & 2) != 0;
        options.branch_and_bound = (mask & 4) != 0;
        options.alpha_beta_branch_and_bound = (mask & 8) != 0;
        options.last_branch = (mask & 16) != 0;
        options.speculative = (mask & 32) != 0;
        options.discrete = (mask & 64) != 0;
        variants.push_back(options);
    }
    std::uint64_t again = 0;
    Random random(7);
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        TreeShape shape;
        shape.players = 2 + static_cast<int>(random.below(4));
        shape.depth = 2 + static_cast<int>(random.below(5));
        shape.least_branching = 1 + static_cast<int>(random.below(2));
        shape.most_branching = 2 + static_cast<int>(random.below(3));
        if (shape.depth == 6) shape.most_branching = 3;
        shape.total = 2 + static_cast<Score>(random.below(40));
        shape.constant_sum = random.below(3) != 0;
        shape.in_turn = random.below(3) != 0;
        shape.slack = static_cast<Score>(random.below(3));
        const auto tree =
            std::make_shared<const ExplicitTree>(synthetic::random_explicit_tree(shape, seed));
        for (const TieBreak ties :
             {TieBreak::first, TieBreak::last, TieBreak::least_for_root, TieBreak::most_for_root}) {
            MaxnOptions reference = plain();
            reference.ties = ties;
            const Run expected = maxn(tree, reference);
            for (std::size_t i = seed % 3; i < variants.size(); i += 3) {
                MaxnOptions options = variants[i];
                options.ties = ties;
                const Run found = maxn(tree, options);
                CAPTURE(seed);
                CAPTURE(i);
                CAPTURE(static_cast<int>(ties));
                REQUIRE(found.value == expected.value);
                REQUIRE(found.best == expected.best);
                again += found.statistics.searched_again;
            }
        }
    }
    CHECK(again > 1000);  // re-searches happened, so they were tested
}

TEST_CASE("exact roots give every move its own tuple") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto tree = std::make_shared<const ExplicitTree>(synthetic::random_explicit_tree(
            {.players = 3, .depth = 4, .least_branching = 2}, seed));
        MaxnOptions options;
        options.exact_root = true;
        const auto found = run_with<MaxnSearch>(tree, options, TreeEvaluation{}).first;
        ExplicitTreeState root(tree);
        REQUIRE(found.each.size() == root.node().children.size());
        for (std::size_t i = 0; i < found.each.size(); ++i) {
            // The subtree alone, as a tree of its own.
            ExplicitTree below = *tree;
            below.nodes[0].children = {root.node().children[i]};
            CHECK(maxn(std::make_shared<const ExplicitTree>(below), plain()).value ==
                  found.each[i]);
        }
    }
}

TEST_CASE("with two players all algorithms are minimax") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto tree = std::make_shared<const ExplicitTree>(
            synthetic::random_explicit_tree({.players = 2, .depth = 6, .most_branching = 3}, seed));
        const Values value = maxn(tree, {}).value;
        CHECK(paranoid(tree, false) == value[0] - value[1]);
        CHECK(paranoid(tree) == value[0] - value[1]);
        const auto deep =
            run_with<ApproximateDeepSearch>(tree, MaxnOptions{}, TreeEvaluation{}).first.value;
        CHECK(deep == value);
    }
}

TEST_CASE("approximate deep pruning differs from maxⁿ sometimes, and not on ordered trees") {
    int different = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const auto tree = std::make_shared<const ExplicitTree>(
            synthetic::random_explicit_tree({.players = 3, .depth = 6, .most_branching = 3}, seed));
        const auto deep =
            run_with<ApproximateDeepSearch>(tree, MaxnOptions{}, TreeEvaluation{}).first;
        different += deep.value != maxn(tree, plain()).value ? 1 : 0;
    }
    CHECK(different > 0);
    CHECK(different < 250);
    const auto ordered = grow(level(3, 7, {3, 3, 3}), 9);
    const auto [found, statistics] =
        run_with<ApproximateDeepSearch>(ordered, MaxnOptions{}, TreeEvaluation{});
    CHECK(found.value == Values{3, 3, 3});
    CHECK(statistics.nodes <= maxn(ordered, {}, TreeEvaluation{false}).statistics.nodes);
}

TEST_CASE("nodes on perfectly ordered trees are those of the theory") {
    const TreeEvaluation no_bounds{false};

    SUBCASE("speculative pruning: §5.14") {
        for (const int n : {3, 4, 5}) {
            for (const int b : {2, 3, 4}) {
                const int depth = b == 4 ? 6 : 8;
                // Type k of a node: how many bounds it has from above; type n - 1 has one child.
                std::vector<std::uint64_t> of_type(static_cast<std::size_t>(n), 0);
                of_type[0] = 1;
                std::uint64_t nodes = 0;
                std::vector<std::uint64_t> firsts{1};
                for (int d = 0; d < depth; ++d) {
                    std::vector<std::uint64_t> below(of_type.size(), 0);
                    for (std::size_t k = 0; k < of_type.size(); ++k) {
                        below[0] += of_type[k];
                        if (k + 1 < of_type.size()) below[k + 1] += of_type[k] * (b - 1);
                    }
                    of_type = below;
                    for (const auto count : of_type) nodes += count;
                }
                Values equal{};
                for (int p = 0; p < n; ++p) equal[p] = 5;
                const auto tree = grow(level(b, depth, equal), 5 * n, n);
                MaxnOptions options = plain();
                options.shallow = options.speculative = true;
                CAPTURE(n);
                CAPTURE(b);
                CHECK(maxn(tree, options, no_bounds).statistics.nodes == nodes);
                if (b == 2) {
                    options.speculative = false;
                    options.last_branch = true;
                    CHECK(maxn(tree, options, no_bounds).statistics.nodes == nodes);
                }
            }
        }
    }

    SUBCASE("immediate pruning: §5.2.1, three players") {
        // Types: 0 wins at its first branch; 1 and 2 pass on a win of the player one and two
        // before.
        struct Greedy {
            int b;
            Branch build(int type, int seat, int depth) const {
                if (depth == 0) {
                    Values values{};
                    values[(seat + 3 - type) % 3] = 1;
                    return {values, {}};
                }
                std::vector<Branch> children;
                for (int i = 0; i < b; ++i) {
                    const int below = type < 2 && i == 0 ? type + 1 : 0;
                    children.push_back(build(below, (seat + 1) % 3, depth - 1));
                }
                return {{}, children};
            }
        };
        for (const int b : {2, 3, 4}) {
            std::uint64_t f = 1, s = 0, t = 0, nodes = 0;
            for (int d = 0; d < 6; ++d) {
                const std::uint64_t next_f = (b - 1) * s + b * t;
                t = std::exchange(s, f);
                f = next_f;
                nodes += f + s + t;
            }
            MaxnOptions options = plain();
            options.immediate = true;
            const auto tree = grow(Greedy{b}.build(0, 0, 6), 1);
            CHECK(maxn(tree, options, no_bounds).statistics.nodes == nodes);
        }
    }

    SUBCASE("shallow pruning: §5.3, the best case of Korf") {
        struct Best {
            int b;
            Score total;
            Branch build(const Values& target, bool bounded, int seat, int depth) const {
                if (depth == 0) return {target, {}};
                std::vector<Branch> children;
                for (int i = 0; i < b; ++i) {
                    if (i == 0 || bounded) {
                        children.push_back(build(target, false, (seat + 1) % 3, depth - 1));
                    } else {
                        Values prune{};
                        prune[seat] = target[seat];
                        prune[(seat + 1) % 3] = total - target[seat];
                        children.push_back(build(prune, true, (seat + 1) % 3, depth - 1));
                    }
                }
                return {{}, children};
            }
        };
        for (const int b : {2, 3, 4}) {
            std::uint64_t free = 1, bounded = 0, nodes = 0;
            for (int d = 0; d < 7; ++d) {
                const std::uint64_t next = free + bounded;
                bounded = (b - 1) * free;
                free = next;
                nodes += free + bounded;
            }
            MaxnOptions options = plain();
            options.shallow = true;
            const auto tree = grow(Best{b, 9}.build({3, 3, 3}, false, 0, 7), 9);
            CHECK(maxn(tree, options, no_bounds).statistics.nodes == nodes);
        }
    }

    SUBCASE("paranoid: §5.1.1") {
        for (const int b : {2, 3}) {
            Statistics statistics;
            paranoid(grow(level(b, 6, {2, 2, 2}), 6), true, &statistics, false);
            const auto power = [&](int e) { return static_cast<std::uint64_t>(std::pow(b, e)); };
            CHECK(statistics.leaves == power(4) + power(2) - 1);  // d = 6, n = 3: D = 4
        }
    }
}

TEST_CASE("table 5.21: the asymptotic branching factors of speculative pruning") {
    for (const auto& [b, printed] :
         {std::pair(2.0, 1.8393), std::pair(3.0, 2.4675), std::pair(4.0, 3.0),
          std::pair(5.0, 3.4755), std::pair(10.0, 5.4191), std::pair(1000.0, 103.61)}) {
        // The recurrence that the searches above follow node by node.
        double f = 1, s = 0, t = 0, ratio = 0;
        for (int d = 0; d < 200; ++d) {
            const double next = f + s + t;
            t = (b - 1) * s;
            s = (b - 1) * f;
            ratio = next / f;
            f = next;
            const double scale = f;
            f /= scale;
            s /= scale;
            t /= scale;
        }
        CHECK(ratio == doctest::Approx(printed).epsilon(0.0001));
    }
}

TEST_CASE("zero-window questions find the value of a full search") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto tree = std::make_shared<const ExplicitTree>(
            synthetic::random_explicit_tree({.players = 3, .depth = 5, .total = 30}, seed));
        ExplicitTreeState state(tree);
        ExplicitTreeState::Moves moves;
        state.legal_moves(moves);
        Budget budget;
        Statistics statistics;
        const TreeEvaluation evaluation;
        const AsListed ordering;
        ParanoidSearch<ExplicitTreeState, TreeEvaluation> search(evaluation, ordering, {}, budget,
                                                                 statistics);
        const Score value = value_by_questions(search, state, 100, moves, -30, 30);
        CHECK(value == search.search(state, 100, moves).value);
    }
}
