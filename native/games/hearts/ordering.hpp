// The order in which Hearts cards are tried (thesis §7.5): drop the queen of spades when someone
// else will take it, do not lead ace or king of spades while it is out, duck as high as possible.
#pragma once

#include "games/hearts/hearts.hpp"
#include "games/ordering.hpp"

namespace kiebitz::hearts {

struct Order {
    void order(const State& state, State::Moves& moves) const {
        if (state.is_passing()) {
            order_by(moves, [&](Move move) { return -passing_urge(static_cast<Card>(move)); });
            return;
        }
        const auto& play = state.play();
        const Cards live = play.unplayed();
        const bool queen_out = (live & deck52::one(kQueenOfSpades)) != 0;
        if (play.on_table == 0) {
            order_by(moves, [&](Move move) {
                const auto card = static_cast<Card>(move);
                if (card == kQueenOfSpades) {
                    // With only ace and king left of the others' spades, leading it is right
                    // (§6.3).
                    const Cards lower = live & ~play.hand() & deck52::suit_cards(deck52::kSpades) &
                                        (deck52::one(kQueenOfSpades) - 1);
                    return lower == 0 ? -1 : 100;
                }
                const bool feeds = queen_out && card > kQueenOfSpades;
                return deck52::rank_of(card) + (feeds ? 50 : 0);
            });
            return;
        }
        const Card winning = play.winning_card();
        const bool last = play.on_table + 1 == play.seats;
        order_by(moves, [&](Move move) {
            const auto card = static_cast<Card>(move);
            const int rank = deck52::rank_of(card);
            const bool follows = deck52::suit_of(card) == deck52::suit_of(play.table[0]);
            if (!follows) {
                if (card == kQueenOfSpades) return -100;
                return -(rank + (deck52::suit_of(card) == deck52::kHearts ? 20 : 0) +
                         (queen_out && card > kQueenOfSpades ? 40 : 0));
            }
            if (card < winning) return card == kQueenOfSpades ? -100 : -rank;
            // It may take the trick: the queen last; the last player takes with its highest.
            if (card == kQueenOfSpades) return 200;
            return 50 + (last ? -rank : rank);
        });
    }

  private:
    static int passing_urge(Card card) {
        if (card == kQueenOfSpades) return 100;
        return deck52::rank_of(card) + (card > kQueenOfSpades ? 40 : 0) +
               (deck52::suit_of(card) == deck52::kHearts ? 2 : 0);
    }
};

}  // namespace kiebitz::hearts
