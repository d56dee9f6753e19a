// Pushes come first, longest rows before shorter ones, then moves towards the centre.
#pragma once

#include "games/abalone/abalone.hpp"
#include "games/ordering.hpp"

namespace kiebitz::abalone {

struct Order {
    void order(const State& state, State::Moves& moves) const {
        const Hexagon& board = Hexagon::instance();
        const Marbles others = state.all_marbles() & ~state.marbles(state.to_move());
        order_by(moves, [&](Move move) {
            if (move == State::kPass) return 0;
            const int axis = State::axis_of(move);
            const int direction = State::direction_of(move);
            const int cell = State::cell_of(move);
            int front = cell;
            if (direction == axis) {
                for (int i = 1; i < State::length_of(move); ++i) front = board.next(front, axis);
            }
            const int target = board.next(front, direction);
            int key = board.from_centre(target) - board.from_centre(cell) - State::length_of(move);
            const bool in_line = direction == axis || direction == axis + 3;
            if (in_line && State::length_of(move) > 1 && (others >> target & 1) != 0) {
                int cell_beyond = target;
                while (cell_beyond >= 0 && (others >> cell_beyond & 1) != 0) {
                    cell_beyond = board.next(cell_beyond, direction);
                }
                key -= cell_beyond < 0 ? 200 : 100;
            }
            return key;
        });
    }
};

}  // namespace kiebitz::abalone
