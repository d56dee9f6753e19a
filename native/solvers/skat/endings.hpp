// The last two tricks, by trying everything: at most eight lines.
#pragma once

#include <algorithm>
#include <array>

#include "solvers/skat/deck.hpp"
#include "solvers/skat/evidence.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

template <class Winners>
struct Trick {
    int gain;                              // of the declarer
    int winner;                            // leads then
    [[no_unique_address]] Winners ranked;  // won_by_rank
    Cards won;                             // by the declarer
};

template <Kind K, class Winners>
Trick<Winners> trick(int leader, const std::array<Card, 3>& cards, const Valuation& valuation) {
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
    const auto ranked = won_by_rank<Winners>(best, all & D::suit_of(best) & ~bit(best));
    if (winner != 0) return {0, winner, ranked, 0};
    return {valuation.values[cards[0]] + valuation.values[cards[1]] + valuation.values[cards[2]], 0,
            ranked, all};
}

}  // namespace detail

/// The last trick.
template <Kind K, class Winners>
detail::Trick<Winners> last_trick(const std::array<Cards, 3>& hands, int leader,
                                  const Valuation& valuation) {
    return detail::trick<K, Winners>(leader, {lowest(hands[0]), lowest(hands[1]), lowest(hands[2])},
                                     valuation);
}

/// A line's value for the declarer, or that of several from which a player chooses, and the
/// evidence for it as a lower and as an upper bound.
template <class Winners>
struct Line {
    int value;
    Evidence<Winners> lower;
    Evidence<Winners> upper;

    static Line worst(int player) {
        constexpr auto none = Evidence<Winners>::of_no_line();
        return {player == 0 ? -1 : 121, none, none};
    }
    static Line of(const detail::Trick<Winners>& one, const detail::Trick<Winners>& two) {
        Evidence<Winners> evidence{WonCards::exactly(one.won | two.won), one.ranked};
        evidence.winners |= two.ranked;
        return {one.gain + two.gain, evidence, evidence};
    }
    void choose(int player, const Line& other) {
        const bool better = player == 0 ? other.value > value : other.value < value;
        // Whoever chooses needs one line, the other side all of them.
        if (better) {
            value = other.value;
            (player == 0 ? lower : upper) = player == 0 ? other.lower : other.upper;
        }
        if (player == 0) {
            upper.join(other.upper);
        } else {
            lower.join(other.lower);
        }
    }
};

/// The declarer's points of the last two tricks under best play.
template <Kind K, class Winners>
Line<Winners> last_two_tricks(const std::array<Cards, 3>& hands, int leader,
                              const Valuation& valuation) {
    using D = Deck<K>;
    using Line = Line<Winners>;
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
                const auto one = detail::trick<K, Winners>(
                    first, {hand[0][played[0]], hand[1][played[1]], hand[2][played[2]]}, valuation);
                const auto two = detail::trick<K, Winners>(
                    one.winner,
                    {hand[0][1 - played[0]], hand[1][1 - played[1]], hand[2][1 - played[2]]},
                    valuation);
                after_second.choose(third, Line::of(one, two));
            }
            after_first.choose(second, after_second);
        }
        value.choose(first, after_first);
    }
    return value;
}

}  // namespace kiebitz::solvers::skat
