// The order of cards where tricks are wanted (thesis §7.5): lead high; following, the lowest card
// that wins, then low cards.
#pragma once

#include "games/ordering.hpp"
#include "games/tricks/trick_play.hpp"

namespace kiebitz::tricks {

template <class Moves>
void order_to_take(const TrickPlay& play, Moves& moves) {
    if (play.on_table == 0) {
        order_by(moves, [](Move move) { return -deck52::rank_of(static_cast<Card>(move)); });
        return;
    }
    const Card winning = play.winning_card();
    order_by(moves, [&](Move move) {
        const auto card = static_cast<Card>(move);
        const int rank = deck52::rank_of(card);
        if (play.beats(card, winning)) {
            return rank + (deck52::suit_of(card) == play.trump ? deck52::kRanks : 0);
        }
        return 100 + rank + (deck52::suit_of(card) == play.trump ? deck52::kRanks : 0);
    });
}

}  // namespace kiebitz::tricks
