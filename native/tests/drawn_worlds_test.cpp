// How worlds are drawn by a belief, whatever it can do.
#include <doctest/doctest.h>

#include <set>

#include "skat_positions.hpp"

using namespace kiebitz;
using namespace kiebitz::players::skat;
using namespace kiebitz::players::skat::testing;

TEST_CASE("few worlds are all drawn, many are drawn by weight") {
    const Simulation simulation = ending(5, GameType::kClubs, 4);
    const CardView view = simulation.view(simulation.to_move());
    const auto all = all_worlds(view);
    REQUIRE(all.size() > 20);
    const UniformBelief uniform;
    CHECK(draw(uniform, view, static_cast<int>(all.size()), 1, 1).size() == all.size());
    CHECK(draw(uniform, view, 10, 1, 1).size() == 10);

    struct OneCard final : Belief {
        void weigh(const CardView& v, std::span<const World> worlds,
                   std::span<double> weights) const override {
            for (std::size_t i = 0; i < worlds.size(); ++i) weights[i] = weight(v, worlds[i]);
        }
        static double weight(const CardView& v, const World& world) {
            const int other = (v.seat() + 1) % kSeats;
            return contains(world.hands[static_cast<std::size_t>(other)],
                            lowest(v.known.unseen() &
                                   ~v.known.impossible[static_cast<std::size_t>(other)]))
                       ? 3.0
                       : 1.0;
        }
    };
    const OneCard belief;
    double with = 0, weight = 0, total = 0;
    for (const World& world : all) {
        const double w = belief.weight(view, world);
        weight += w;
        with += w > 1 ? w : 0;
    }
    double drawn_with = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const auto drawn = draw(belief, view, 8, 100'000, seed);
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            total += drawn.weights[i];
            drawn_with += belief.weight(view, drawn.worlds[i]) > 1 ? drawn.weights[i] : 0;
        }
    }
    CHECK(total == doctest::Approx(400 * 8));
    CHECK(drawn_with / total == doctest::Approx(with / weight).epsilon(0.05));
}

TEST_CASE("distinct worlds are distinct, and their weights are right on average") {
    // One candidate has two thirds of all weight.
    DrawnWorlds all;
    const Simulation start = start_of(3, GameType::kClubs, 0);
    const Worlds worlds(start.view(1).known);
    for (std::uint64_t i = 0; i < 21; ++i) {
        all.worlds.push_back(worlds.nth(1000 * i));
        all.weights.push_back(i == 7 ? 40 : 1);
    }
    double heavy = 0, light = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        DrawnWorlds kept = all;
        Random random(seed);
        players::keep_distinct(kept, 5, random);
        REQUIRE(kept.size() == 5);
        double total = 0;
        for (double weight : kept.weights) total += weight;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) CHECK(!(kept.worlds[i] == kept.worlds[j]));
            if (kept.worlds[i] == all.worlds[7]) heavy += kept.weights[i] / total;
            if (kept.worlds[i] == all.worlds[3]) light += kept.weights[i] / total;
        }
    }
    CHECK(heavy / 400 == doctest::Approx(40.0 / 60));
    CHECK(light / 400 == doctest::Approx(1.0 / 60).epsilon(0.3));
}

TEST_CASE("inner worlds of a defender are distinct ones out of many candidates") {
    const Simulation start = start_of(5, GameType::kGrand, 0);
    const CardView view = start.view(1);
    DrawnWorlds drawn;
    players::draw_worlds(UniformBelief(), view, 10, 50, 1, drawn, true);
    CHECK(drawn.size() == 10);
}

TEST_CASE("every number comes once, and each first part of them is spread evenly") {
    for (std::uint64_t count : {1, 2, 3, 5, 64, 360, 1000, 4999}) {
        Random random(count);
        players::SpreadNumbers numbers(count, random);
        std::set<std::uint64_t> seen;
        std::uint64_t low = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t number = numbers.next();
            CHECK(number < count);
            seen.insert(number);
            if (i < count / 4) low += number < count / 2;
        }
        CHECK(seen.size() == count);
        if (count >= 64) CHECK(double(low) == doctest::Approx(double(count) / 8).epsilon(0.15));
    }
}

TEST_CASE("few worlds are weighed until they are enough, each at most once") {
    struct Flat final : Belief {
        mutable std::size_t weighed = 0;
        void weigh(const CardView&, std::span<const World> worlds,
                   std::span<double> weights) const override {
            weighed += worlds.size();
            std::fill(weights.begin(), weights.end(), 1.0);
        }
    };
    int looked_at = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Simulation simulation = ending(seed, GameType::kClubs, 5);
        const CardView view = simulation.view(simulation.to_move());
        const std::uint64_t all = Worlds(view.known).count();
        if (all < 200 || all > 5000) continue;
        ++looked_at;
        const Flat belief;
        DrawnWorlds drawn;
        players::draw_worlds(belief, view, 10, 5000, seed, drawn, true);
        CHECK(drawn.size() == 10);
        CHECK(belief.weighed == 64);  // forty are enough, and 64 are weighed at once
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) CHECK(!(drawn.worlds[i] == drawn.worlds[j]));
        }
    }
    CHECK(looked_at > 5);
}
