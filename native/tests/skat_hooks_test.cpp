// What may be hung into the Skat search from outside: an estimate that decides without proof.
#include <doctest/doctest.h>

#include <optional>

#include "skat_minimax.hpp"
#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/solver.hpp"
#include "solvers/skat/trump_engine.hpp"

namespace kiebitz::solvers::skat {

namespace {

/// Decides nothing, but is asked.
struct Silent : NoHooks {
    static constexpr bool estimates = true;
    template <Kind K>
    static constexpr Cards ranks = ~Cards{0};
    int* asked;

    template <class Node>
    std::optional<int> estimate(const Node&, int, int, const Bounds&) const {
        ++*asked;
        return {};
    }
};

/// With so few cards left, somebody is said to win all that is left.
struct Bold : NoHooks {
    static constexpr bool estimates = true;
    template <Kind K>
    static constexpr Cards ranks = ~Cards{0};
    int cards = 0;
    bool declarer_wins = true;

    template <class Node>
    std::optional<int> estimate(const Node& node, int alpha, int beta, const Bounds&) const {
        if (count(node.hands[0]) > cards) return {};
        const int value = declarer_wins ? node.rest : 0;
        if (value > alpha && value < beta) return {};
        return value;
    }
};

template <class Hooks>
TrumpEngine<PatternTable, Hooks> engine_with(Hooks hooks) {
    return {TrumpOptions{}, PatternTable(1 << 20), hooks};
}

}  // namespace

TEST_CASE("an estimate that decides nothing is asked, and changes not one node") {
    Random random(51);
    Solver solver({}, 1 << 20);
    int asked = 0;
    Silent silent;
    silent.asked = &asked;
    auto engine = engine_with(silent);
    for (GameType game : {GameType::kHearts, GameType::kGrand}) {
        for (int i = 0; i < 10; ++i) {
            const Position position = skat_minimax::random_position(game, 8, random);
            const Solution expected = solver.solve(position, {.moves = true});
            const Solution found = engine.solve(position, {.moves = true}, {});
            CHECK(found.value == expected.value);
            CHECK(found.nodes == expected.nodes);
        }
    }
    CHECK(asked > 0);
}

TEST_CASE("an estimate decides where it is sure, for better and for worse") {
    Random random(52);
    auto hopeful = engine_with(Bold{{}, 4, true});
    auto gloomy = engine_with(Bold{{}, 4, false});
    Solver solver({}, 1 << 20);
    std::uint64_t nodes = 0, fewer = 0;
    for (int i = 0; i < 10; ++i) {
        const Position position = skat_minimax::random_position(GameType::kGrand, 8, random);
        const Solution exact = solver.solve(position);
        const Solution more = hopeful.solve(position, {}, {});
        CHECK(gloomy.solve(position, {}, {}).value.lower <= exact.value.lower);
        CHECK(more.value.lower >= exact.value.lower);
        nodes += exact.nodes;
        fewer += more.nodes;
    }
    CHECK(fewer < nodes);
}

}  // namespace kiebitz::solvers::skat
