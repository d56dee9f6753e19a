// The order in which cards are tried: a sum of fitted weights of what is seen around a card (thesis
// §3.8). Each feature picks one weight of a table. benchmarks/tune_skat_ordering.py fits them to
// positions in which every card was searched, so that those come first that decide the node, and do
// it cheaply (fastest-cut-first, §3.6).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards/compiler.hpp"
#include "solvers/skat/deck.hpp"
#include "solvers/skat/history.hpp"
#include "solvers/skat/suit_codes.hpp"

namespace kiebitz::solvers::skat {

/// The features: blocks of weights, one after the other, each with dimensions of its own.
namespace feature {

/// `at(i, j, …)` is the number of one weight of the block.
template <int First, int... Dimensions>
struct Block {
    static constexpr int first = First;
    static constexpr int end = First + (Dimensions * ...);

    template <class... Index>
    static constexpr int at(Index... index) {
        static_assert(sizeof...(Index) == sizeof...(Dimensions));
        int number = 0;
        ((number = number * Dimensions + index), ...);
        return First + number;
    }
    static constexpr bool contains(int number) { return number >= first && number < end; }
};

// What a card and its surroundings are told by.
inline constexpr int kPlayers = 3;
inline constexpr int kSeats = 6;       // a player in the second or third place
inline constexpr int kPlaces = 3;      // in the trick
inline constexpr int kWays = 3;        // follows, trumps, throws away
inline constexpr int kOutcomes = 3;    // of the trick: see Outcome
inline constexpr int kWinners = 3;     // so far: this card, our side, the others
inline constexpr int kValues = 6;      // classes of card points
inline constexpr int kTops = 64;       // owners of a suit's three highest cards
inline constexpr int kAbove = 4;       // higher cards of the suit, at most 3
inline constexpr int kLengths = 4;     // of another hand in the suit, at most 3
inline constexpr int kOwnLengths = 6;  // from 1
inline constexpr int kReplies = 6;     // that a card leaves to somebody, from 1
inline constexpr int kNeeds = 8;       // what the side needs of the rest, in eighths
inline constexpr int kTrickPoints = 5;
inline constexpr int kLevels = 16;  // of history
inline constexpr int kYesNo = 2;

using LeadTops = Block<0, kPlayers, kYesNo, kTops, kAbove, kYesNo>;  // trump?, lowest?
using LeadLengths = Block<LeadTops::end, kPlayers, kYesNo, kOwnLengths, kLengths, kLengths, kYesNo>;
using LeadValue = Block<LeadLengths::end, kPlayers, kOutcomes, kValues, kYesNo, kNeeds>;  // enough?
using LeadReplies = Block<LeadValue::end, kPlayers, kReplies, kReplies, kYesNo>;          // trump?
using ReplyValue =
    Block<LeadReplies::end, kSeats, kWays, kOutcomes, kWinners, kValues, kYesNo>;  // enough?
using ReplyNeed = Block<ReplyValue::end, kSeats, kOutcomes, kValues, kNeeds>;
using ReplyTops = Block<ReplyNeed::end, kSeats, kWays, kTops, kAbove, kYesNo>;  // lowest?
using ReplyWin =  // beats?, with the cheapest?, highest of all?, lowest?
    Block<ReplyTops::end, kSeats, kWays, kYesNo, kYesNo, kYesNo, kYesNo>;
using ReplyBest = Block<ReplyWin::end, kSeats, kWays, kAbove, kYesNo, kTrickPoints>;  // beats?
using ReplyReplies = Block<ReplyBest::end, kSeats, kOutcomes, kReplies>;
using Past = Block<ReplyReplies::end, kPlaces, kPlayers, kLevels>;
using ClosePast = Block<Past::end, kPlaces, kPlayers, kLevels>;
inline constexpr int kTotal = ClosePast::end;

}  // namespace feature

using OrderingWeights = std::array<std::int8_t, feature::kTotal>;
extern const std::array<OrderingWeights, 2> kOrderingWeights;  // by Kind

/// Can a player who is still to play win the trick against `best`, the leading suit being `led`?
template <Kind K>
bool can_beat(Cards hand, Cards led, Card best) {
    using D = Deck<K>;
    const Cards follow = hand & led;
    return ((follow != 0 ? follow : hand) & D::beating(best)) != 0;
}

enum Outcome : std::int8_t { kLost = 0, kOpen = 1, kWon = 2 };  // of a trick, for the player's side

/// What the features of all cards of one node have in common.
template <Kind K, class Words>
struct Scene {
    std::array<Cards, 3> hands;
    const Words& words;  // at the trick's start
    Cards start;         // the cards at the trick's start
    Cards led;
    Card best;
    int best_player;
    int points;  // in the trick
    int player;
    int rest;                        // points still to be won
    int need;                        // of them by the player's side
    int need_share;                  // in eighths
    typename History<K>::Past past;  // null: not used
};

/// What the features of all cards of one suit have in common.
template <Kind K>
struct SuitSeen {
    using D = Deck<K>;
    Cards suit = 0;
    Cards own = 0;
    int tops = 0;  // owners of the three highest cards, two bits each; 0 if there is none

    template <class Words>
    void look(const Scene<K, Words>& at, Card card) {
        const Cards which = D::suit_of(card);
        if (which == suit) return;
        suit = which;
        own = at.hands[at.player] & suit;
        if (card < D::trump_shift) {
            tops = at.words.tops(card / kSuitSize);
        } else if constexpr (K == Kind::grand) {
            tops = at.words.trump_tops();
        } else {
            tops = 0;
            Cards left = (at.hands[0] | at.hands[1] | at.hands[2]) & suit;
            for (int i = 0; i < 3 && left != 0; ++i) {
                const Cards top = Cards{1} << highest(left);
                left ^= top;
                const int owner = (at.hands[0] & top) != 0 ? 1 : (at.hands[1] & top) != 0 ? 2 : 3;
                tops |= owner << (4 - 2 * i);
            }
        }
    }
};

namespace detail {

/// Cards of 0, 2, 3, 4, 10 and 11 points.
inline constexpr std::array<std::uint8_t, 32> kValueClass = [] {
    std::array<std::uint8_t, 32> classes{};
    constexpr std::array<std::uint8_t, 7> plain{0, 0, 0, 2, 3, 4, 5};
    for (int card = 0; card < 32; ++card)
        classes[card] = card >= kJacks ? 1 : plain[card % kSuitSize];
    return classes;
}();

}  // namespace detail

template <Kind K, class Words, class Add>
KIEBITZ_ALWAYS_INLINE inline void lead_features(const Scene<K, Words>& at, SuitSeen<K>& seen,
                                                Card card, Outcome outcome, int value, Add add) {
    using D = Deck<K>;
    using namespace feature;
    const int player = at.player;
    const int next = player == 2 ? 0 : player + 1;
    const int last = next == 2 ? 0 : next + 1;
    const Cards next_hand = at.hands[next], last_hand = at.hands[last];
    const int value_class = detail::kValueClass[card];
    const int trump = card >= D::trump_shift;
    seen.look(at, card);
    const Cards next_suit = next_hand & seen.suit, last_suit = last_hand & seen.suit;
    const int above = count(at.start & seen.suit & D::above(card));
    const int low = (seen.own & D::below(card)) == 0;
    const auto capped = [](int number, int most) { return number < most ? number : most; };
    add(LeadTops::at(player, trump, seen.tops, capped(above, 3), low));
    add(LeadLengths::at(player, trump, capped(count(seen.own) - 1, 5), capped(count(next_suit), 3),
                        capped(count(last_suit), 3), low));
    const int enough = outcome == kWon ? value >= at.need : value > at.rest - at.need;
    add(LeadValue::at(player, outcome, value_class, enough, at.need_share));
    const int next_replies = count(next_suit != 0 ? next_suit : next_hand);
    const int last_replies = count(last_suit != 0 ? last_suit : last_hand);
    add(LeadReplies::at(player, capped(next_replies - 1, 5), capped(last_replies - 1, 5), trump));
    if (at.past.wide != nullptr) {
        add(Past::at(0, player, History<K>::level(*at.past.wide, card)));
        add(ClosePast::at(0, player, History<K>::level(*at.past.close, card)));
    }
}

template <int Played, Kind K, class Words, class Add>
KIEBITZ_ALWAYS_INLINE inline void reply_features(const Scene<K, Words>& at, SuitSeen<K>& seen,
                                                 Card card, Outcome outcome, int value, Add add) {
    using D = Deck<K>;
    using namespace feature;
    const int seat = (Played - 1) * 3 + at.player;
    const int value_class = detail::kValueClass[card];
    seen.look(at, card);
    const int way = (seen.suit & at.led) != 0 ? 0 : card >= D::trump_shift ? 1 : 2;
    const int beats = D::beats(card, at.best);
    const int winner = beats ? 0 : (at.best_player == 0) == (at.player == 0) ? 1 : 2;
    const int above = count(at.start & seen.suit & D::above(card));
    const int boss = above == 0;
    const Cards below = seen.own & D::below(card);
    const int low = below == 0;
    const auto capped = [](int number, int most) { return number < most ? number : most; };
    const int points = at.points + value;
    const int enough = outcome == kWon ? points >= at.need : points > at.rest - at.need;
    add(ReplyValue::at(seat, way, outcome, winner, value_class, enough));
    add(ReplyNeed::at(seat, outcome, value_class, at.need_share));
    add(ReplyTops::at(seat, way, seen.tops, capped(above, 3), low));
    const int cheapest = beats && (below & D::beating(at.best)) == 0;
    add(ReplyWin::at(seat, way, beats, cheapest, boss, low));
    const int best_above = count(at.start & at.led & D::above(at.best));
    add(ReplyBest::at(seat, way, capped(best_above, 3), beats, capped((at.points + 4) / 5, 4)));
    if constexpr (Played == 1) {
        const Cards hand = at.hands[at.player == 2 ? 0 : at.player + 1];
        const Cards follow = hand & at.led;
        add(ReplyReplies::at(seat, outcome, capped(count(follow != 0 ? follow : hand) - 1, 5)));
    }
    if (at.past.wide != nullptr) {
        add(Past::at(Played, at.player, History<K>::level(*at.past.wide, card)));
        add(ClosePast::at(Played, at.player, History<K>::level(*at.past.close, card)));
    }
}

}  // namespace kiebitz::solvers::skat
