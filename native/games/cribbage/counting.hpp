// What cards are worth in Cribbage: in the play (pegging) and in the show.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "cards/deck52.hpp"

namespace kiebitz::cribbage {

using deck52::Cards;

/// Ace 0, two 1, … king 12: in Cribbage the ace is low.
constexpr int order_of(Card card) {
    return (deck52::rank_of(card) + 1) % deck52::kRanks;
}
/// What the card adds to the count.
constexpr int value_of(Card card) {
    return std::min(order_of(card) + 1, 10);
}

/// Points for the last card of a sequence (oldest first) whose values sum to `total`, without the
/// points for 31 and for the last card.
inline int pegging_points(std::span<const Card> sequence, int total) {
    int points = total == 15 ? 2 : 0;
    const int size = static_cast<int>(sequence.size());
    int same = 1;
    while (same < size && order_of(sequence[size - 1 - same]) == order_of(sequence[size - 1])) {
        ++same;
    }
    points += same * (same - 1);  // pair 2, three 6, four 12
    for (int length = size; length >= 3; --length) {
        std::uint32_t orders = 0;
        for (int i = size - length; i < size; ++i) orders |= 1U << order_of(sequence[i]);
        const std::uint32_t run = (1U << length) - 1;
        if (orders >> std::countr_zero(orders) == run) return points + length;
    }
    return points;
}

/// Points of four cards with the starter. Four of a suit count as a flush in a hand, but in the
/// crib the starter must match too.
inline int show_points(Cards cards, Card starter, bool is_crib) {
    std::array<Card, 5> all{};
    std::size_t size = 0;
    for (Card card : each_card(cards)) all[size++] = card;
    all[size++] = starter;
    int points = 0;
    // The sum of a subset is that of the subset without its lowest card, and that card.
    std::array<std::uint8_t, 32> sums{};
    for (std::uint32_t subset = 1; subset < 1U << size; ++subset) {
        const Card low = all[static_cast<std::size_t>(std::countr_zero(subset))];
        sums[subset] = static_cast<std::uint8_t>(sums[subset & (subset - 1)] + value_of(low));
        if (sums[subset] == 15) points += 2;
    }
    std::array<int, deck52::kRanks> of_order{};
    for (std::size_t i = 0; i < size; ++i) ++of_order[order_of(all[i])];
    for (int held : of_order) points += held * (held - 1);
    for (int from = 0; from < deck52::kRanks;) {
        int to = from;
        int ways = 1;
        while (to < deck52::kRanks && of_order[to] > 0) ways *= of_order[to++];
        if (to - from >= 3) points += (to - from) * ways;
        from = std::max(to, from + 1);
    }
    for (int suit = 0; suit < deck52::kSuits; ++suit) {
        if ((cards & ~deck52::suit_cards(suit)) != 0) continue;
        const bool starter_too = deck52::suit_of(starter) == suit;
        if (starter_too) points += 5;
        if (!starter_too && !is_crib) points += 4;
    }
    const Card nobs = deck52::card(deck52::suit_of(starter), deck52::kJack);
    if ((cards & deck52::one(nobs)) != 0) ++points;
    return points;
}

}  // namespace kiebitz::cribbage
