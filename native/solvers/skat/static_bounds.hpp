// Static analysis: playing from the top (thesis §5.2).
//
// The side on lead takes the tricks that it cannot lose: trumps first, then each plain suit from
// the top. The other side gives what hurts it least; its discards are chosen last, the cheapest
// cards. All later tricks are counted for the other side, so the result is a lower bound for the
// side on lead.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "solvers/skat/deck.hpp"
#include "solvers/skat/point_classes.hpp"
#include "solvers/skat/sure_tricks.hpp"

namespace kiebitz::solvers::skat {

/// What the declarer, on lead, wins at least without losing a trick. `Revalued` is the rule of
/// Kupferschmid and Helmert 2006, whose defenders exchange the points of their cards so that lower
/// ones are cheaper: a defender who stops the trumps then keeps nothing.
template <Kind K, bool Revalued = false>
Winnings declarer_from_the_top(const std::array<Cards, 3>& hands, const Valuation& valuation,
                               bool count_cards, bool sure_tricks) {
    using namespace detail;
    using D = Deck<K>;
    constexpr int kSuits = D::plain_suits + 1;

    // 1. How many rounds of each suit cannot be lost.
    std::array<int, kSuits> rounds{};
    int total = 0;
    bool ruffs[3] = {};
    Cards mine = 0, ranked = 0;
    for (int suit = kSuits - 1; suit >= 0; --suit) {
        const Cards mask = suit_mask<K>(suit);
        Cards own = hands[0] & mask;
        if (own == 0 && suit != kSuits - 1) continue;
        const Cards theirs[3] = {0, hands[1] & mask, hands[2] & mask};
        const int length[3] = {0, count(theirs[1]), count(theirs[2])};
        int n = 0;
        while (own != 0) {
            const Cards top = Cards{1} << highest(own);
            bool safe = true;
            for (int defender = 1; defender < 3; ++defender) {
                safe &= n < length[defender] ? theirs[defender] < top : !ruffs[defender];
            }
            if (!safe) break;
            if (n < std::max(length[1], length[2])) ranked |= top;
            mine |= top;
            own &= ~top;
            ++n;
        }
        rounds[suit] = n;
        total += n;
        if (suit == kSuits - 1) {
            for (int defender = 1; defender < 3; ++defender) {
                ruffs[defender] = length[defender] > n;
            }
        }
    }
    // Lower trumps make their tricks too, later, when the opponents have spent their higher ones.
    const int trump_rounds = rounds[kSuits - 1];
    SureTrumps sure;
    if (sure_tricks) {
        sure = sure_trumps<K>(hands[0] & D::trumps, (hands[1] | hands[2]) & D::trumps, valuation);
    }
    const bool more_trumps = sure.tricks > trump_rounds;
    if (more_trumps) total += sure.tricks - trump_rounds;
    if (total == 0) return {};
    WonCards won{mine, mine | hands[1] | hands[2]};
    if (more_trumps) {
        ranked |= sure.ranked;
        won.always = (mine & ~D::trumps) | sure.always;
        won.possibly |= sure.possibly;
    }
    if (count_cards) return {3 * total, won, ranked};

    // 2. What each defender gives: the cheapest cards of the suit led, then the cheapest of all.
    const auto gives = [&](int defender, Cards kept) {
        Cards hand = hands[defender];
        int points = 0, followed = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            if (rounds[suit] == 0) continue;
            const Cards held = hand & suit_mask<K>(suit) & ~kept;
            const auto given = cheapest<K>(held, std::min(rounds[suit], count(held)));
            followed += count(given.cards);
            points += given.points;
            hand &= ~given.cards;
        }
        return points + cheapest_points<K>(hand, total - followed);
    };
    if (more_trumps) {
        return {valuation.sum(mine & ~D::trumps) + sure.points + gives(1, 0) + gives(2, 0), won,
                ranked};
    }
    const int sum = valuation.sum(mine);

    // 3. Jacks are high but cheap. A defender who stops the trumps keeps the dearest card that
    // does it; if both can stop them, the defenders choose who (thesis §5.2, lemma 5.2.1).
    const Cards own_trumps = hands[0] & D::trumps & ~mine;
    if (!Revalued && K == Kind::suit && own_trumps != 0 && trump_rounds > 0) {
        Cards kept[3] = {};
        for (int defender = 1; defender < 3; ++defender) {
            const Cards held = hands[defender] & D::trumps;
            if (count(held) <= trump_rounds) continue;
            for (Card card : each_card(held & D::above(highest(own_trumps)))) {
                if (kept[defender] == 0 ||
                    valuation.values[card] > valuation.values[lowest(kept[defender])]) {
                    kept[defender] = bit(card);
                }
            }
        }
        if ((kept[1] | kept[2]) != 0) ranked |= (hands[0] | hands[1] | hands[2]) & D::trumps;
        if (kept[1] != 0 && kept[2] != 0) {
            return {
                sum + std::min(gives(1, kept[1]) + gives(2, 0), gives(1, 0) + gives(2, kept[2])),
                won, ranked};
        }
        return {sum + gives(1, kept[1]) + gives(2, kept[2]), won, ranked};
    }
    return {sum + gives(1, 0) + gives(2, 0), won, ranked};
}

}  // namespace kiebitz::solvers::skat
