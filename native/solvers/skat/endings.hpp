// The last two tricks, by trying everything: at most eight lines.
#pragma once

#include <algorithm>
#include <array>

#include "solvers/skat/deck.hpp"
#include "solvers/skat/evidence.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

struct Trick {
    int gain;      // of the declarer
    int winner;    // leads then
    Cards ranked;  // if asked for: the winning card, if it outranks another one
    Cards won;     // by the declarer
};

template <Kind K, bool Ranked>
Trick trick(int leader, const std::array<Card, 3>& cards, const Valuation& valuation) {
    using D = Deck<K>;
    const int second = leader == 2 ? 0 : leader + 1;
    const int third = second == 2 ? 0 : second + 1;
    int winner = leader;
    Card best = cards[leader];
    if (D::beats(cards[second], best)) {
        winner = second;
        best = cards[second];
    }
    if (D::beats(cards[third], best)) {
        winner = third;
        best = cards[third];
    }
    const Cards all = bit(cards[0]) | bit(cards[1]) | bit(cards[2]);
    Cards ranked = 0;
    if constexpr (Ranked) {
        if ((all & D::suit_of(best)) != bit(best)) ranked = bit(best);
    }
    if (winner != 0) return {0, winner, ranked, 0};
    return {valuation.values[cards[0]] + valuation.values[cards[1]] + valuation.values[cards[2]], 0,
            ranked, all};
}

}  // namespace detail

/// The last trick.
template <Kind K, bool Ranked>
detail::Trick last_trick(const std::array<Cards, 3>& hands, int leader,
                         const Valuation& valuation) {
    return detail::trick<K, Ranked>(leader, {lowest(hands[0]), lowest(hands[1]), lowest(hands[2])},
                                    valuation);
}

/// A line's value for the declarer, or that of several from which a player chooses, and the cards
/// that the declarer wins in the proof of the value as a lower and as an upper bound.
struct PayoffLine {
    static constexpr bool is_ranked = false;
    int value;
    WonCards lower_won{};
    WonCards upper_won{};

    static PayoffLine worst(int player) {
        // Nothing to join with yet.
        constexpr WonCards none{~Cards{0}, 0};
        return {player == 0 ? -1 : 121, none, none};
    }
    void choose(int player, const PayoffLine& other) {
        const bool better = player == 0 ? other.value > value : other.value < value;
        WonCards& own = player == 0 ? lower_won : upper_won;
        WonCards& opposing = player == 0 ? upper_won : lower_won;
        // Whoever chooses needs one line, the other side all of them.
        if (better) {
            value = other.value;
            own = player == 0 ? other.lower_won : other.upper_won;
        }
        opposing.join(player == 0 ? other.upper_won : other.lower_won);
    }
    void add(const detail::Trick& trick) {
        value += trick.gain;
        lower_won.add(trick.won);
        upper_won.add(trick.won);
    }
};

/// Also the cards that won by rank, on which the value as a lower and as an upper bound rests.
struct RankedLine {
    static constexpr bool is_ranked = true;
    int value;
    Cards lower_winners = 0;
    Cards upper_winners = 0;

    static RankedLine worst(int player) { return {player == 0 ? -1 : 121}; }
    void choose(int player, const RankedLine& other) {
        const bool better = player == 0 ? other.value > value : other.value < value;
        if (better) value = other.value;
        // Whoever chooses needs the ranks of one line, the other side those of all.
        const auto merge = [&](Cards& own, Cards& opposing, Cards other_own, Cards other_opposing) {
            if (better) own = other_own;
            opposing |= other_opposing;
        };
        if (player == 0) {
            merge(lower_winners, upper_winners, other.lower_winners, other.upper_winners);
        } else {
            merge(upper_winners, lower_winners, other.upper_winners, other.lower_winners);
        }
    }
    void add(const detail::Trick& trick) {
        value += trick.gain;
        lower_winners |= trick.ranked;
        upper_winners |= trick.ranked;
    }
};

/// The declarer's points of the last two tricks under best play.
template <Kind K, class Line>
Line last_two_tricks(const std::array<Cards, 3>& hands, int leader, const Valuation& valuation) {
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
    Line value = Line::worst(first);
    for (int i = 0; i < 2; ++i) {
        const Cards led = D::suit_of(hand[first][i]);
        Line after_first = Line::worst(second);
        for (int j = 0; j < 2; ++j) {
            if (!may_play(second, j, led)) continue;
            Line after_second = Line::worst(third);
            for (int k = 0; k < 2; ++k) {
                if (!may_play(third, k, led)) continue;
                std::array<int, 3> played;
                played[first] = i;
                played[second] = j;
                played[third] = k;
                const auto one = detail::trick<K, Line::is_ranked>(
                    first, {hand[0][played[0]], hand[1][played[1]], hand[2][played[2]]}, valuation);
                const auto two = detail::trick<K, Line::is_ranked>(
                    one.winner,
                    {hand[0][1 - played[0]], hand[1][1 - played[1]], hand[2][1 - played[2]]},
                    valuation);
                Line line{0};
                line.add(one);
                line.add(two);
                after_second.choose(third, line);
            }
            after_first.choose(second, after_second);
        }
        value.choose(first, after_first);
    }
    return value;
}

}  // namespace kiebitz::solvers::skat
