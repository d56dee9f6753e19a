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

namespace kiebitz::solvers::skat {

namespace detail {

// Sets of equal points, cheapest first.
template <Kind K>
struct PointClasses {
    static constexpr Cards ranks(int rank) {
        Cards cards = 0;
        for (int suit = 0; suit < 4; ++suit) cards |= Cards{1} << (7 * suit + rank);
        return cards;
    }
    static constexpr std::array<Cards, 6> sets{
        ranks(0) | ranks(1) | ranks(2), Cards{0xf} << 28, ranks(3), ranks(4), ranks(5), ranks(6)};
    static constexpr std::array<int, 6> points{0, 2, 3, 4, 10, 11};
};

/// The cheapest `wanted` cards of a set and their points.
template <Kind K>
struct Cheapest {
    Cards cards = 0;
    int points = 0;

    Cheapest(Cards from, int wanted) {
        using P = PointClasses<K>;
        for (int c = 0; c < 6 && wanted > 0; ++c) {
            Cards set = from & P::sets[c];
            while (set != 0 && wanted > 0) {
                cards |= set & (0 - set);
                set &= set - 1;
                points += P::points[c];
                --wanted;
            }
        }
    }
};

/// Points only, a little faster.
template <Kind K>
int cheapest_points(Cards from, int wanted) {
    using P = PointClasses<K>;
    int sum = 0;
    for (int c = 0; c < 6 && wanted > 0; ++c) {
        const int taken = std::min(wanted, std::popcount(from & P::sets[c]));
        sum += taken * P::points[c];
        wanted -= taken;
    }
    return sum;
}

template <Kind K>
int dearest_points(Cards from, int wanted) {
    using P = PointClasses<K>;
    int sum = 0;
    for (int c = 5; c > 0 && wanted > 0; --c) {
        const int taken = std::min(wanted, std::popcount(from & P::sets[c]));
        sum += taken * P::points[c];
        wanted -= taken;
    }
    return sum;
}

template <Kind K>
Cards suit_mask(int suit) {
    return suit == Deck<K>::plain_suits ? Deck<K>::trumps : Deck<K>::plain_suit(suit);
}

/// The top `wanted` cards of a suit.
inline Cards top_cards(Cards suit, int wanted) {
    Cards top = 0;
    for (; wanted > 0; --wanted) top |= bit(highest(suit & ~top));
    return top;
}

}  // namespace detail

/// What the declarer, on lead, wins at least without losing a trick.
template <Kind K>
int declarer_from_the_top(const std::array<Cards, 3>& hands, const Valuation& valuation,
                          bool count_cards) {
    using namespace detail;
    using D = Deck<K>;
    constexpr int kSuits = D::plain_suits + 1;

    // 1. How many rounds of each suit cannot be lost.
    std::array<int, kSuits> rounds{};
    int total = 0;
    bool ruffs[3] = {};
    Cards mine = 0;
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
    if (total == 0) return 0;
    if (count_cards) return 3 * total;

    // 2. What each defender gives: the cheapest cards of the suit led, then the cheapest of all.
    const auto gives = [&](int defender, Cards kept) {
        Cards hand = hands[defender];
        int points = 0, followed = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            if (rounds[suit] == 0) continue;
            const Cards held = hand & suit_mask<K>(suit) & ~kept;
            const Cheapest<K> given(held, std::min(rounds[suit], count(held)));
            followed += count(given.cards);
            points += given.points;
            hand &= ~given.cards;
        }
        return points + cheapest_points<K>(hand, total - followed);
    };
    int sum = valuation.sum(mine);

    // 3. Jacks are high but cheap. A defender who stops the trumps keeps the dearest card that
    // does it; if both can stop them, the defenders choose who (thesis §5.2, lemma 5.2.1).
    const Cards own_trumps = hands[0] & D::trumps & ~mine;
    const int trump_rounds = rounds[kSuits - 1];
    if (K == Kind::suit && own_trumps != 0 && trump_rounds > 0) {
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
        if (kept[1] != 0 && kept[2] != 0) {
            return sum + std::min(gives(1, kept[1]) + gives(2, 0), gives(1, 0) + gives(2, kept[2]));
        }
        return sum + gives(1, kept[1]) + gives(2, kept[2]);
    }
    return sum + gives(1, 0) + gives(2, 0);
}

/// What the defenders win at least when `leader` is on lead and keeps it.
template <Kind K>
int defenders_from_the_top(const std::array<Cards, 3>& hands, int leader,
                           const Valuation& valuation, bool count_cards) {
    using namespace detail;
    using D = Deck<K>;
    constexpr int kSuits = D::plain_suits + 1;
    const Cards partner_hand = hands[3 - leader];

    // 1. Rounds that neither the declarer wins nor the partner must overtake.
    int total = 0, partner_points = 0, partner_followed = 0, declarer_points = 0;
    int declarer_followed = 0;
    bool ruffs = false;
    Cards mine = 0, partner_rest = partner_hand & ~D::trumps, declarer_rest = hands[0];
    for (int suit = kSuits - 1; suit >= 0; --suit) {
        const Cards mask = suit_mask<K>(suit);
        Cards own = hands[leader] & mask;
        const Cards declarer = hands[0] & mask;
        const Cards partner = partner_hand & mask;
        const int declarer_length = count(declarer);
        int n = 0;
        Cards partner_left = partner;
        while (own != 0) {
            const Cards top = Cards{1} << highest(own);
            if (n < declarer_length ? declarer > top : ruffs) break;
            // The partner follows below the leader's card: from below if he holds higher ones.
            if (partner_left != 0) {
                const Cards below = partner_left & (top - 1);
                if (below == 0) break;
                const Cards given =
                    partner_left > top ? below & (0 - below) : Cards{1} << highest(below);
                partner_left &= ~given;
            }
            mine |= top;
            own &= ~top;
            ++n;
        }
        const Cards followed = partner & ~partner_left;
        partner_points += valuation.sum(followed);
        partner_followed += count(followed);
        partner_rest &= ~followed;
        total += n;
        if (n > 0 && !count_cards) {
            // The declarer's highest trump may have to stay; leaving that out only weakens the
            // bound.
            const Cheapest<K> given(declarer, std::min(n, declarer_length));
            declarer_points += given.points;
            declarer_followed += count(given.cards);
            declarer_rest &= ~given.cards;
        }
        if (suit == kSuits - 1) ruffs = declarer_length > n;
    }
    if (total == 0) return 0;
    // 2. The partner's discards are his dearest plain cards; a trump would take the lead from us.
    const int discards = total - partner_followed;
    if (count(partner_rest) < discards) return 0;
    if (count_cards) return 3 * total;
    return valuation.sum(mine) + partner_points + dearest_points<K>(partner_rest, discards) +
           declarer_points + cheapest_points<K>(declarer_rest, total - declarer_followed);
}

/// What a side that is not on lead wins at least: the highest trumps make their tricks at some
/// time. `side` 0 is the declarer, 1 the defenders.
template <Kind K>
int with_top_trumps(const std::array<Cards, 3>& hands, int side, const Valuation& valuation,
                    bool count_cards) {
    using namespace detail;
    using D = Deck<K>;
    const Cards declarer = hands[0] & D::trumps;
    const Cards defenders = (hands[1] | hands[2]) & D::trumps;
    const Cards ours = side == 0 ? declarer : defenders;
    const Cards theirs = side == 0 ? defenders : declarer;
    if (ours <= theirs) return 0;
    const Cards top = theirs == 0 ? ours : ours & D::above(highest(theirs));
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

}  // namespace kiebitz::solvers::skat
