// A game's own score as its evaluation: for games that bring no other, and for whole trees.
#pragma once

#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

struct ScoreEvaluation {
    Score lowest = 0;   // of any score, at any time
    Score best = 1000;  // of any score
    Score sum = 6000;   // of all scores together
    Score unit = 1;     // the least difference of two scores

    template <class S>
    Values value(const S& state) const {
        Values values{};
        for (int s = 0; s < state.players(); ++s) values[s] = state.score(s) - lowest;
        return values;
    }
    template <class S>
    Score highest(const S&) const {
        return best - lowest;
    }
    template <class S>
    Score total(const S& state) const {
        return sum - state.players() * lowest;
    }
    Score step() const { return unit; }
    template <class S>
    Score least(const S&, int) const {
        return 0;
    }
    template <class S>
    Score most(const S& state, int) const {
        return highest(state);
    }
};

}  // namespace kiebitz::multiplayer
