// What a Sergeant Major position is worth: tricks, those still out split by the strength of the
// hands. The tricks that a seat needs only shift its values and change no decision.
#pragma once

#include "games/sergeant_major/sergeant_major.hpp"
#include "games/tricks/strength.hpp"

namespace kiebitz::sergeant_major {

class Evaluation {
  public:
    using Values = std::array<Score, 6>;

    explicit Evaluation(bool estimate) : scale_(estimate ? 10 : 1), estimate_(estimate) {}

    Values value(const State& state) const {
        const int out = estimate_ && !state.is_over() ? kTricks - state.play().completed : 0;
        const auto tricks = strengths_.expected_tricks(state.play(), scale_, out);
        Values values{};
        for (int s = 0; s < kSeats; ++s) values[s] = tricks[s];
        return values;
    }
    Score highest(const State&) const { return scale_ * kTricks; }
    Score total(const State&) const { return scale_ * kTricks; }
    Score step() const { return 1; }
    Score least(const State& state, int seat) const { return scale_ * state.play().tricks[seat]; }
    Score most(const State& state, int seat) const {
        const auto& play = state.play();
        return scale_ * (kTricks - play.completed + play.tricks[seat]);
    }

  private:
    int scale_;
    bool estimate_;
    tricks::KnownStrengths strengths_;
};

}  // namespace kiebitz::sergeant_major
