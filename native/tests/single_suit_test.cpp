#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "games/synthetic/best_defence_tree.hpp"
#include "search/best_defence/algorithms.hpp"
#include "search/best_defence/from_game.hpp"
#include "search/best_defence/random_trees.hpp"
#include "solvers/single_suit/suit_graph.hpp"

using namespace kiebitz;
using namespace kiebitz::best_defence;
using single_suit::Ranks;
using single_suit::Suit;
using single_suit::SuitGraph;

namespace {

Ranks ranks(std::string_view cards) {
    Ranks mask = 0;
    for (char card : cards) {
        mask |= static_cast<Ranks>(1U << std::string_view("23456789TJQKA").find(card));
    }
    return mask;
}

Outcome plan(std::string_view north, std::string_view south, std::optional<int> tricks,
             Algorithm algorithm = Algorithm::exact) {
    const Suit suit(ranks(north), ranks(south));
    const SuitGraph graph(suit, {tricks}, 1'000'000);
    SearchOptions options;
    options.algorithm = algorithm;
    Outcome outcome = solve(graph.graph(), options);
    CHECK(outcome.payoffs == payoffs_of(graph.graph(), outcome.plan, outcome.root));
    return outcome;
}

}  // namespace

TEST_CASE("single suit: the layouts are as likely as bridge books say") {
    const Suit suit(ranks("AQJT9876"), ranks("5"));
    CHECK(suit.groups().size() == 2);  // the king, and 432
    double total = 0.0, split_two_two = 0.0;
    for (const auto& layout : suit.layouts()) {
        total += layout.probability;
        if (layout.west[0] + layout.west[1] == 2) split_two_two += layout.probability;
    }
    CHECK(total == doctest::Approx(1.0));
    CHECK(split_two_two == doctest::Approx(0.4070).epsilon(0.001));
    CHECK(suit.groups_above(12) == 0);
    CHECK(suit.groups_above(10) == 1);
    CHECK_THROWS_AS(Suit(ranks("A"), ranks("A")), std::invalid_argument);
    CHECK_THROWS_AS(Suit(ranks("A"), ranks("2"), 5, 5), std::invalid_argument);
}

TEST_CASE("single suit: published chances") {
    CHECK(plan("AJ92", "K843", 4).value == doctest::Approx(0.41522).epsilon(0.0002));
    CHECK(plan("AQT98", "5432", 4).value == doctest::Approx(0.82783).epsilon(0.0002));
    CHECK(plan("J92", "A743", 2).value == doctest::Approx(0.70106).epsilon(0.0002));
    CHECK(plan("KJ2", "A9876", 4).value == doctest::Approx(0.98043).epsilon(0.0002));
    CHECK(plan("QJ82", "A93", 4).value == doctest::Approx(0.01615).epsilon(0.005));
}

TEST_CASE("single suit: the problems of 001 and what Monte Carlo makes of them") {
    CHECK(plan("QJ98", "32", 2).value == doctest::Approx(0.51).epsilon(0.01));
    CHECK(plan("QJ98", "32", 2, Algorithm::monte_carlo).value ==
          doctest::Approx(0.289).epsilon(0.002));
    CHECK(plan("AKQ9", "32", 4).value == doctest::Approx(0.24).epsilon(0.001));
    CHECK(plan("AKQ9", "32", 4, Algorithm::monte_carlo).value ==
          doctest::Approx(0.054).epsilon(0.01));
}

TEST_CASE("single suit: the tricks to expect are between the bounds of the chances") {
    const double most = plan("AJ92", "K843", std::nullopt).value;
    const double four = plan("AJ92", "K843", 4).value;
    CHECK(most <= 3.0 + four + 1e-9);
    CHECK(most >= 3.0);
}

TEST_CASE("single suit: a graph that would be too large is refused") {
    const Suit suit(ranks("QT86"), ranks("K42"));
    CHECK_THROWS_AS(SuitGraph(suit, {3}, 1000), std::length_error);
}

TEST_CASE("best defence: a Game unfolds into the graph of its worlds") {
    using synthetic::BestDefenceGame;
    using synthetic::BestDefenceTree;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto tree = std::make_shared<const BestDefenceTree>(
            synthetic::BestDefenceParameters{5, 4, 4, 0.0}, seed);
        std::vector<BestDefenceGame> worlds;
        for (int w = 0; w < 4; ++w) worlds.emplace_back(tree, w);
        const WorldGraph unfolded = graph_of_worlds(
            worlds, std::vector<double>(4, 0.25), [](int seat) { return seat == 0; },
            [](const BestDefenceGame& game) { return static_cast<Payoff>(game.score(0)); }, 1000);
        CHECK(unfolded.size() == 63);
        for (Algorithm algorithm : {Algorithm::monte_carlo, Algorithm::prm, Algorithm::exact}) {
            SearchOptions options;
            options.algorithm = algorithm;
            CHECK(solve(unfolded, options).payoffs == solve(graph_of(*tree), options).payoffs);
        }
    }
}

TEST_CASE("best defence: with full knowledge and one world nothing goes wrong") {
    const synthetic::BestDefenceParameters one_world{6, 1, 1, 0.0};
    const std::vector<SearchOptions> algorithms{{Algorithm::monte_carlo, {}, 3, {}},
                                                {Algorithm::vector_mm, {}, 0, {}},
                                                {Algorithm::iprm_beta, {}, 0, {}}};
    for (const auto& level : failures_on_random_trees(one_world, {0, 1}, algorithms, 20, 1)) {
        for (const Failures& failures : level) CHECK(failures.errors == 0);
    }
}
