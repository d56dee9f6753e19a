// What a Cribbage position is worth: points since the deal. Points only grow, which is the bound;
// their sum is not constant, so that little can be pruned, and little need be (thesis §7.5.3).
#pragma once

#include "games/cribbage/cribbage.hpp"

namespace kiebitz::cribbage {

class Evaluation {
  public:
    using Values = std::array<Score, 6>;

    explicit Evaluation(bool estimate) : estimate_(estimate) {}

    /// With the estimate, hands that are still to be shown count already.
    Values value(const State& state) const {
        Values values{};
        const Rules& rules = state.rules();
        for (int s = 0; s < rules.players; ++s) {
            values[s] = state.score(s) - rules.start[s];
            if (!estimate_ || state.is_over() || !state.is_playing()) continue;
            const auto& table = state.table();
            values[s] += show_points(table.played[s] | table.hands[s], state.starter(), false);
            if (s == rules.dealer) values[s] += show_points(state.crib(), state.starter(), true);
            values[s] = std::min(values[s], rules.target - rules.start[s]);
        }
        return values;
    }
    Score highest(const State& state) const { return state.rules().target; }
    Score total(const State& state) const { return state.players() * state.rules().target; }
    Score step() const { return 1; }
    Score least(const State& state, int seat) const {
        return state.score(seat) - state.rules().start[seat];
    }
    Score most(const State& state, int seat) const {
        return state.rules().target - state.rules().start[seat];
    }

  private:
    bool estimate_;
};

/// High cards first, as they fit ever less.
struct Order {
    void order(const State&, State::Moves& moves) const {
        std::stable_sort(moves.begin(), moves.end(), [](Move a, Move b) {
            return value_of(static_cast<Card>(a)) > value_of(static_cast<Card>(b));
        });
    }
};

}  // namespace kiebitz::cribbage
