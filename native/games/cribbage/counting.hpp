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

namespace counting_detail {

inline constexpr auto kOrders = [] {
    std::array<std::uint8_t, deck52::kCards> orders{};
    for (Card card = 0; card < deck52::kCards; ++card) {
        orders[card] = static_cast<std::uint8_t>((deck52::rank_of(card) + 1) % deck52::kRanks);
    }
    return orders;
}();

}  // namespace counting_detail

/// Ace 0, two 1, … king 12: in Cribbage the ace is low.
constexpr int order_of(Card card) {
    return counting_detail::kOrders[card];
}
/// What the card adds to the count.
constexpr int value_of(Card card) {
    return std::min(order_of(card) + 1, 10);
}

namespace counting_detail {

inline constexpr auto kWorthAtMost = [] {
    std::array<Cards, 11> up_to{};
    for (int value = 0; value <= 10; ++value) {
        for (Card card = 0; card < deck52::kCards; ++card) {
            if (value_of(card) <= value) up_to[value] |= deck52::one(card);
        }
    }
    return up_to;
}();

}  // namespace counting_detail

/// All cards that add at most so much.
constexpr Cards worth_at_most(int most) {
    return counting_detail::kWorthAtMost[most < 10 ? most : 10];
}

/// Points for the last card of a sequence (oldest first) whose values sum to `total`, without the
/// points for 31 and for the last card.
inline int pegging_points(std::span<const Card> sequence, int total) {
    const int points = total == 15 ? 2 : 0;
    const int size = static_cast<int>(sequence.size());
    const int last = order_of(sequence[static_cast<std::size_t>(size - 1)]);
    int same = 1;
    while (same < size && order_of(sequence[static_cast<std::size_t>(size - 1 - same)]) == last) {
        ++same;
    }
    // Pair 2, three 6, four 12; and after a pair there is no run.
    if (same > 1) return points + same * (same - 1);
    // From the last card back: a run as long as the cards differ and have no gap.
    std::uint32_t orders = 1U << last;
    int longest = 0;
    for (int length = 2; length <= size; ++length) {
        const std::uint32_t order = 1U
                                    << order_of(sequence[static_cast<std::size_t>(size - length)]);
        if ((orders & order) != 0) break;
        orders |= order;
        const std::uint32_t run = (1U << length) - 1;
        if (length >= 3 && orders >> std::countr_zero(orders) == run) longest = length;
    }
    return points + longest;
}

/// Twice the pairs, and the runs, of cards given as the orders present in each suit.
inline int pairs_and_runs(const std::array<std::uint32_t, deck52::kSuits>& suits) {
    int points = 0;
    std::uint32_t all = 0;
    for (int a = 0; a < deck52::kSuits; ++a) {
        all |= suits[a];
        for (int b = 0; b < a; ++b) points += 2 * std::popcount(suits[a] & suits[b]);
    }
    // Five cards have at most one run: the orders that begin three in a row, and the two above.
    const std::uint32_t begins = all & all >> 1 & all >> 2;
    if (begins == 0) return points;
    std::uint32_t run = begins | begins << 1 | begins << 2;
    const int length = std::popcount(run);
    int ways = 1;
    for (; run != 0; run &= run - 1) {
        int held = 0;
        for (const std::uint32_t suit : suits) held += suit >> std::countr_zero(run) & 1;
        ways *= held;
    }
    return points + length * ways;
}

/// Points of four cards with the starter. Four of a suit count as a flush in a hand, but in the
/// crib the starter must match too.
inline int show_points(Cards cards, Card starter, bool is_crib) {
    const Cards all = cards | deck52::one(starter);
    // Four bits for each sum from 0 to 15: in how many ways it can be made; what is more falls off.
    std::uint64_t ways = 1;
    std::array<std::uint32_t, deck52::kSuits> suits{};
    for (Card card : each_card(all)) {
        ways += ways << (4 * value_of(card));
        suits[deck52::suit_of(card)] |= 1U << order_of(card);
    }
    int points = 2 * static_cast<int>(ways >> 60) + pairs_and_runs(suits);
    const int suit = deck52::suit_of(lowest(cards));
    if ((cards & ~deck52::suit_cards(suit)) == 0) {
        const bool starter_too = deck52::suit_of(starter) == suit;
        if (starter_too) points += 5;
        if (!starter_too && !is_crib) points += 4;
    }
    const Card nobs = deck52::card(deck52::suit_of(starter), deck52::kJack);
    return points + ((cards & deck52::one(nobs)) != 0 ? 1 : 0);
}

}  // namespace kiebitz::cribbage
