#include <doctest/doctest.h>

#include <set>

#include "players/skat/achievable.hpp"
#include "players/skat/paranoid.hpp"
#include "players/skat/postponed_evaluation.hpp"
#include "players/skat/solver_evaluation.hpp"
#include "skat_positions.hpp"

using namespace kiebitz;
using namespace kiebitz::players::skat;
using namespace kiebitz::players::skat::testing;
using players::Cost;
using players::Value;
using players::Work;

TEST_CASE("paranoid search agrees with the listing of all worlds in endings") {
    ParanoidSearch fast(12);
    ListedWorldsSearch slow;
    int yes = 0, no = 0;
    for (std::uint64_t seed = 0; seed < 700; ++seed) {
        const auto type = static_cast<GameType>(seed % kGameTypes);
        const bool hand = seed / 6 % 3 == 0;
        const Simulation simulation = ending(seed, type, hand ? 2 : 3, hand);
        if (simulation.is_over()) continue;
        const CardView view = simulation.view(simulation.position().tricks().declarer);
        const auto worlds = all_worlds(view);
        const int sure = view.tricks.points[0] + points_in(view.known.put_away);
        for (int extra : {1, 8, 15, 22, 30}) {
            const Goal goal = type == GameType::kNull ? Goal{Goal::Kind::kNoTrick, 0}
                              : extra == 1            ? Goal{Goal::Kind::kAllTricks, 120}
                                                      : Goal{Goal::Kind::kPoints, sure + extra};
            const Proof expected = slow.proves(view, worlds, goal);
            CHECK(fast.proves(view, goal) == expected);
            (expected == Proof::kYes ? yes : no) += 1;
        }
    }
    CHECK(yes > 200);
    CHECK(no > 200);
}

TEST_CASE("cards that keep a sure win are found, and none else") {
    ParanoidSearch fast(12);
    ListedWorldsSearch slow;
    int some = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const auto type = static_cast<GameType>(seed % 5);
        const Simulation simulation = ending(seed, type, 3);
        if (simulation.is_over()) continue;
        const CardView view = simulation.view(simulation.to_move());
        if (!view.is_declarer()) continue;
        const Goal goal{Goal::Kind::kPoints,
                        view.tricks.points[0] + points_in(view.known.put_away) + 18};
        bool complete = false;
        const Cards sure = fast.sure_cards(view, goal, 0, complete);
        CHECK(complete);
        const auto worlds = all_worlds(view);
        for (Card card : each_card(view.legal())) {
            CardView next = view;
            next.tricks.play(card);
            std::vector<World> rest = worlds;
            for (World& world : rest)
                world.hands[static_cast<std::size_t>(view.seat())] &= ~bit(card);
            const bool expected = slow.proves(next, rest, goal) == Proof::kYes;
            CHECK(contains(sure, card) == expected);
        }
        const bool mixed = sure != 0 && sure != view.legal();
        some += mixed;
    }
    CHECK(some > 5);
}

TEST_CASE("the open-hand solver settles sets of worlds as the listing does") {
    AchievableSearch fast(std::size_t{1} << 20);
    ListedWorldsSearch slow;
    int yes = 0, no = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto type = static_cast<GameType>(seed % kGameTypes);
        const Simulation simulation = ending(seed, type, 3);
        if (simulation.is_over()) continue;
        const CardView view = simulation.view(simulation.position().tricks().declarer);
        auto worlds = all_worlds(view);
        if (worlds.size() > 4) worlds.resize(4);
        Goal goal{Goal::Kind::kPoints,
                  view.tricks.points[0] + points_in(view.known.put_away) + 5 + int(seed % 4) * 5};
        if (type == GameType::kNull) goal.kind = Goal::Kind::kNoTrick;
        if (type != GameType::kNull && seed % 7 == 0) goal.kind = Goal::Kind::kAllTricks;
        const Proof answer = fast.proves(view, worlds, goal);
        CHECK(answer == slow.proves(view, worlds, goal));
        (answer == Proof::kYes ? yes : no) += 1;
    }
    CHECK(yes > 20);
    CHECK(no > 20);
}

TEST_CASE("an achievable set is achievable, and nothing more fits into it in its order") {
    int grown = 0;
    AchievableSearch solving(std::size_t{1} << 20);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Simulation simulation = ending(seed, static_cast<GameType>(seed % 5), 3);
        if (simulation.is_over()) continue;
        const CardView view = simulation.view(simulation.position().tricks().declarer);
        auto worlds = all_worlds(view);
        if (worlds.size() > 12) worlds.resize(12);
        const Goal goal{Goal::Kind::kPoints,
                        view.tricks.points[0] + points_in(view.known.put_away) + 15};
        std::vector<std::size_t> order(worlds.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto set = grow_achievable_set(solving, view, worlds, order, goal, 0);
        const auto largest = largest_achievable_set(view, worlds, goal, 3, 0);
        std::vector<World> held;
        for (std::size_t i : set) held.push_back(worlds[i]);
        ListedWorldsSearch search;
        if (!held.empty()) CHECK(search.proves(view, held, goal) == Proof::kYes);
        std::vector<World> most;
        for (std::size_t i : largest) most.push_back(worlds[i]);
        if (!most.empty()) CHECK(search.proves(view, most, goal) == Proof::kYes);
        CHECK(most.empty() == held.empty());
        grown += set.size() > 1 && set.size() < worlds.size();
        for (std::size_t i = 0; i < worlds.size(); ++i) {
            if (std::find(set.begin(), set.end(), i) != set.end()) continue;
            std::vector<World> more = held;
            more.push_back(worlds[i]);
            CHECK(search.proves(view, more, goal) == Proof::kNo);
        }
    }
    CHECK(grown > 3);
}

TEST_CASE("a plan for all own cards wins in as many worlds as the largest achievable set") {
    int found = 0, behind = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const auto type = static_cast<GameType>(seed % 5);
        const Simulation play = ending(seed, type, 4);
        if (play.is_over() || play.to_move() != play.position().tricks().declarer) continue;
        CardView view = play.view(play.to_move());
        const Worlds possible(view.known);
        if (possible.count() < 6) continue;
        std::vector<World> worlds;  // far from each other
        for (std::uint64_t i = 0; i < 6; ++i)
            worlds.push_back(possible.nth(i * possible.count() / 6));
        {
            // As many points so far that the first of them is just won with open cards.
            SolverEvaluation exact(SolverMode::kPoints, 1 << 20);
            Work work;
            Cost cost;
            const auto legal = moves_of(view);
            std::vector<Value> row(legal.size());
            exact.evaluate(view, worlds[0], 1, legal, row, work, cost);
            double most = 0;
            for (const Value& value : row) most = std::max(most, value.points);
            const auto more = static_cast<std::int16_t>(61 - static_cast<int>(most));
            view.tricks.points[0] = static_cast<std::int16_t>(view.tricks.points[0] + more);
            view.tricks.points[1] = static_cast<std::int16_t>(view.tricks.points[1] - more);
            if (view.tricks.points[0] < 0 || view.tricks.points[1] < 0) continue;
        }
        const std::vector<double> weights(worlds.size(), 1.0);
        const std::vector<std::uint64_t> seeds(worlds.size(), 1);
        const auto moves = moves_of(view);
        std::vector<Value> values(worlds.size() * moves.size());
        std::vector<Cost> costs(worlds.size());
        const auto wins_of = [&](int postponed, int front) {
            PostponedEvaluation evaluation(
                std::make_unique<SolverEvaluation>(SolverMode::kPoints, 1 << 20),
                {postponed, front, 100});
            Work work;
            evaluation.evaluate_many(view, worlds, weights, seeds, moves, values, work, costs);
            double most = 0;
            for (std::size_t m = 0; m < moves.size(); ++m) {
                double wins = 0;
                for (std::size_t i = 0; i < worlds.size(); ++i) {
                    wins += values[i * moves.size() + m].win;
                }
                most = std::max(most, wins);
            }
            return most;
        };
        const double open = wins_of(1, 1), two = wins_of(2, 100), all = wins_of(10, 1000);
        // By brute force: the largest group of worlds in which one strategy wins.
        double largest = 0;
        for (unsigned set = 0; set < 1U << worlds.size(); ++set) {
            std::vector<World> group;
            for (std::size_t i = 0; i < worlds.size(); ++i) {
                if (set >> i & 1) group.push_back(worlds[i]);
            }
            if (static_cast<double>(group.size()) <= largest) continue;
            ListedWorldsSearch search;
            if (search.proves(view, group, view.goal_in(group[0])) == Proof::kYes) {
                largest = static_cast<double>(group.size());
            }
        }
        CHECK(all == largest);
        CHECK(two >= all);
        CHECK(open >= two);
        ++found;
        behind += open > all;
    }
    CHECK(found > 5);
    CHECK(behind > 0);  // open cards promise too much in some
}
