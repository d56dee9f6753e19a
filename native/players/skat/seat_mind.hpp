// What a player can tell at a glance: who may hold what, which card is master, what is cheap.
#pragma once

#include <array>

#include "players/skat/card_view.hpp"

namespace kiebitz::players::skat {

namespace mind_detail {

/// The stronger cards of the same suit, by game and card.
inline constexpr auto kAbove = [] {
    std::array<std::array<Cards, kDeckSize>, kGameTypes> above{};
    for (int type = 0; type < kGameTypes; ++type) {
        const CardOrder& order = kCardOrders[static_cast<std::size_t>(type)];
        for (Card card = 0; card < kDeckSize; ++card) {
            for (Card other = 0; other < kDeckSize; ++other) {
                if (contains(order.followers[card], other) &&
                    order.strength[other] > order.strength[card]) {
                    above[static_cast<std::size_t>(type)][card] |= bit(other);
                }
            }
        }
    }
    return above;
}();

}  // namespace mind_detail

struct SeatMind {
    const CardView& view;
    const Tricks& tricks;
    const CardOrder& order;
    const std::array<Cards, kDeckSize>& above;
    int me, declarer;
    Cards hand, legal;
    Cards unseen;              // by this seat
    std::array<Cards, 3> may;  // what each other seat may hold

    explicit SeatMind(const CardView& v)
        : view(v),
          tricks(v.tricks),
          order(v.tricks.order()),
          above(mind_detail::kAbove[static_cast<std::size_t>(v.type())]),
          me(v.seat()),
          declarer(v.tricks.declarer),
          hand(v.known.hand),
          legal(v.legal()),
          unseen(v.known.unseen()) {
        const Cards shown = me == declarer ? 0 : v.known.shown;
        for (int seat = 0; seat < kSeats; ++seat) {
            may[seat] = unseen & ~v.known.impossible[seat] & ~shown;
        }
        if (shown != 0) may[declarer] = shown;
        may[me] = 0;
    }

    bool is_last() const { return tricks.size == 2; }
    Cards led_suit() const { return order.followers[tricks.cards[0]]; }
    bool must_follow() const { return (hand & led_suit()) != 0; }
    int on_table() const { return tricks.points_on_table(); }
    Cards trumps() const { return order.trumps; }
    Cards plain_suit(int suit) const { return whole_suit(suit) & ~order.trumps; }
    Cards others() const { return may[0] | may[1] | may[2]; }

    /// No card of its suit that another player may hold is stronger.
    bool is_master(Card card) const { return (above[card] & others()) == 0; }
    Cards masters(Cards cards) const {
        Cards found = 0;
        for (Card card : each_card(cards)) {
            if (is_master(card)) found |= bit(card);
        }
        return found;
    }
    /// The legal cards that take the trick as it lies.
    Cards winners(Cards cards) const {
        Cards found = 0;
        for (Card card : each_card(cards)) {
            if (order.beats(card, tricks.best_card)) found |= bit(card);
        }
        return found;
    }
    /// Whether a seat that has yet to play may take the trick from `card`.
    bool may_beat(int seat, Card card) const {
        const Cards led = tricks.size == 0 ? order.followers[card] : led_suit();
        const Cards in_suit = may[seat] & led;
        const bool follows_led = contains(led, card);
        if (follows_led && (in_suit & above[card]) != 0) return true;
        if (contains(order.trumps, card)) return (may[seat] & order.trumps & above[card]) != 0;
        return in_suit == 0 && (may[seat] & order.trumps) != 0;
    }

    /// The best card by a key; the lowest card number among equals.
    template <class Key>
    static Card best_by(Cards cards, Key key) {
        Card best = lowest(cards);
        auto best_key = key(best);
        for (Card card : each_card(cards & (cards - 1))) {
            const auto k = key(card);
            if (k > best_key) {
                best_key = k;
                best = card;
            }
        }
        return best;
    }
    Card cheapest(Cards cards) const {
        return best_by(cards, [&](Card c) { return -(points_of(c) * 64 + order.strength[c]); });
    }
    Card richest(Cards cards) const {
        return best_by(cards, [&](Card c) { return points_of(c) * 64 - order.strength[c]; });
    }
    Card strongest(Cards cards) const {
        return best_by(cards, [&](Card c) { return int{order.strength[c]}; });
    }
    Card weakest(Cards cards) const {
        return best_by(cards, [&](Card c) { return -int{order.strength[c]}; });
    }
};

}  // namespace kiebitz::players::skat
