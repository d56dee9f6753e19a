// The order in which moves are tried: a sum of fitted weights of what is seen around a card.
//
// Each feature picks one weight of a table. The weights were fitted to positions of random deals in
// which every move was searched, so that moves that decide the node cheaply come first
// (docs/background/bridge-solver.md says how).
#pragma once

#include "cards/compiler.hpp"
#include "solvers/bridge/move_weights.hpp"
#include "solvers/bridge/moves.hpp"
#include "solvers/bridge/static_bounds.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

/// Numbers of the features: blocks of weights, one after the other.
namespace feature {
inline constexpr int lead_tops = 0;                           // kind 3, top four owners 256, role 8
inline constexpr int lead_lengths = lead_tops + 3 * 2048;     // kind 3, low 2, own 8, partner 8
inline constexpr int lead_opposing = lead_lengths + 3 * 128;  // kind 3, low 2, left 8, right 8
inline constexpr int lead_ruffs =
    lead_opposing + 3 * 128;                        // who ruffs: 8, leader has trumps 2, top 2
inline constexpr int lead_group = lead_ruffs + 32;  // kind 3, relative rank 4, group 4
inline constexpr int follow_win = lead_group + 48;  // place 3, trump 2, seven flags
inline constexpr int follow_tops = follow_win + 6 * 512;  // place 3, wins 2, top three 64, role 8
inline constexpr int follow_length = follow_tops + 3 * 1024;  // place 3, role 8, own length 8
inline constexpr int follow_best = follow_length + 192;       // place 3, cheapest 2, best's rank 8
inline constexpr int discard_tops = follow_best + 48;  // place 3, winning 2, top three 64, role 8
inline constexpr int discard_lengths = discard_tops + 3 * 1024;  // low 2, own 8, partner 8
inline constexpr int discard_opposing = discard_lengths + 128;   // low 2, left 8, right 8
inline constexpr int ruff = discard_opposing + 128;              // place 3, seven flags
inline constexpr int past = ruff + 3 * 128;                      // place 4, history 16
inline constexpr int total = past + 64;
}  // namespace feature

/// What the features of all moves of one node have in common.
struct OrderContext {
    const Hands& hands;
    const Layout& start;  // of the trick
    int seat;
    int trump;
    const History& history;

    unsigned in_play(int suit) const { return start.set(suit); }
    unsigned of(int who, int suit) const {
        return holding(hands[static_cast<std::size_t>(who & 3)], suit);
    }
    int length(int who, int suit) const {
        const int n = count(of(who, suit));
        return n < 7 ? n : 7;
    }
    bool can_ruff(int who, int suit) const {
        return trump != no_trump && suit != trump && of(who, suit) == 0 && of(who, trump) != 0;
    }
    int past(Card card) const { return (history[card] + 1024) * 15 >> 11; }
    int above(Card card) const {
        return count(in_play(suit_of(card)) & ~((2U << rank_of(card)) - 1));
    }
};

/// What the features of all cards of one suit have in common.
struct SuitSeen {
    int suit = -1;
    unsigned own = 0;
    int tops = 0;      // owners of the four highest cards, two bits each, as seen from the player
    int lengths = 0;   // own and partner's
    int opposing = 0;  // left-hand and right-hand opponent's
    int ruffs = 0;     // of a lead: who can ruff, and whether the leader has trumps

    /// Before a lead, when the hands are those of the trick's start.
    KIEBITZ_ALWAYS_INLINE void look_at_lead(const OrderContext& at, int which) {
        if (suit == which) return;
        look_at_tops(at, which);
        const auto length = [&](int who) {
            const int n = at.start.length(who & 3, suit);
            return n < 7 ? n : 7;
        };
        lengths = length(at.seat) * 8 + length(at.seat + 2);
        opposing = length(at.seat + 1) * 8 + length(at.seat + 3);
        if (at.trump != no_trump && suit != at.trump) {
            ruffs = (at.can_ruff(at.seat + 1, suit) * 4 + at.can_ruff(at.seat + 2, suit) * 2 +
                     at.can_ruff(at.seat + 3, suit)) *
                        4 +
                    (at.of(at.seat, at.trump) != 0) * 2;
        }
    }

    KIEBITZ_ALWAYS_INLINE void look(const OrderContext& at, int which) {
        if (suit == which) return;
        look_at_tops(at, which);
        lengths = at.length(at.seat, suit) * 8 + at.length(at.seat + 2, suit);
        opposing = at.length(at.seat + 1, suit) * 8 + at.length(at.seat + 3, suit);
    }

  private:
    KIEBITZ_ALWAYS_INLINE void look_at_tops(const OrderContext& at, int which) {
        suit = which;
        own = at.of(at.seat, suit);
        // Four subtractions of the seat, modulo four, at once.
        const std::uint32_t owners = at.start.owners[static_cast<std::size_t>(suit)] >> 24;
        const std::uint32_t seats = 0x55U * static_cast<std::uint32_t>(at.seat);
        tops =
            static_cast<int>(((owners | 0xaaU) - (seats & 0x55U)) ^ ((owners ^ ~seats) & 0xaaU)) &
            255;
        const int cards = count(at.in_play(suit));
        if (cards < 4) tops &= 0xff00 >> (2 * cards);
    }
};

template <class Add>
KIEBITZ_ALWAYS_INLINE inline void lead_features(const OrderContext& at, SuitSeen& seen,
                                                const Candidate& move, Add add) {
    const int suit = suit_of(move.card);
    seen.look_at_lead(at, suit);
    const int kind = at.trump == no_trump ? 0 : suit == at.trump ? 2 : 1;
    const int low = (seen.own & ~holding(move.group, suit) & ((1U << rank_of(move.card)) - 1)) == 0;
    const int above = at.above(move.card);
    const int rank = above < 3 ? above : 3;
    add(feature::lead_tops + kind * 2048 + seen.tops * 8 + rank * 2 + low);
    add(feature::lead_lengths + kind * 128 + low * 64 + seen.lengths);
    add(feature::lead_opposing + kind * 128 + low * 64 + seen.opposing);
    if (kind == 1) add(feature::lead_ruffs + seen.ruffs + (above == 0));
    add(feature::past + at.past(move.card));
    const int group = count(move.group);
    add(feature::lead_group + kind * 16 + rank * 4 + (group < 4 ? group - 1 : 3));
}

/// What the trick looks like to the player in place `Place`, whichever card is played.
template <int Place>
struct FollowContext {
    OrderContext at;
    const Trick& trick;
    int partner_wins;
    int threat = -1;  // highest card of the led suit that the next opponent has
    int next_ruffs = 0;
    int partner_beats = 0;  // second hand: partner can beat leader and third hand
    int safe;               // partner's winning card cannot be beaten

    FollowContext(const OrderContext& context, const Trick& current)
        : at(context), trick(current), partner_wins(current.winner == partner_of(context.seat)) {
        if constexpr (Place < 3) {
            const unsigned next = at.of(at.seat + 1, trick.suit);
            if (next != 0) threat = highest(next);
            next_ruffs = at.can_ruff(at.seat + 1, trick.suit);
        }
        const bool ruffed = suit_of(trick.best) != trick.suit;
        if constexpr (Place == 1) {
            const unsigned partner = at.of(at.seat + 2, trick.suit);
            const int best = rank_of(trick.best) > threat ? rank_of(trick.best) : threat;
            partner_beats = next_ruffs     ? 0
                            : partner != 0 ? static_cast<int>(highest(partner)) > best
                                           : at.can_ruff(at.seat + 2, trick.suit);
        }
        safe = partner_wins && !next_ruffs && (ruffed || rank_of(trick.best) > threat);
    }
};

template <int Place, class Add>
KIEBITZ_ALWAYS_INLINE inline void reply_features(const FollowContext<Place>& context,
                                                 SuitSeen& seen, const Candidate& move, Add add) {
    const OrderContext& at = context.at;
    const Trick& trick = context.trick;
    constexpr int place = Place - 1;
    const int suit = suit_of(move.card);
    if (suit != at.trump || suit == trick.suit) seen.look(at, suit);
    const unsigned own = at.of(at.seat, suit);
    const unsigned group = holding(move.group, suit);
    const unsigned lower = own & ~group & ((1U << rank_of(move.card)) - 1);
    const int low = lower == 0;
    const int above = at.above(move.card);
    const int role = (above < 3 ? above : 3) * 2 + low;
    const int wins = beats(move.card, trick.best, at.trump);
    add(feature::past + Place * 16 + at.past(move.card));
    if (suit == trick.suit) {
        const int sure = wins && !context.next_ruffs && rank_of(move.card) > context.threat;
        // The cheapest card that wins, or surely wins if this one does.
        const unsigned bar = static_cast<unsigned>(
            sure && context.threat > rank_of(trick.best) ? context.threat : rank_of(trick.best));
        const int cheapest = wins && (suit_of(trick.best) != suit || (lower >> (bar + 1)) == 0);
        const int high = (own >> (rank_of(move.card) + 1)) == 0;
        add(feature::follow_win + (place * 2 + (at.trump != no_trump)) * 512 +
            (context.partner_wins << 8 | context.safe << 7 | context.partner_beats << 6 |
             wins << 5 | sure << 4 | cheapest << 3 | context.next_ruffs << 2 | low << 1 | high));
        add(feature::follow_tops + ((place * 2 + wins) * 64 + (seen.tops >> 2)) * 8 + role);
        add(feature::follow_length + (place * 8 + role) * 8 + (seen.lengths >> 3));
        const int best = at.above(trick.best);
        add(feature::follow_best + (place * 2 + cheapest) * 8 + (best < 7 ? best : 7));
    } else if (suit == at.trump) {
        const int over = Place < 3 && context.next_ruffs;
        add(feature::ruff + place * 128 +
            (wins << 6 | context.partner_wins << 5 | context.safe << 4 |
             context.partner_beats << 3 | low << 2 | over << 1 | (above == 0)));
    } else {
        const int ours = context.safe || context.partner_beats;
        add(feature::discard_tops + ((place * 2 + ours) * 64 + (seen.tops >> 2)) * 8 + role);
        add(feature::discard_lengths + low * 64 + seen.lengths);
        add(feature::discard_opposing + low * 64 + seen.opposing);
    }
}

/// The reply in the suit led that is mostly right, as one bit; nothing where that is not plain.
/// Third hand plays low if it cannot beat the trick or need not, else the cheapest card that holds
/// against the last hand, else its highest. Second hand plays low if it cannot win or its partner
/// will, else the cheapest card that holds against third hand.
template <int Place>
KIEBITZ_ALWAYS_INLINE inline unsigned likely_reply(const OrderContext& at, const Trick& trick) {
    const unsigned own = at.of(at.seat, trick.suit);
    if (own == 0) return 0;
    const unsigned low = own & (0U - own);
    if (own == low) return low;
    const unsigned best = 1U << rank_of(trick.best);
    const unsigned higher = suit_of(trick.best) != trick.suit ? 0 : own & ~(best | (best - 1));
    if (higher == 0) return low;
    const unsigned next = at.of(at.seat + 1, trick.suit);
    if (at.can_ruff(at.seat + 1, trick.suit)) return Place == 2 ? low : 0;
    const unsigned threats = next & ~(best | (best - 1));  // that beat the trick so far
    const unsigned sure = threats != 0 ? own & ~((2U << highest(threats)) - 1) : higher;
    if constexpr (Place == 2) {
        if (trick.winner == partner_of(at.seat) &&
            (threats == 0 || highest(threats) > highest(own)) &&
            (threats & ((1U << highest(own)) - 1)) == 0) {
            return low;
        }
        return sure != 0 ? sure & (0U - sure) : 1U << highest(higher);
    } else {
        const unsigned partner = at.of(at.seat + 2, trick.suit);
        const unsigned bar = threats != 0 ? 1U << highest(threats) : best;
        if (partner != 0 ? partner > (bar | (bar - 1)) : at.can_ruff(at.seat + 2, trick.suit))
            return low;
        return sure & (0U - sure);
    }
}

inline void Candidates::weigh_leads(const OrderContext& at) {
    SuitSeen seen;
    for (std::size_t i = done_; i < size_; ++i) {
        int weight = 0;
        lead_features(at, seen, moves_[i], [&](int index) { weight += move_weights[index]; });
        moves_[i].weight = static_cast<std::int16_t>(20 * weight);
    }
}

template <int Place>
inline void Candidates::weigh_replies(const OrderContext& at, const Trick& trick) {
    const FollowContext<Place> context(at, trick);
    SuitSeen seen;
    for (std::size_t i = 0; i < size_; ++i) {
        int weight = 0;
        reply_features<Place>(context, seen, moves_[i],
                              [&](int index) { weight += move_weights[index]; });
        moves_[i].weight = static_cast<std::int16_t>(20 * weight);
    }
}

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
