// Tricks that a side makes whoever leads and whatever the others do.
//
// A trump is lost only to a higher trump of the other side in the same trick. So the lost trumps of
// a hand are matched with distinct higher trumps of the opponents, and all others make a trick. The
// opponents choose the dearest set that can be matched; such sets are a matroid, so that taking
// greedily the dearest card that still fits finds the worst case.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "solvers/skat/deck.hpp"
#include "solvers/skat/point_classes.hpp"

namespace kiebitz::solvers::skat {

struct SureTrumps {
    int tricks = 0;
    int points = 0;    // of the trumps themselves
    Cards ranked = 0;  // the cards whose rank this rests on
};

/// What the trumps of one hand make at least against those of the opponents.
template <Kind K>
SureTrumps sure_trumps(Cards ours, Cards theirs, const Valuation& valuation) {
    using D = Deck<K>;
    using P = detail::PointClasses<K>;
    if (ours == 0) return {};
    if (theirs == 0) return {count(ours), valuation.sum(ours)};
    // 1. How many: from the top, each of theirs takes the next of ours. Mostly only the highest
    // trumps are left, and no choice.
    const Cards top = ours & D::above(highest(theirs));
    int higher = 0, tricks = count(top);
    for (Cards rest = (ours | theirs) & ~top; rest != 0;) {
        const Cards card = std::bit_floor(rest);
        rest ^= card;
        if ((theirs & card) != 0) {
            ++higher;
        } else if (higher > 0) {
            --higher;
        } else {
            ++tricks;
        }
    }
    if (tricks == count(top)) return {tricks, valuation.sum(top), top};

    // 2. Which: the dearest that can be lost together.
    Cards lost = 0;
    const auto can_lose = [&](Card card) {
        // The i-th highest lost card needs i higher cards of theirs.
        const Cards chosen = lost | bit(card);
        for (Card low : each_card(chosen & ~D::above(card))) {
            if (count(chosen & ~D::below(low)) > count(theirs & D::above(low))) return false;
        }
        return true;
    };
    int most = count(theirs);
    for (int c = 5; c >= 0 && most > 0; --c) {
        for (Card card : each_card(ours & P::sets[c])) {
            if (most > 0 && can_lose(card)) {
                lost |= bit(card);
                --most;
            }
        }
    }
    return {tricks, valuation.sum(ours & ~lost), ours | theirs};
}

namespace detail {

/// A hand with trumps against opponents without any never has to throw away a winner: it ruffs, is
/// on lead and takes its winners. So it makes all its trumps, and in each plain suit the cards from
/// the top. A partner's cards count like the opponents' ones, or he might have to overtake and be
/// on lead with the wrong cards.
template <Kind K>
Cards winners_behind_trumps(Cards ours, const std::array<Cards, 2>& others) {
    using D = Deck<K>;
    Cards winners = ours & D::trumps;
    for (int suit = 0; suit < D::plain_suits; ++suit) {
        const Cards mask = D::plain_suit(suit);
        Cards own = ours & mask;
        const Cards first = others[0] & mask, second = others[1] & mask;
        const int first_length = count(first), second_length = count(second);
        for (int n = 0; own != 0; ++n) {
            const Cards top = Cards{1} << highest(own);
            if ((n < first_length && first > top) || (n < second_length && second > top)) break;
            winners |= top;
            own &= ~top;
        }
    }
    return winners;
}

}  // namespace detail

/// What a side wins at least with its highest trumps. `side` 0 is the declarer, 1 the defenders.
template <Kind K>
int with_top_trumps(const std::array<Cards, 3>& hands, int side, const Valuation& valuation,
                    bool count_cards, Cards* ranked = nullptr) {
    using namespace detail;
    using D = Deck<K>;
    const Cards declarer = hands[0] & D::trumps;
    const Cards defenders = (hands[1] | hands[2]) & D::trumps;
    const Cards ours = side == 0 ? declarer : defenders;
    const Cards theirs = side == 0 ? defenders : declarer;
    if (ours <= theirs) return 0;
    const Cards top = theirs == 0 ? ours : ours & D::above(highest(theirs));
    if (ranked != nullptr && theirs != 0) *ranked |= top;
    // Partners may lay two of them in one trick.
    const int tricks =
        side == 0 ? count(top) : std::max(count(top & hands[1]), count(top & hands[2]));
    if (count_cards) return 3 * tricks;
    if (side == 0) {
        return valuation.sum(top) + cheapest_points<K>(hands[1], tricks) +
               cheapest_points<K>(hands[2], tricks);
    }
    return valuation.sum(top) + cheapest_points<K>(hands[0], tricks);
}

/// What a side wins at least, on lead or not. `side` 0 is the declarer, 1 the defenders. Adds to
/// `ranked` the cards whose rank the bound rests on.
template <Kind K>
int sure_winnings(const std::array<Cards, 3>& hands, int side, const Valuation& valuation,
                  bool count_cards, Cards* ranked = nullptr) {
    using namespace detail;
    using D = Deck<K>;
    const Cards declarer = hands[0] & D::trumps;
    const Cards defenders = (hands[1] | hands[2]) & D::trumps;
    const auto worth = [&](int hand, const SureTrumps& sure) {
        if (count_cards) return 3 * sure.tricks;
        return sure.points + cheapest_points<K>(hands[(hand + 1) % 3], sure.tricks) +
               cheapest_points<K>(hands[(hand + 2) % 3], sure.tricks);
    };
    const auto of_hand = [&](int hand, Cards theirs) {
        if (theirs == 0 && (hands[hand] & D::trumps) != 0) {
            const Cards winners = winners_behind_trumps<K>(
                hands[hand], {hands[(hand + 1) % 3], hands[(hand + 2) % 3]});
            if (ranked != nullptr) *ranked |= winners & ~D::trumps;
            return worth(hand, {count(winners), valuation.sum(winners)});
        }
        const auto sure = sure_trumps<K>(hands[hand] & D::trumps, theirs, valuation);
        if (ranked != nullptr) *ranked |= sure.ranked;
        return worth(hand, sure);
    };
    if (side == 0) return of_hand(0, defenders);
    return std::max({of_hand(1, declarer), of_hand(2, declarer),
                     with_top_trumps<K>(hands, 1, valuation, count_cards, ranked)});
}

}  // namespace kiebitz::solvers::skat
