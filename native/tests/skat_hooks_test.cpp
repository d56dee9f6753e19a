// What may be hung into the Skat search from outside: an estimate that decides without proof.
#include <doctest/doctest.h>

#include <optional>

#include "skat_minimax.hpp"
#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/solver.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/skat/variants/control_bounds.hpp"

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

namespace {

/// The most that the side on lead takes without losing a trick, by the definition alone.
int in_control(skat_minimax::Table& table, bool declarers) {
    if (table.over()) return 0;
    const bool ours = (table.mover() == table.declarer) == declarers;
    // At a lead the side may stop.
    int best = ours ? 0 : 1000;
    for (const int card : table.legal()) {
        skat_minimax::Table next = table;
        std::erase(next.hands[next.mover()], card);
        next.trick.push_back(card);
        int value = 0;
        if (next.trick.size() < 3) {
            value = in_control(next, declarers);
        } else if ((next.winner() == next.declarer) == declarers) {
            for (const int won : next.trick) value += skat_minimax::points_of(won);
            next.leader = next.winner();
            next.trick.clear();
            value += in_control(next, declarers);
        }
        best = ours ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

}  // namespace

TEST_CASE("the oracle finds what can be taken without losing the lead, and no rule takes more") {
    using variants::ControlOracle;
    Random random(53);
    int less = 0;
    for (GameType game : {GameType::kHearts, GameType::kGrand}) {
        for (int i = 0; i < 150; ++i) {
            const Position position = skat_minimax::random_position(game, 4, random);
            if (position.played_count > 0) continue;
            skat_minimax::Table table(position);
            const bool declarers = position.leader == position.declarer;
            const int truth = in_control(table, declarers);
            // The solver's own numbers: the declarer is player 0.
            const Relabelling labels(game);
            std::array<Cards, 3> hands{};
            for (int seat = 0; seat < 3; ++seat) {
                hands[(seat - position.declarer + 3) % 3] = labels.to_inner(position.hands[seat]);
            }
            const int leader = (position.leader - position.declarer + 3) % 3;
            const auto check = [&]<Kind K>() {
                const Valuation valuation = Valuation::of(K, false);
                ControlOracle<K> oracle;
                if (truth > 0) CHECK(oracle.best(hands, leader, truth) >= truth);
                CHECK(oracle.best(hands, leader, truth + 1) == truth);
                const int ours =
                    leader == 0 ? declarer_from_the_top<K>(hands, valuation, false, false).points
                                : defenders_from_the_top<K>(hands, leader, valuation, 200,
                                                            {false, false, false})
                                      .points;
                CHECK(ours <= truth);
                less += ours < truth ? 1 : 0;
                if (leader == 0) {
                    CHECK(declarer_from_the_top<K, true>(hands, valuation, false, false).points <=
                          ours);
                }
            };
            if (game == GameType::kGrand) {
                check.template operator()<Kind::grand>();
            } else {
                check.template operator()<Kind::suit>();
            }
        }
    }
    CHECK(less > 0);
}

TEST_CASE("bounds of the side on lead change no value") {
    Random random(54);
    Solver solver({}, 1 << 20);
    using variants::ControlRule;
    for (GameType game : {GameType::kSpades, GameType::kGrand}) {
        for (int i = 0; i < 6; ++i) {
            const Position position = skat_minimax::random_position(game, 7, random);
            const Solution expected = solver.solve(position);
            for (ControlRule rule : {ControlRule::none, ControlRule::ours, ControlRule::revalued,
                                     ControlRule::optimal}) {
                const auto engine = variants::make_control_engine({}, 1 << 20, {rule, rule});
                CHECK(engine->solve(position, {}, {}).value == expected.value);
            }
        }
    }
}

}  // namespace kiebitz::solvers::skat
