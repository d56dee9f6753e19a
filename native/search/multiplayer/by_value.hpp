// Moves by what the evaluation says of the position after them, best for the mover first (thesis
// §7.3: the ten best moves of Chinese Checkers). It costs an evaluation a move, and pays where few
// moves are searched or much is pruned.
#pragma once

#include "games/ordering.hpp"
#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

/// Moves of equal value stay as the other ordering has them. An evaluation that knows the
/// differences without making the moves has `cost_of_moves(state)`.
template <class E, class O>
struct ByValue {
    const E& evaluation;
    const O& other;

    template <class S, class Moves>
    void order(const S& state, Moves& moves) const {
        other.order(state, moves);
        if constexpr (requires { evaluation.cost_of_moves(state)(Move{}); }) {
            order_by(moves, evaluation.cost_of_moves(state));
        } else {
            S after = state;
            const int seat = state.to_move();
            order_by(moves, [&](Move move) {
                const auto token = after.apply(move);
                const Score value = evaluation.value(after)[seat];
                after.undo(move, token);
                return -value;
            });
        }
    }
};

}  // namespace kiebitz::multiplayer
