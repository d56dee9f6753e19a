// What the defenders take from the top when one of them is on lead (thesis §5.2), and what they
// take when he passes the lead to his partner.
//
// The defenders' cards are chosen by a fixed plan. Of the declarer only what no choice of his can
// change enters: how often he must follow, and his highest card of a suit. His cards count with the
// fewest points that he can give.
#pragma once

#include <algorithm>
#include <array>

#include "solvers/skat/deck.hpp"
#include "solvers/skat/point_classes.hpp"
#include "solvers/skat/sure_tricks.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

/// Rounds of suits that one defender leads and wins.
template <Kind K>
struct Cashing {
    static constexpr int kSuits = Deck<K>::plain_suits + 1;

    Cards mine = 0;      // the leader's winners
    Cards ranked = 0;    // those of them that beat somebody's card
    Cards followed = 0;  // the partner's cards of the same suits
    int total = 0;

    /// `rounds`: how often each suit has been led by the defenders already; brought up to date.
    Cashing(Cards leader, Cards partner, Cards declarer, std::array<int, kSuits>& rounds) {
        bool ruffs = false;
        for (int suit = kSuits - 1; suit >= 0; --suit) {
            const Cards mask = suit_mask<K>(suit);
            const Cards theirs = declarer & mask;
            const int length = count(theirs);
            Cards own = leader & mask;
            Cards partner_left = partner & mask;
            int& n = rounds[suit];
            while (own != 0) {
                const Cards top = Cards{1} << highest(own);
                if (n < length ? theirs > top : ruffs) break;
                // The partner follows below the leader's card: from below if he holds higher ones.
                if (partner_left != 0) {
                    const Cards below = partner_left & (top - 1);
                    if (below == 0) break;
                    partner_left &=
                        ~(partner_left > top ? below & (0 - below) : Cards{1} << highest(below));
                }
                mine |= top;
                if (n < length || (partner & mask) != 0) ranked |= top;
                own &= ~top;
                ++n;
                ++total;
            }
            followed |= partner & mask & ~partner_left;
            if (suit == kSuits - 1) ruffs = length > n;
        }
    }
    int partner_discards() const { return total - count(followed); }
};

/// The fewest points that the declarer gives when suits are led so often, in `tricks` tricks.
template <Kind K>
int declarer_gives(Cards declarer, const std::array<int, Cashing<K>::kSuits>& rounds, int tricks) {
    int points = 0;
    for (int suit = 0; suit < Cashing<K>::kSuits; ++suit) {
        if (rounds[suit] == 0) continue;
        const Cards held = declarer & suit_mask<K>(suit);
        const auto given = cheapest<K>(held, std::min(rounds[suit], count(held)));
        points += given.points;
        tricks -= count(given.cards);
        declarer &= ~given.cards;
    }
    return points + cheapest_points<K>(declarer, tricks);
}

}  // namespace detail

struct DefenderOptions {
    bool count_cards;
    bool sure_tricks;
    bool lead_transfer;
};

/// What the defenders win at least when `leader`, one of them, is on lead. Stops at `enough`.
template <Kind K>
Winnings defenders_from_the_top(const std::array<Cards, 3>& hands, int leader,
                                const Valuation& valuation, int enough, DefenderOptions options) {
    using namespace detail;
    using D = Deck<K>;
    constexpr int kTrumps = D::plain_suits;
    const Cards own = hands[leader], partner = hands[3 - leader], declarer = hands[0];

    // 1. The leader keeps the lead. His partner discards plain cards, the dearest ones: a trump
    // would take the trick from him.
    std::array<int, kTrumps + 1> rounds{};
    const Cashing<K> first(own, partner, declarer, rounds);
    const int discards = first.partner_discards();
    const Cards partner_left = partner & ~first.followed & ~D::trumps;
    Winnings best;

    // Trumps that make their tricks later: the leader's own, or the partner's if none were led.
    SureTrumps later;
    Cards later_trumps = 0;
    const Cards led_trumps = first.mine & D::trumps;
    if (options.sure_tricks) {
        const Cards theirs = declarer & D::trumps;
        const auto ours = sure_trumps<K>(own & D::trumps, theirs, valuation);
        if (ours.tricks > rounds[kTrumps]) {
            later = {ours.tricks - rounds[kTrumps], ours.points - valuation.sum(led_trumps),
                     ours.ranked};
            later_trumps = ours.possibly;
        }
        if (rounds[kTrumps] == 0) {
            const auto partners = sure_trumps<K>(partner & D::trumps, theirs, valuation);
            if (partners.points + partners.tricks > later.points + later.tricks) {
                later = partners;
                later_trumps = partners.possibly;
            }
        }
    }
    if (count(partner_left) >= discards) {
        const int total = first.total + later.tricks;
        if (total > 0) {
            const auto thrown = dearest<K>(partner_left, discards);
            const Cards ours = first.mine | first.followed | thrown.cards;
            best.points = options.count_cards
                              ? 3 * total
                              : valuation.sum(first.mine | first.followed) + later.points +
                                    thrown.points + declarer_gives<K>(declarer, rounds, total);
            best.won = {ours, ours | later_trumps | declarer};
        }
    }
    best.ranked = first.ranked | later.ranked;
    if (!options.lead_transfer || best.points >= enough) return best;

    // 2. Then he leads a suit whose highest card his partner holds, and the partner goes on. The
    // partner has kept his winners.
    Cards winners = 0;
    for (int suit = 0; suit <= kTrumps; ++suit) {
        const Cards held = partner & ~first.followed & suit_mask<K>(suit);
        const Cards theirs = declarer & suit_mask<K>(suit);
        winners |= theirs == 0 ? held : held & D::above(highest(theirs));
    }
    if (winners == 0) return best;
    const Cards spare = partner_left & ~winners;
    if (count(spare) < discards) return best;
    const auto thrown = dearest<K>(spare, discards);
    const bool ruffs = count(declarer & D::trumps) > rounds[kTrumps];
    for (int suit = 0; suit <= kTrumps; ++suit) {
        const Cards mask = suit_mask<K>(suit);
        const Cards theirs = declarer & mask;
        if ((winners & mask) == 0) continue;
        const Cards taking = Cards{1} << highest(winners & mask);
        const Cards leading = own & ~first.mine & mask & (taking - 1);
        if (leading == 0) continue;
        if (suit != kTrumps && rounds[suit] >= count(theirs) && ruffs) continue;
        const Cards led = Cards{1} << highest(leading);
        auto later_rounds = rounds;
        ++later_rounds[suit];
        const Cards leader_left = own & ~first.mine & ~led;
        const Cashing<K> second(partner & ~first.followed & ~thrown.cards & ~taking, leader_left,
                                declarer, later_rounds);
        const Cards rest = leader_left & ~second.followed & ~D::trumps;
        const int leader_discards = second.partner_discards();
        if (count(rest) < leader_discards) continue;
        const int total = first.total + 1 + second.total;
        const auto thrown_later = dearest<K>(rest, leader_discards);
        const Cards taken =
            first.mine | first.followed | led | taking | second.mine | second.followed;
        const int value = options.count_cards
                              ? 3 * total
                              : valuation.sum(taken) + thrown.points + thrown_later.points +
                                    declarer_gives<K>(declarer, later_rounds, total);
        if (value > best.points) {
            const Cards ours = taken | thrown.cards | thrown_later.cards;
            best.points = value;
            best.won = {ours, ours | declarer};
            best.ranked |= taking | second.ranked;
        }
        if (best.points >= enough) break;
    }
    return best;
}

}  // namespace kiebitz::solvers::skat
