// Spades cards as in taking_order.hpp; bids around the tricks that the hand is worth.
#pragma once

#include <cstdlib>

#include "games/spades/spades.hpp"
#include "games/tricks/strength.hpp"
#include "games/tricks/taking_order.hpp"

namespace kiebitz::spades {

struct Order {
    void order(const State& state, State::Moves& moves) const {
        if (!state.is_bidding()) {
            tricks::order_to_take(state.play(), moves);
            return;
        }
        const int seat = state.to_move();
        const int worth = tricks::hand_strength(state.play(), seat) / (2 * tricks::kCertain);
        order_by(moves,
                 [&](Move move) { return std::abs(static_cast<int>(move - State::kBid) - worth); });
    }
};

}  // namespace kiebitz::spades
