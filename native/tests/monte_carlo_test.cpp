#include "players/monte_carlo.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <vector>

#include "games/hearts/evaluation.hpp"
#include "games/hearts/hearts.hpp"
#include "games/hearts/ordering.hpp"
#include "games/skat/state.hpp"
#include "players/skat/rule_player.hpp"
#include "players/skat/solver_evaluation.hpp"
#include "players/whole_states.hpp"

// Inside, where skat is that of the players.
namespace kiebitz::players {

namespace {

using skat::Cardplay;
using skat::CardView;

/// The lead of a grand that the second seat declares.
CardView first_lead(std::uint64_t seed) {
    const auto deal = kiebitz::skat::Deal::random(seed);
    CardView view;
    view.tricks.contract = {kiebitz::skat::GameType::kGrand};
    view.tricks.declarer = 1;
    view.known.declarer = 1;
    view.bid = 18;
    return skat::Simulation(view, {deal.hands, deal.skat}).view(0);
}

std::unique_ptr<skat::Evaluation> by_rules() {
    return std::make_unique<skat::PlayoutEvaluation>(std::make_unique<skat::RulePlayer>());
}

std::unique_ptr<skat::Evaluation> by_solver() {
    return std::make_unique<skat::SolverEvaluation>(skat::SolverMode::kWin, std::size_t{1} << 20);
}

/// Playouts by players who play out themselves.
std::unique_ptr<skat::Evaluation> by_players_of_worlds(int worlds) {
    MonteCarloOptions options;
    options.worlds = worlds;
    return std::make_unique<skat::PlayoutEvaluation>(std::make_unique<skat::MonteCarloPlayer>(
        std::make_shared<skat::UniformBelief>(), by_solver(), options));
}

MonteCarloOptions with(int threads, int worlds = 24, double margin = 0) {
    MonteCarloOptions options;
    options.worlds = worlds;
    options.threads = threads;
    options.margin = margin;
    options.remember = true;
    return options;
}

void check_same(const skat::MonteCarloSearch& a, const skat::MonteCarloSearch& b) {
    CHECK(a.worlds() == b.worlds());
    CHECK(a.best() == b.best());
    REQUIRE(a.moves().size() == b.moves().size());
    for (std::size_t i = 0; i < a.moves().size(); ++i) {
        CHECK(a.value(i).win == b.value(i).win);
        CHECK(a.value(i).points == b.value(i).points);
        CHECK(a.error(i).points == b.error(i).points);
    }
    CHECK(a.remembered().worlds == b.remembered().worlds);
}

}  // namespace

TEST_CASE("a search that is asked again goes on where it was") {
    const auto belief = std::make_shared<skat::UniformBelief>();
    skat::MonteCarloSearch once(belief, by_rules(), with(1)), again(belief, by_rules(), with(1));
    once.start(first_lead(9), 4);
    again.start(first_lead(9), 4);
    once.run({.worlds = 60});
    for (int part : {1, 7, 20, 32}) again.run({.worlds = static_cast<std::uint64_t>(part)});
    CHECK(once.worlds() == 60);
    check_same(once, again);
}

TEST_CASE("worlds and nodes give one answer on any number of threads") {
    const auto belief = std::make_shared<skat::UniformBelief>();
    for (const MoreWork& more :
         {MoreWork{.worlds = 40}, MoreWork{.nodes = 3000}, MoreWork{.nodes = 60'000},
          MoreWork{.worlds = 9, .nodes = 90'000}}) {
        for (double margin : {0.0, 2.5}) {
            for (const auto& evaluation : {by_rules, by_solver}) {
                skat::MonteCarloSearch one(belief, evaluation(), with(1, 24, margin));
                one.start(first_lead(3), 8);
                one.run(more);
                for (int threads : {2, 5}) {
                    skat::MonteCarloSearch some(belief, evaluation(), with(threads, 24, margin));
                    some.start(first_lead(3), 8);
                    some.run(more);
                    check_same(one, some);
                    if (more.nodes) CHECK(one.nodes() == some.nodes());
                }
            }
        }
    }
}

TEST_CASE("nodes end with the world that reaches their bound") {
    const auto belief = std::make_shared<skat::UniformBelief>();
    for (const auto& evaluation : {by_rules, by_solver}) {
        skat::MonteCarloSearch search(belief, evaluation(), with(1));
        search.start(first_lead(5), 2);
        search.run({.worlds = 1, .nodes = 1'000'000'000});
        std::uint64_t sum = search.nodes();
        CHECK(sum > 0);
        for (int world = 1; world < 6; ++world) {
            search.run({.worlds = 1, .nodes = 1'000'000'000});
            skat::MonteCarloSearch bounded(belief, evaluation(), with(3));
            bounded.start(first_lead(5), 2);
            // One more than the worlds before cost: one world more.
            bounded.run({.nodes = sum + 1});
            CHECK(bounded.nodes() == search.nodes());
            CHECK(bounded.worlds() == search.worlds());
            sum = search.nodes();
        }
    }
}

TEST_CASE("time is up within playouts too, and there is a card all the same") {
    const auto belief = std::make_shared<skat::UniformBelief>();
    MonteCarloOptions options;
    options.worlds = 400;
    auto evaluation = std::make_unique<skat::PlayoutEvaluation>(
        std::make_unique<skat::MonteCarloPlayer>(belief, by_players_of_worlds(40), options));
    for (int threads : {1, 3}) {
        skat::MonteCarloSearch search(belief, evaluation->clone(), with(threads));
        const CardView view = first_lead(7);
        search.start(view, 1);
        // One world takes minutes.
        CHECK(search.run({.seconds = 0.05}));
        CHECK(search.worlds() == 0);
        CHECK(search.best() == Cardplay::manners(view));
        // A world that was broken off is valued again.
        CHECK(search.run({.seconds = 0.05}));
    }
}

TEST_CASE("errors are those of a mean, and none when all worlds are known") {
    const auto belief = std::make_shared<skat::UniformBelief>();
    skat::MonteCarloSearch search(belief, by_rules(), with(2, 200));
    search.start(first_lead(2), 3);
    search.run({.worlds = 200});
    const std::size_t n = search.moves().size(), worlds = search.worlds();
    for (std::size_t move = 0; move < n; ++move) {
        double mean = 0, squares = 0;
        for (std::size_t w = 0; w < worlds; ++w) {
            mean += search.remembered_values()[w * n + move].points / double(worlds);
        }
        for (std::size_t w = 0; w < worlds; ++w) {
            const double off = search.remembered_values()[w * n + move].points - mean;
            squares += off * off;
        }
        CHECK(search.value(move).points == doctest::Approx(mean));
        CHECK(search.error(move).points == doctest::Approx(std::sqrt(squares) / double(worlds)));
    }
    // Some tricks on, few worlds are left.
    skat::Simulation simulation(first_lead(2), search.remembered().worlds[0]);
    while (kiebitz::skat::Worlds(simulation.view(simulation.to_move()).known).count() > 150 ||
           count(simulation.view(simulation.to_move()).legal()) < 2) {
        simulation.play(Cardplay::manners(simulation.view(simulation.to_move())));
        REQUIRE(!simulation.is_over());
    }
    search.start(simulation.view(simulation.to_move()), 3);
    CHECK(!search.run({}));
    CHECK(search.worlds() ==
          kiebitz::skat::Worlds(simulation.view(simulation.to_move()).known).count());
    CHECK(search.error(0).points == 0);
}

TEST_CASE("many worlds can be valued in one pass") {
    struct InPasses final : skat::Evaluation {
        std::unique_ptr<skat::Evaluation> inner = by_rules();
        bool evaluate(const CardView& view, const skat::World& world, std::uint64_t seed,
                      std::span<const Move> moves, std::span<Value> values, Work& work,
                      Cost& cost) override {
            return inner->evaluate(view, world, seed, moves, values, work, cost);
        }
        std::size_t pass() const override { return 7; }
        std::unique_ptr<skat::Evaluation> clone() const override {
            return std::make_unique<InPasses>();
        }
    };
    const auto belief = std::make_shared<skat::UniformBelief>();
    skat::MonteCarloSearch plain(belief, by_rules(), with(1)),
        batched(belief, std::make_unique<InPasses>(), with(2));
    for (auto* search : {&plain, &batched}) {
        search->start(first_lead(6), 5);
        search->run({.worlds = 50});
    }
    check_same(plain, batched);
}

TEST_CASE("Hearts: a belief decides what the same search finds") {
    using G = WholeStates<hearts::State>;
    // The queen of spades is with the next seat for sure.
    struct QueenLeft final : Belief<G> {
        void weigh(const hearts::View& view, std::span<const hearts::State> worlds,
                   std::span<double> weights) const override {
            const auto queen = deck52::one(hearts::kQueenOfSpades);
            const auto next = static_cast<std::size_t>((view.whose() + 1) % 4);
            for (std::size_t i = 0; i < worlds.size(); ++i) {
                weights[i] = (worlds[i].play().hands[next] & queen) != 0 ? 1 : 0;
            }
        }
    };
    using Open = OpenSearch<hearts::State, hearts::Evaluation, hearts::Order>;
    multiplayer::Limits limits;
    limits.depth = 1;
    Random random(3);
    const hearts::State state = hearts::State::deal({}, random);
    const auto queen = deck52::one(hearts::kQueenOfSpades);
    const int seat = state.to_move();
    MonteCarloSearch<G> search(
        std::make_shared<QueenLeft>(),
        std::make_unique<Open>(hearts::Evaluation(true), multiplayer::SearchOptions{}, limits),
        with(2, 10));
    search.start(state.view(seat), 1);
    search.run({.worlds = 10});
    if (search.moves().size() > 1 &&
        (state.play().hands[static_cast<std::size_t>(seat)] & queen) == 0) {
        CHECK(search.worlds() > 0);
        CHECK(search.nodes() > 0);
        for (const auto& world : search.remembered().worlds) {
            CHECK((world.play().hands[static_cast<std::size_t>((seat + 1) % 4)] & queen) != 0);
        }
    }
}

}  // namespace kiebitz::players
