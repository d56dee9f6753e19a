#include <doctest/doctest.h>

#include <map>
#include <set>

#include "players/skat/ending_evaluation.hpp"
#include "players/skat/solver_evaluation.hpp"
#include "players/skat/uct.hpp"
#include "skat_positions.hpp"

using namespace kiebitz;
using namespace kiebitz::players::skat;
using namespace kiebitz::players::skat::testing;
using players::Cost;
using players::MonteCarloOptions;
using players::MoreWork;
using players::Rule;
using players::Value;
using players::Work;
using Tally = players::Tally<Cardplay>;

TEST_CASE("every player plays legal cards to the end, the same ones for the same seed") {
    const auto uniform = std::make_shared<UniformBelief>();
    std::vector<std::unique_ptr<CardPlayer>> players;
    players.push_back(std::make_unique<RandomPlayer>());
    players.push_back(std::make_unique<RulePlayer>());
    players.push_back(std::make_unique<MonteCarloPlayer>(
        uniform, std::make_unique<PlayoutEvaluation>(std::make_unique<RulePlayer>()),
        worlds_of(3, 10)));
    Work work;
    for (auto& player : players) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const auto type = static_cast<GameType>(seed % kGameTypes);
            Simulation simulation = start_of(seed, type, static_cast<int>(seed % 3), seed % 2 == 0);
            for (std::uint64_t step = 0; !simulation.is_over(); ++step) {
                const CardView view = simulation.view(simulation.to_move());
                const Move card = player->choose(view, derive_seed(seed, step), work);
                REQUIRE(contains(view.legal(), static_cast<Card>(card)));
                REQUIRE(card == player->clone()->choose(view, derive_seed(seed, step), work));
                simulation.play(card);
            }
        }
    }
}

TEST_CASE("a simulation shows every seat what the rules show it") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        State state(Deal::random(seed));
        Random random(seed);
        for (Move move : {bid_move(18), make_move(MoveKind::kPass), make_move(MoveKind::kPass),
                          make_move(MoveKind::kPickUp)}) {
            state.apply(move);
        }
        state.apply(declare_move({static_cast<GameType>(seed % kGameTypes)}));
        const Cards hand = state.hands()[1];
        state.apply(discard_move(lowest(hand), highest(hand)));
        Simulation simulation(CardView::of(state.view(state.to_move())),
                              World{state.hands(), state.skat()});
        while (!state.is_over()) {
            for (int seat = 0; seat < kSeats; ++seat) {
                const CardView expected = CardView::of(state.view(seat));
                const CardView seen = simulation.view(seat);
                CHECK(seen.tricks == expected.tricks);
                CHECK(seen.known.hand == expected.known.hand);
                CHECK(seen.known.put_away == expected.known.put_away);
                CHECK(seen.known.played == expected.known.played);
                CHECK(seen.known.impossible == expected.known.impossible);
                CHECK(Worlds(seen.known).count() == Worlds(expected.known).count());
            }
            Moves moves;
            state.legal_moves(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            state.apply(move);
            simulation.play(static_cast<Card>(content_of(move)));
        }
    }
}

TEST_CASE("asking only what is needed finds the card that asking everything finds") {
    // A belief that weighs worlds differently, and an evaluation that hides that it tells only
    // wins.
    struct Uneven final : Belief {
        void weigh(const CardView&, std::span<const World> worlds,
                   std::span<double> weights) const override {
            for (std::size_t i = 0; i < worlds.size(); ++i) weights[i] = 1 + worlds[i].skat % 3;
        }
    };
    struct Discreet final : Evaluation {
        SolverEvaluation inner{SolverMode::kWin, std::size_t{1} << 20, std::nullopt,
                               NullMode::kWin};
        bool evaluate(const CardView& view, const World& world, std::uint64_t seed,
                      std::span<const Move> moves, std::span<Value> values, Work& work,
                      Cost& cost) override {
            return inner.evaluate(view, world, seed, moves, values, work, cost);
        }
        std::unique_ptr<Evaluation> clone() const override { return std::make_unique<Discreet>(); }
    };
    const auto belief = std::make_shared<Uneven>();
    MonteCarloPlayer asks_little(
        belief,
        std::make_unique<SolverEvaluation>(SolverMode::kWin, std::size_t{1} << 20, std::nullopt,
                                           NullMode::kWin),
        worlds_of(8, 8));
    MonteCarloPlayer asks_all(belief, std::make_unique<Discreet>(), worlds_of(8, 8));
    int differences = 0, decisions = 0;
    for (std::uint64_t seed = 0; seed < 90; ++seed) {
        const auto type = static_cast<GameType>(seed % 5);
        const Simulation simulation = ending(seed, type, 5 + static_cast<int>(seed % 3), seed % 2);
        const CardView view = simulation.view(simulation.to_move());
        Work little, all;
        const Move chosen = asks_all.choose(view, seed, all);
        CHECK(asks_little.choose(view, seed, little) == chosen);
        ++decisions;
        differences += chosen != Cardplay::manners(view);
    }
    // Often enough the search knows better than manners.
    CHECK(differences * 10 > decisions);

    differences = decisions = 0;
    std::uint64_t nodes_of_few = 0, nodes_of_all = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Simulation simulation =
            ending(seed, GameType::kNull, 5 + static_cast<int>(seed % 4), seed % 2);
        if (simulation.is_over()) continue;
        const CardView view = simulation.view(simulation.to_move());
        Work little, all;
        const Move chosen = asks_all.choose(view, seed, all);
        CHECK(asks_little.choose(view, seed, little) == chosen);
        nodes_of_few += little.nodes();
        nodes_of_all += all.nodes();
        ++decisions;
        differences += chosen != Cardplay::manners(view);
    }
    CHECK(decisions > 100);
    CHECK(nodes_of_few < nodes_of_all);
    CHECK(differences * 20 > decisions);

    // Where the game is settled, nothing is asked, and the card is the same.
    int settled = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const Simulation simulation =
            ending(seed, static_cast<GameType>(seed % 5), 2 + static_cast<int>(seed % 4), seed % 2);
        const CardView view = simulation.view(simulation.to_move());
        Work little, all;
        CHECK(asks_little.choose(view, seed, little) == asks_all.choose(view, seed, all));
        if (skat::is_settled(view.tricks.contract, view.bid, view.tricks)) {
            ++settled;
            CHECK(little.nodes() == 0);
            // However the game goes on, it ends as it was settled.
            const bool lost = view.tricks.points[1] >= kTotalPoints / 2;
            RandomPlayer random;
            Simulation rest = simulation;
            for (std::uint64_t step = 0; !rest.is_over(); ++step) {
                rest.play(random.choose(rest.view(rest.to_move()), derive_seed(seed, step), all));
            }
            CHECK(rest.result().won != lost);
        }
    }
    CHECK(settled > 20);
}

TEST_CASE("a tally leaves behind what is behind for sure, and nothing else") {
    Tally careful(Rule::kAverage, 4, 2.5);
    Tally all(Rule::kAverage, 4);
    for (int world = 0; world < 16; ++world) {
        // The third card loses every world, the second every fourth, the fourth is a point better.
        const double fourth = world % 4 == 0 ? 0 : 1;
        const std::array<Value, 4> row = {Value{1, 60}, Value{fourth, 60}, Value{0, 0},
                                          Value{1, 61}};
        careful.add(row, 1);
        all.add(row, 1);
    }
    careful.drop_behind();
    all.drop_behind();
    CHECK(careful.running() == std::vector<std::size_t>{0, 1, 3});
    CHECK(all.running().size() == 4);
    for (int world = 0; world < 64; ++world) {
        const double second = world % 4 == 0 ? 0 : 1;
        careful.add(std::array<Value, 3>{Value{1, 60}, Value{second, 60}, Value{1, 61}}, 1);
    }
    careful.drop_behind();
    CHECK(careful.running() == std::vector<std::size_t>{0, 3});
    CHECK(careful.best() == 3);
    CHECK(careful.value(1).win == doctest::Approx(0.75));
    CHECK(careful.value(2).win == 0);
}

TEST_CASE("a card is worth the same whichever others are asked about") {
    const Simulation simulation = ending(3, GameType::kClubs, 5, false);
    const CardView view = simulation.view(simulation.to_move());
    const auto drawn = draw(UniformBelief{}, view, 6, 6, 3);
    const auto moves = moves_of(view);
    REQUIRE(moves.size() > 1);
    SolverEvaluation points(SolverMode::kPoints, std::size_t{1} << 20);
    SolverEvaluation steps(SolverMode::kSteps, std::size_t{1} << 20);
    PlayoutEvaluation playout(std::make_unique<RandomPlayer>());
    Work work;
    Cost cost;
    for (Evaluation* evaluation :
         {static_cast<Evaluation*>(&points), static_cast<Evaluation*>(&steps),
          static_cast<Evaluation*>(&playout)}) {
        for (const World& world : drawn.worlds) {
            std::vector<Value> all(moves.size());
            evaluation->evaluate(view, world, 5, moves, all, work, cost);
            for (std::size_t i = 0; i < moves.size(); ++i) {
                std::array<Value, 1> alone;
                evaluation->evaluate(view, world, 5, std::span(&moves[i], 1), alone, work, cost);
                CHECK(alone[0].win == all[i].win);
                CHECK(alone[0].points == all[i].points);
            }
        }
    }
}

TEST_CASE("a blend lies between its parts") {
    const Simulation simulation = ending(4, GameType::kSpades, 5, false);
    const CardView view = simulation.view(simulation.to_move());
    const auto drawn = draw(UniformBelief{}, view, 4, 4, 3);
    const auto moves = moves_of(view);
    const auto playout = [] {
        return std::make_unique<PlayoutEvaluation>(std::make_unique<RandomPlayer>());
    };
    const auto solver = [] {
        return std::make_unique<SolverEvaluation>(SolverMode::kPoints, std::size_t{1} << 20);
    };
    BlendedEvaluation blend(playout(), solver(), 0.25);
    Work work;
    Cost cost;
    for (const World& world : drawn.worlds) {
        std::vector<Value> first(moves.size()), second(moves.size()), mixed(moves.size());
        playout()->evaluate(view, world, 7, moves, first, work, cost);
        solver()->evaluate(view, world, 7, moves, second, work, cost);
        blend.evaluate(view, world, 7, moves, mixed, work, cost);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            CHECK(mixed[i].points ==
                  doctest::Approx(0.75 * first[i].points + 0.25 * second[i].points));
            CHECK(mixed[i].win == doctest::Approx(0.75 * first[i].win + 0.25 * second[i].win));
        }
    }
}

TEST_CASE("manners beat chance: the rule player wins more as declarer and as defender") {
    RulePlayer rules;
    RandomPlayer random;
    const auto points = [](CardPlayer& declarer, CardPlayer& defender) {
        int sum = 0;
        Work work;
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            Simulation simulation =
                start_of(seed, static_cast<GameType>(seed % 5), static_cast<int>(seed % 3));
            for (std::uint64_t step = 0; !simulation.is_over(); ++step) {
                const int seat = simulation.to_move();
                CardPlayer& player =
                    seat == simulation.position().tricks().declarer ? declarer : defender;
                simulation.play(
                    player.choose(simulation.view(seat), derive_seed(seed, step), work));
            }
            sum += simulation.position().score(simulation.position().tricks().declarer);
        }
        return sum / 400;
    };
    const int even = points(random, random);
    CHECK(points(rules, random) > even + 10);
    CHECK(points(random, rules) < even - 10);
}

TEST_CASE("estimates give way to another evaluation when hands are short") {
    EndingEvaluation mixed(std::make_unique<PlayoutEvaluation>(std::make_unique<RulePlayer>()),
                           std::make_unique<SolverEvaluation>(SolverMode::kPoints, 1 << 20), 3);
    for (int cards : {3, 4}) {
        const Simulation play = ending(8, GameType::kHearts, cards);
        const CardView view = play.view(play.to_move());
        const World world{play.position().hands(), play.position().skat()};
        const auto moves = moves_of(view);
        std::vector<Value> values(moves.size()), expected(moves.size());
        Work work;
        Cost cost;
        mixed.evaluate(view, world, 1, moves, values, work, cost);
        if (cards == 3) {
            SolverEvaluation(SolverMode::kPoints, 1 << 20)
                .evaluate(view, world, 1, moves, expected, work, cost);
        } else {
            PlayoutEvaluation(std::make_unique<RulePlayer>())
                .evaluate(view, world, 1, moves, expected, work, cost);
        }
        for (std::size_t i = 0; i < moves.size(); ++i) {
            CHECK(values[i].win == expected[i].win);
            CHECK(values[i].points == expected[i].points);
        }
    }
}
