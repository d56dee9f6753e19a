// The rule player's manners in null.
#pragma once

#include "players/skat/seat_mind.hpp"

namespace kiebitz::players::skat {

class NullRules {
  public:
    explicit NullRules(const CardView& view) : m_(view) {}

    Card choose() const {
        if ((m_.legal & (m_.legal - 1)) == 0) return lowest(m_.legal);
        if (m_.me == m_.declarer) {
            return m_.tricks.size == 0 ? declarer_lead() : declarer_follow();
        }
        return m_.tricks.size == 0 ? defender_lead() : defender_follow();
    }

  private:
    Cards suit_of_card(Card card) const { return whole_suit(suit_of(card)); }
    Cards below(Card card) const { return suit_of_card(card) & ~m_.above[card] & ~bit(card); }

    /// How easily others can get under this card of the seat's own.
    int danger(Card card) const {
        const Cards out = m_.others() & suit_of_card(card);
        return 3 * count(out & below(card)) - count(out & m_.above[card]);
    }

    Card declarer_lead() const {
        return SeatMind::best_by(m_.hand, [&](Card c) {
            const Cards out = m_.others() & suit_of_card(c);
            // A card that nobody can get above is a lost game.
            const bool caught = (out & m_.above[c]) == 0;
            return (caught ? -100 : 0) - 6 * count(out & below(c)) + 2 * count(out & m_.above[c]);
        });
    }

    Card declarer_follow() const {
        const Cards win = m_.winners(m_.legal);
        const Cards safe = m_.legal & ~win;
        if (!m_.must_follow()) {
            return SeatMind::best_by(m_.legal,
                                     [&](Card c) { return 4 * danger(c) + m_.order.strength[c]; });
        }
        if (safe != 0) return m_.strongest(safe);
        if (m_.is_last()) return m_.strongest(win);
        return m_.weakest(win);
    }

    Card defender_lead() const {
        const int partner = 3 - m_.me - m_.declarer;
        return SeatMind::best_by(m_.hand, [&](Card c) {
            const Cards suit = suit_of_card(c);
            const Cards of_declarer = m_.may[m_.declarer] & suit;
            if (of_declarer == 0) return -100 - int{m_.order.strength[c]};
            const bool partner_void = (m_.may[partner] & suit) == 0;
            // Low cards from suits in which the declarer may have to go above.
            return 4 * count(of_declarer & m_.above[c]) - 6 * count(of_declarer & below(c)) -
                   2 * count(m_.hand & suit) + (partner_void ? 6 : 0);
        });
    }

    Card defender_follow() const {
        const bool declarer_played =
            m_.tricks.leader == m_.declarer ||
            (m_.tricks.size == 2 && (m_.tricks.leader + 1) % kSeats == m_.declarer);
        if (!m_.must_follow()) return unblock();
        if (declarer_played) {
            if (m_.tricks.best == m_.declarer) {
                // Stay under the declarer, with the highest card that does.
                const Cards under = m_.legal & ~m_.winners(m_.legal);
                if (under != 0) return m_.strongest(under);
            }
            return m_.strongest(m_.legal);
        }
        // The declarer is still to play: as low as possible, if that is lower than the partner's.
        const Card low = m_.weakest(m_.legal);
        if (m_.order.beats(low, m_.tricks.best_card)) return m_.strongest(m_.legal);
        return m_.strongest(m_.legal & ~m_.winners(m_.legal));
    }

    /// Away with what stops the partner from leading a suit that hurts the declarer.
    Card unblock() const {
        return SeatMind::best_by(m_.legal, [&](Card c) {
            const Cards suit = suit_of_card(c);
            const bool declarer_void = (m_.may[m_.declarer] & suit) == 0;
            return 2 * int{m_.order.strength[c]} - 3 * count(m_.hand & suit) -
                   (declarer_void ? 20 : 0);
        });
    }

    SeatMind m_;
};

}  // namespace kiebitz::players::skat
