// Sergeant Major: in the play as in taking_order.hpp; give and discard low cards, declare long
// suits.
#pragma once

#include "games/sergeant_major/sergeant_major.hpp"
#include "games/tricks/taking_order.hpp"

namespace kiebitz::sergeant_major {

struct Order {
    void order(const State& state, State::Moves& moves) const {
        const Cards hand = state.play().hands[state.to_move()];
        if (state.is_declaring()) {
            order_by(moves, [&](Move move) {
                return -count(hand & deck52::suit_cards(static_cast<int>(move - State::kDeclare)));
            });
        } else if (state.is_exchanging() || state.is_discarding()) {
            order_by(moves, [&](Move move) {
                const auto card = static_cast<Card>(move);
                const bool is_trump = deck52::suit_of(card) == state.trump();
                return deck52::rank_of(card) + (is_trump ? deck52::kRanks : 0);
            });
        } else {
            tricks::order_to_take(state.play(), moves);
        }
    }
};

}  // namespace kiebitz::sergeant_major
