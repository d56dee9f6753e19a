// How many of the tricks to come a hand may expect, with all cards open: the trick part of the
// static evaluations of thesis §7.5.
#pragma once

#include <array>

#include "games/tricks/trick_play.hpp"

namespace kiebitz::tricks {

inline constexpr int kCertain = 16;  // the weight of a card that surely takes a trick

/// The chance that this card takes a trick, in sixteenths: the share of the others' cards of its
/// suit that it beats. Low cards duck, high cards take.
inline int taking_chance(Card card, Cards others) {
    const Cards suit = deck52::suit_cards(deck52::suit_of(card)) & others;
    const int all = count(suit);
    if (all == 0) return kCertain / 2;
    const int below = count(suit & (deck52::one(card) - 1));
    return kCertain * below / all;
}

/// The sum over a hand; never nothing, so that shares are defined. Trumps that are not the lowest
/// count fully: they take what is led in other suits.
inline int hand_strength(const TrickPlay& play, int seat) {
    const Cards hand = play.hands[seat];
    const Cards others = play.unplayed() & ~hand;
    int strength = 1;
    for (Card card : each_card(hand)) {
        const int chance = taking_chance(card, others);
        const bool is_trump = deck52::suit_of(card) == play.trump;
        strength += is_trump ? kCertain / 2 + chance / 2 + kCertain / 4 : chance;
    }
    return strength;
}

/// Splits `amount` in proportion to weights, in whole units that add up to it.
inline std::array<int, kMaxSeats> shares(int amount, const std::array<int, kMaxSeats>& weights,
                                         int seats) {
    int sum = 0;
    int heaviest = 0;
    for (int s = 0; s < seats; ++s) {
        sum += weights[s];
        if (weights[s] > weights[heaviest]) heaviest = s;
    }
    std::array<int, kMaxSeats> parts{};
    int left = amount;
    for (int s = 0; s < seats; ++s) {
        parts[s] = amount * weights[s] / sum;
        left -= parts[s];
    }
    parts[heaviest] += left;
    return parts;
}

}  // namespace kiebitz::tricks
