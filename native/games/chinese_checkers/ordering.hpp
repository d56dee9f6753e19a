// Moves that carry a peg farthest towards its goal come first (thesis §6.3).
#pragma once

#include "games/chinese_checkers/chinese_checkers.hpp"
#include "games/ordering.hpp"

namespace kiebitz::chinese_checkers {

struct Order {
    void order(const State& state, State::Moves& moves) const {
        const Star& star = state.star();
        const int tip = star.tip(state.rules().goal(state.to_move()));
        order_by(moves, [&](Move move) {
            return star.distance(State::to_of(move), tip) -
                   star.distance(State::from_of(move), tip);
        });
    }
};

}  // namespace kiebitz::chinese_checkers
