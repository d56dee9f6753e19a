// What a Hearts position is worth (thesis §7.5): 26 minus the points of each seat, so that more is
// better (§5.5.1). Points still out are split by how many tricks the hands are expected to take.
#pragma once

#include <algorithm>

#include "games/hearts/hearts.hpp"
#include "games/tricks/strength.hpp"

namespace kiebitz::hearts {

class Evaluation {
  public:
    using Values = std::array<Score, 6>;

    /// Without the estimate a position counts the points taken so far, in whole points.
    /// `terms` adds those of the thesis' match program (§7.6.1) to the estimate: the queen costs
    /// more while its taker holds other spades, and it is good to split the points.
    explicit Evaluation(bool estimate, bool terms = false)
        : scale_(estimate ? 10 : 1), estimate_(estimate), terms_(terms && estimate) {}

    Values value(const State& state) const {
        const int n = state.players();
        Values values{};
        std::array<int, kMaxSeats> expected{};
        if (estimate_ && !state.is_over() && !state.is_passing()) expected = split_rest(state);
        for (int s = 0; s < n; ++s) {
            values[s] = scale_ * (kAllPoints - state.points(s)) - expected[s];
        }
        if (terms_ && !state.is_over() && !state.is_passing()) add_terms(state, values);
        return values;
    }

    Score highest(const State& state) const {
        const Rules& rules = state.rules();
        int best = kAllPoints;
        if (rules.moon == Moon::shooter_gains) best += kAllPoints;
        if (rules.no_trick_bonus && rules.moon != Moon::shooter_gains) best += 5;
        if (rules.jack_of_diamonds_bonus) best += 10;
        return scale_ * best + slack(state);
    }
    Score total(const State& state) const {
        const Rules& rules = state.rules();
        const int n = rules.players;
        // Points not yet taken make the sum higher unless they are estimated.
        int sum = kAllPoints * n - (estimate_ ? rules.all_points() : 0);
        if (rules.no_trick_bonus) sum += 5 * (n - 1);
        if (rules.moon == Moon::shooter_gains) sum = std::max(sum, kAllPoints * (n + 1));
        if (rules.jack_of_diamonds_bonus) sum += 10;
        return scale_ * (state.is_passing() ? kAllPoints * (n + 1) + 15 * n : sum);
    }
    Score step() const { return 1; }

    Score least(const State& state, int seat) const {
        if (state.is_passing()) return 0;
        const int rest = state.rules().all_points() - all_taken(state);
        if (state.rules().moon == Moon::others_pay && another_may_shoot(state, seat)) return 0;
        return scale_ * (kAllPoints - state.points_taken(seat) - rest) - slack(state);
    }
    Score most(const State& state, int seat) const {
        if (state.is_passing()) return highest(state);
        const Rules& rules = state.rules();
        if (rules.moon != Moon::none && state.points_taken(seat) == all_taken(state)) {
            return highest(state);
        }
        if (rules.moon == Moon::shooter_gains && another_may_shoot(state, seat)) {
            return highest(state);
        }
        int best = kAllPoints - state.points_taken(seat);
        if (rules.no_trick_bonus) best += 5;
        if (rules.jack_of_diamonds_bonus) best += 10;
        return scale_ * best + slack(state);
    }

  private:
    static constexpr int kQueenWithSpades = 30;  // in tenths of a point, from each
    static constexpr int kUnsplit = 5;  // from each of the others to the one with all points

    /// By how much the terms may move a value, either way.
    Score slack(const State& state) const {
        return terms_ ? (kQueenWithSpades + kUnsplit) * (state.players() - 1) : 0;
    }
    /// What one loses the others get, so that the sum stays.
    void add_terms(const State& state, Values& values) const {
        const int n = state.players();
        const auto pay = [&](int seat, int to_each) {
            for (int s = 0; s < n; ++s) values[s] += s == seat ? -to_each * (n - 1) : to_each;
        };
        const auto& play = state.play();
        const Cards live = play.unplayed() | play.table_cards();
        const int taken = all_taken(state);
        for (int s = 0; s < n; ++s) {
            const bool has_queen =
                (live & deck52::one(kQueenOfSpades)) == 0 && state.points_taken(s) >= 13;
            const bool has_spades = (play.hands[s] & deck52::suit_cards(deck52::kSpades)) != 0;
            if (has_queen && has_spades) pay(s, kQueenWithSpades / (n - 1));
            if (taken > 0 && state.points_taken(s) == taken && state.rules().moon != Moon::none)
                pay(s, -kUnsplit);
        }
    }
    static int all_taken(const State& state) {
        int sum = 0;
        for (int s = 0; s < state.players(); ++s) sum += state.points_taken(s);
        return sum;
    }
    static bool another_may_shoot(const State& state, int seat) {
        const int taken = all_taken(state);
        for (int s = 0; s < state.players(); ++s) {
            if (s != seat && state.points_taken(s) == taken) return true;
        }
        return false;
    }

    /// Expected points of each seat among those still out, scaled.
    std::array<int, kMaxSeats> split_rest(const State& state) const {
        const auto& play = state.play();
        const int n = state.players();
        const Cards live = play.unplayed() | play.table_cards();
        const auto weights = strengths_.of_hands(play);
        auto parts = tricks::shares(scale_ * count(live & kHeartCards), weights, n);
        if ((live & deck52::one(kQueenOfSpades)) != 0) {
            // The queen falls on whoever has to play high spades.
            std::array<int, kMaxSeats> danger{};
            for (int s = 0; s < n; ++s) {
                const Cards spades = play.hands[s] & deck52::suit_cards(deck52::kSpades);
                const int high = count(spades >> kQueenOfSpades << kQueenOfSpades);
                const int cover = count(spades) - high;
                danger[s] = weights[s] + 8 * tricks::kCertain * high / (1 + cover);
            }
            const auto queen = tricks::shares(scale_ * 13, danger, n);
            for (int s = 0; s < n; ++s) parts[s] += queen[s];
        }
        return parts;
    }

    int scale_;
    bool estimate_;
    bool terms_;
    tricks::KnownStrengths strengths_;
};

}  // namespace kiebitz::hearts
