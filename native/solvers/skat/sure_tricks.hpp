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
#include "solvers/skat/evidence.hpp"
#include "solvers/skat/point_classes.hpp"

namespace kiebitz::solvers::skat {

struct SureTrumps {
    int tricks = 0;
    int points = 0;    // of the trumps themselves
    Cards ranked = 0;  // the cards whose rank this rests on
    Cards always = 0;  // those that make a trick in any case
    Cards possibly = 0;
};

/// What the trumps of one hand make at least against those of the opponents.
template <Kind K>
SureTrumps sure_trumps(Cards ours, Cards theirs, const Valuation& valuation) {
    using D = Deck<K>;
    using P = detail::PointClasses<K>;
    if (ours == 0) return {};
    if (theirs == 0) return {count(ours), valuation.sum(ours), 0, ours, ours};
    // 1. How many: from the top, each of theirs takes the next of ours. Mostly only the highest
    // trumps are left, and no choice.
    const Cards top = ours & D::above(highest(theirs));
    if (ours == top) return {count(top), valuation.sum(top), top, top, top};
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
    if (tricks == count(top)) return {tricks, valuation.sum(top), top, top, top};

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
    return {tricks, valuation.sum(ours & ~lost), ours | theirs, top, ours};
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
Winnings with_top_trumps(const std::array<Cards, 3>& hands, int side, const Valuation& valuation,
                         bool count_cards) {
    using namespace detail;
    using D = Deck<K>;
    const Cards declarer = hands[0] & D::trumps;
    const Cards defenders = (hands[1] | hands[2]) & D::trumps;
    const Cards ours = side == 0 ? declarer : defenders;
    const Cards theirs = side == 0 ? defenders : declarer;
    if (ours <= theirs) return {};
    const Cards top = theirs == 0 ? ours : ours & D::above(highest(theirs));
    const Cards ranked = theirs != 0 ? top : 0;
    // Partners may lay two of them in one trick.
    const int tricks =
        side == 0 ? count(top) : std::max(count(top & hands[1]), count(top & hands[2]));
    const WonCards won{top, top | (side == 0 ? hands[1] | hands[2] : hands[0])};
    if (count_cards) return {3 * tricks, won, ranked};
    if (side == 0) {
        return {valuation.sum(top) + cheapest_points<K>(hands[1], tricks) +
                    cheapest_points<K>(hands[2], tricks),
                won, ranked};
    }
    return {valuation.sum(top) + cheapest_points<K>(hands[0], tricks), won, ranked};
}

/// What a side wins at least, on lead or not. `side` 0 is the declarer, 1 the defenders.
template <Kind K>
Winnings sure_winnings(const std::array<Cards, 3>& hands, int side, const Valuation& valuation,
                       bool count_cards) {
    using namespace detail;
    using D = Deck<K>;
    const Cards declarer = hands[0] & D::trumps;
    const Cards defenders = (hands[1] | hands[2]) & D::trumps;
    const auto of_hand = [&](int hand, Cards theirs) -> Winnings {
        const Cards first = hands[(hand + 1) % 3], second = hands[(hand + 2) % 3];
        const Cards trumps = hands[hand] & D::trumps;
        if (trumps == 0) return {};
        const bool last_trumps = theirs == 0;
        const Cards winners =
            last_trumps ? winners_behind_trumps<K>(hands[hand], {first, second}) : 0;
        const SureTrumps sure = last_trumps ? SureTrumps{count(winners), valuation.sum(winners),
                                                         winners & ~D::trumps, winners, winners}
                                            : sure_trumps<K>(trumps, theirs, valuation);
        const WonCards won{sure.always, sure.possibly | first | second};
        if (count_cards) return {3 * sure.tricks, won, sure.ranked};
        return {sure.points + cheapest_points<K>(first, sure.tricks) +
                    cheapest_points<K>(second, sure.tricks),
                won, sure.ranked};
    };
    if (side == 0) return of_hand(0, defenders);
    Winnings best = of_hand(1, declarer);
    for (const Winnings& other :
         {of_hand(2, declarer), with_top_trumps<K>(hands, 1, valuation, count_cards)}) {
        if (other.points > best.points) best = other;
    }
    return best;
}

}  // namespace kiebitz::solvers::skat
