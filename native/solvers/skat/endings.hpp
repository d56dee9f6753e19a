// The last two tricks, by trying everything: at most eight lines.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

/// What the declarer makes of three cards in one trick, and who leads then.
template <Kind K>
std::pair<int, int> trick(int leader, const std::array<Card, 3>& cards,
                          const Valuation& valuation) {
    using D = Deck<K>;
    const int second = leader == 2 ? 0 : leader + 1;
    const int third = second == 2 ? 0 : second + 1;
    int winner = leader;
    Card best = cards[leader];
    if (D::beats(cards[second], best)) {
        winner = second;
        best = cards[second];
    }
    if (D::beats(cards[third], best)) winner = third;
    if (winner != 0) return {0, winner};
    return {valuation.values[cards[0]] + valuation.values[cards[1]] + valuation.values[cards[2]],
            0};
}

}  // namespace detail

/// The declarer's points of the last trick.
template <Kind K>
int last_trick(const std::array<Cards, 3>& hands, int leader, const Valuation& valuation) {
    return detail::trick<K>(leader, {lowest(hands[0]), lowest(hands[1]), lowest(hands[2])},
                            valuation)
        .first;
}

/// The declarer's points of the last two tricks under best play.
template <Kind K>
int last_two_tricks(const std::array<Cards, 3>& hands, int leader, const Valuation& valuation) {
    using D = Deck<K>;
    const int first = leader;
    const int second = first == 2 ? 0 : first + 1;
    const int third = second == 2 ? 0 : second + 1;
    std::array<std::array<Card, 2>, 3> hand;
    for (int player = 0; player < 3; ++player) {
        hand[player] = {lowest(hands[player]), highest(hands[player])};
    }
    const auto may_play = [&](int player, int i, Cards led) {
        return contains(led, hand[player][i]) || (hands[player] & led) == 0;
    };
    const auto better = [](int player, int a, int b) {
        return player == 0 ? std::max(a, b) : std::min(a, b);
    };
    const auto worst = [](int player) { return player == 0 ? 0 : 120; };
    int value = worst(first);
    for (int i = 0; i < 2; ++i) {
        const Cards led = D::suit_of(hand[first][i]);
        int after_first = worst(second);
        for (int j = 0; j < 2; ++j) {
            if (!may_play(second, j, led)) continue;
            int after_second = worst(third);
            for (int k = 0; k < 2; ++k) {
                if (!may_play(third, k, led)) continue;
                std::array<int, 3> played;
                played[first] = i;
                played[second] = j;
                played[third] = k;
                const auto [gain, winner] = detail::trick<K>(
                    first, {hand[0][played[0]], hand[1][played[1]], hand[2][played[2]]}, valuation);
                const int last = detail::trick<K>(winner,
                                                  {hand[0][1 - played[0]], hand[1][1 - played[1]],
                                                   hand[2][1 - played[2]]},
                                                  valuation)
                                     .first;
                after_second = better(third, after_second, gain + last);
            }
            after_first = better(second, after_first, after_second);
        }
        value = better(first, value, after_first);
    }
    return value;
}

}  // namespace kiebitz::solvers::skat
