// What a Spades position is worth (thesis §7.5): tricks taken, and those still out split by the
// strength of the hands. With bids, what the score would be with that many tricks.
#pragma once

#include <algorithm>

#include "games/spades/spades.hpp"
#include "games/tricks/strength.hpp"

namespace kiebitz::spades {

class Evaluation {
  public:
    using Values = std::array<Score, 6>;

    explicit Evaluation(bool estimate) : scale_(estimate ? 10 : 1), estimate_(estimate) {}

    Values value(const State& state) const {
        const int out = estimate_ && !state.is_over() ? kTricks - state.play().completed : 0;
        const auto tricks = strengths_.expected_tricks(state.play(), scale_, out);
        Values values{};
        for (int s = 0; s < kSeats; ++s) {
            values[s] = state.rules().bidding ? with_bid(state, s, tricks[s]) : tricks[s];
        }
        return values;
    }

    Score highest(const State& state) const {
        return scale_ * (state.rules().bidding ? 340 : kTricks);
    }
    Score total(const State& state) const {
        return scale_ * (state.rules().bidding ? kSeats * 340 : kTricks);
    }
    Score step() const { return 1; }

    Score least(const State& state, int seat) const {
        return state.rules().bidding ? 0 : scale_ * state.play().tricks[seat];
    }
    Score most(const State& state, int seat) const {
        if (state.rules().bidding) return highest(state);
        const auto& play = state.play();
        return scale_ * (kTricks - play.completed + play.tricks[seat]);
    }

  private:
    /// The score, shifted by 170 so that it is never negative. On the way to a bid that is not yet
    /// made, the tricks so far decide how much of it is lost.
    Score with_bid(const State& state, int seat, int tricks) const {
        const int bid = scale_ * std::max(0, state.bid(seat));
        if (state.is_over()) return scale_ * (170 + state.score(seat));
        if (tricks < bid) return scale_ * 170 - 10 * (bid - tricks);
        return scale_ * 170 + 10 * bid + (tricks - bid);
    }

    int scale_;
    bool estimate_;
    tricks::KnownStrengths strengths_;
};

}  // namespace kiebitz::spades
