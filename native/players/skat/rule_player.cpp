#include "players/skat/rule_player.hpp"

#include "players/skat/null_rules.hpp"
#include "players/skat/seat_mind.hpp"

namespace kiebitz::players::skat {

namespace {

constexpr int kRich = 10;  // a ten or an ace

/// Suit games and grand.
class TrumpRules {
  public:
    explicit TrumpRules(const CardView& view) : mind_(view), m_(mind_) {}

    Card choose() const {
        if ((m_.legal & (m_.legal - 1)) == 0) return lowest(m_.legal);
        const bool declares = m_.me == m_.declarer;
        if (m_.tricks.size == 0) return declares ? declarer_lead() : defender_lead();
        return declares ? declarer_follow() : defender_follow();
    }

  private:
    // --- the declarer ---

    Card declarer_lead() const {
        const Cards own = m_.hand & m_.trumps();
        const Cards out = m_.others() & m_.trumps();
        const Cards side = m_.hand & ~m_.trumps();
        if (own != 0 && out != 0 && should_draw(own, out)) return draw(own);
        if (side == 0) return m_.strongest(own);

        // Cash what is master, most cards outstanding first, so that nobody ruffs.
        const Cards sure = m_.masters(side);
        if (sure != 0) {
            return SeatMind::best_by(sure, [&](Card c) {
                const Cards suit = m_.order.followers[c];
                const int outstanding = count(m_.unseen & suit);
                return (outstanding < 2 && out != 0 ? 0 : 100) + 4 * outstanding +
                       2 * count(m_.hand & suit) + points_of(c);
            });
        }
        // Establish a long suit with a small card; a bare ten is led last.
        return SeatMind::best_by(side, [&](Card c) {
            const Cards suit = m_.order.followers[c];
            return 8 * count(m_.hand & suit) - 6 * points_of(c) -
                   (count(m_.unseen & suit) == 0 ? 20 : 0);
        });
    }

    bool should_draw(Cards own, Cards out) const {
        const int mine = count(own), theirs = count(out);
        const Cards sure = m_.masters(own);
        if (is_suit_game(m_.view.type())) {
            if (sure != 0) return mine >= 2 || theirs <= 1 || (m_.hand & ~own) == 0;
            return mine >= 4 || (mine >= 2 && mine > theirs);
        }
        // Grand: jacks are drawn only by higher jacks, and the last one is kept for the end.
        return sure != 0 && (mine > 1 || theirs == 1);
    }

    Card draw(Cards own) const {
        const Cards sure = m_.masters(own);
        if (sure != 0) {
            // The lowest of the masters looks weakest to the others and draws as well; points in it
            // are safe.
            return m_.weakest(sure);
        }
        // Force a high one out with a trump that costs nothing.
        const Cards cheap = own & ~of_rank(kAce) & ~of_rank(kTen);
        if (cheap == 0) return m_.weakest(own);
        const Cards below_all = cheap & ~kJacks;
        return m_.cheapest(below_all != 0 ? below_all : cheap);
    }

    Card declarer_follow() const {
        const Cards win = m_.winners(m_.legal);
        const int value = m_.on_table();
        if (m_.must_follow()) {
            if (win == 0) return m_.cheapest(m_.legal);
            const bool trump_led = contains(m_.trumps(), m_.tricks.cards[0]);
            if (m_.is_last()) return trump_led ? cheap_trump_win(win) : m_.richest(win);
            const Cards sure = m_.masters(win);
            if (sure == 0) return m_.cheapest(m_.legal);
            return trump_led ? m_.weakest(sure) : m_.richest(sure);
        }
        const Cards side = m_.legal & ~m_.trumps();
        if (win == 0) return throw_away(side != 0 ? side : m_.legal);
        const int next = (m_.me + 1) % kSeats;
        if (m_.is_last()) {
            const int worth = value + (count(m_.hand & m_.trumps()) > 4 ? 4 : 0);
            if (worth < 7 && side != 0) return throw_away(side);
            return cheap_trump_win(win);
        }
        // A ruff in second place: high enough if the third player may overruff.
        if (value < 4 && side != 0) return throw_away(side);
        const bool may_overruff = (m_.may[next] & m_.led_suit()) == 0;
        if (!may_overruff) return m_.richest(win);
        const Cards sure = m_.masters(win);
        return sure != 0 ? m_.weakest(sure) : m_.cheapest(win);
    }

    // Trumps that are worth points take tricks best; else the smallest that does.
    Card cheap_trump_win(Cards win) const {
        const Cards rich = win & ~kJacks & (of_rank(kAce) | of_rank(kTen));
        return rich != 0 ? m_.richest(rich) : m_.weakest(win);
    }

    // --- the defenders ---

    Card defender_lead() const {
        const bool declarer_next = (m_.me + 1) % kSeats == m_.declarer;
        const int partner = 3 - m_.me - m_.declarer;
        const bool grand = m_.view.type() == GameType::kGrand;
        const bool declarer_has_trumps = (m_.may[m_.declarer] & m_.trumps()) != 0;
        const bool partner_has_trumps = (m_.may[partner] & m_.trumps()) != 0;
        return SeatMind::best_by(m_.hand, [&](Card c) {
            if (contains(m_.trumps(), c)) {
                return -40 - points_of(c) - (grand && m_.is_master(c) ? -30 : m_.order.strength[c]);
            }
            const Cards suit = m_.order.followers[c];
            const int length = count(m_.hand & suit);
            const int out = count(m_.unseen & suit);
            const bool declarer_void = (m_.may[m_.declarer] & suit) == 0;
            const bool partner_void = (m_.may[partner] & suit) == 0;
            int score = declarer_next ? 3 * length : -3 * length;
            if (grand) score = 3 * length;
            if (declarer_void && declarer_has_trumps) {
                // Makes the declarer ruff; worth something only without points in it.
                return score - 2 - 2 * points_of(c);
            }
            if (m_.is_master(c)) {
                score += 14 + 2 * out + (partner_void && !partner_has_trumps ? 4 : 0) +
                         (declarer_void ? 10 : 0);
                return out == 0 && declarer_has_trumps ? score - 25 : score + points_of(c) / 2;
            }
            if (partner_void && partner_has_trumps) score += 12;
            // From a broken suit lead small; never a ten that an ace waits for.
            return score - 2 * points_of(c) - (out == 0 ? 6 : 0);
        });
    }

    Card defender_follow() const {
        const bool partner_wins = m_.tricks.best != m_.declarer;
        if (m_.is_last()) {
            if (partner_wins) return smear();
            return take_or_duck(m_.winners(m_.legal));
        }
        const int next = (m_.me + 1) % kSeats;
        return next == m_.declarer ? before_declarer() : behind_declarer(next);
    }

    // The declarer has led, the partner plays last.
    Card behind_declarer(int partner) const {
        const Cards win = m_.winners(m_.legal);
        const bool lead_stands = !m_.may_beat(partner, m_.tricks.best_card);
        const bool trump_led = contains(m_.trumps(), m_.tricks.cards[0]);
        if (m_.must_follow()) {
            if (win == 0) return m_.cheapest(m_.legal);
            if (trump_led) {
                // Take a small trump; let a jack go unless the partner cannot help.
                const Cards sure = m_.masters(win);
                if (sure != 0 && (lead_stands || m_.on_table() >= 2)) return cheap_trump_win(sure);
                const Cards rich = win & ~kJacks & (of_rank(kAce) | of_rank(kTen));
                if (rich != 0 && (m_.others() & kJacks) == 0) return m_.richest(rich);
                return m_.cheapest(m_.legal);
            }
            const Cards sure = m_.masters(win);
            return sure != 0 ? m_.richest(sure) : m_.cheapest(win_small(win));
        }
        if (win != 0 && (lead_stands ? m_.on_table() >= 3 : m_.on_table() >= kRich)) {
            return cheap_trump_win(win);
        }
        const Cards side = m_.legal & ~m_.trumps();
        // Void while the declarer's card may well lose to the partner: smear a little.
        if (side != 0 && !lead_stands && !trump_led && (m_.may[partner] & m_.led_suit()) != 0 &&
            count(m_.may[partner] & m_.led_suit() & m_.above[m_.tricks.best_card]) >= 2) {
            return smear();
        }
        return throw_away(side != 0 ? side : m_.legal);
    }

    // A bare high card that would fall to a higher one is not risked.
    Cards win_small(Cards win) const {
        const Cards small = win & ~of_rank(kTen) & ~of_rank(kAce);
        return small != 0 ? small : m_.legal;
    }

    // The partner has led, the declarer plays last.
    Card before_declarer() const {
        const Cards win = m_.winners(m_.legal);
        const Cards led = m_.led_suit();
        const bool trump_led = contains(m_.trumps(), m_.tricks.cards[0]);
        const int out = count(m_.may[m_.declarer] & led);
        const bool partner_stands = !m_.may_beat(m_.declarer, m_.tricks.best_card);
        // 1. The partner's card holds, or probably does: smear.
        if (partner_stands) return smear();
        const bool partner_master = m_.is_master(m_.tricks.best_card) && !trump_led;
        if (partner_master && out >= 3) return smear();
        // 2. A card of one's own that holds.
        if (m_.must_follow() && !trump_led) {
            const Cards sure = m_.masters(win);
            if (sure != 0 && out >= 2) return m_.richest(sure);
            return m_.cheapest(m_.legal);
        }
        if (win != 0 && !m_.must_follow()) {
            for (Card card : each_card(win)) {
                if (!m_.may_beat(m_.declarer, card)) return card;
            }
            if (out >= 3 && m_.on_table() >= 4) return m_.weakest(win);
        }
        if (m_.must_follow()) return m_.cheapest(m_.legal);
        const Cards side = m_.legal & ~m_.trumps();
        return throw_away(side != 0 ? side : m_.legal);
    }

    Card take_or_duck(Cards win) const {
        if (win == 0) {
            if (m_.must_follow()) return m_.cheapest(m_.legal);
            const Cards side = m_.legal & ~m_.trumps();
            return throw_away(side != 0 ? side : m_.legal);
        }
        const bool by_trump = (win & ~m_.trumps()) == 0;
        if (!by_trump) return m_.richest(win);
        if (!m_.must_follow() && m_.on_table() == 0) {
            const Cards side = m_.legal & ~m_.trumps();
            if (side != 0) return throw_away(side);
        }
        return cheap_trump_win(win);
    }

    /// Points into the partner's trick: what is not a sure trick of its own first.
    Card smear() const {
        const Cards side = m_.legal & ~m_.trumps();
        return SeatMind::best_by(side != 0 ? side : m_.legal, [&](Card c) {
            if (contains(m_.trumps(), c)) {
                return rank_of(c) == kJack ? -m_.order.strength[c] : 16 * points_of(c);
            }
            const bool keeps = m_.is_master(c) && points_of(c) == 11;
            return 16 * points_of(c) - (keeps ? 24 : 0);
        });
    }

    /// Nothing to win: the least points, without baring a ten, rather from a short suit.
    Card throw_away(Cards cards) const {
        return SeatMind::best_by(cards, [&](Card c) {
            const Cards suit = m_.hand & m_.order.followers[c];
            int score = -16 * points_of(c);
            if (contains(m_.trumps(), c)) return score - 40 - m_.order.strength[c];
            const int length = count(suit);
            if (length == 1) score += 12;
            if (length == 2 && points_of(m_.strongest(suit)) == 10 && !m_.is_master(c)) {
                score -= 24;
            }
            if (m_.is_master(c)) score -= 30;
            return score - 2 * length;
        });
    }

    static constexpr Cards of_rank(int rank) { return 0x01010101U << rank; }

    SeatMind mind_;
    const SeatMind& m_;
};

}  // namespace

Card choose_by_rules(const CardView& view) {
    return view.type() == GameType::kNull ? NullRules(view).choose() : TrumpRules(view).choose();
}

}  // namespace kiebitz::players::skat
