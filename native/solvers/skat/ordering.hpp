// The order in which cards are tried: a sum of fitted weights of what is seen around a card (thesis
// §3.8). Each feature picks one weight of a table. benchmarks/tune_skat_ordering.py fits them to
// positions in which every card was searched, so that those come first that decide the node, and do
// it cheaply (fastest-cut-first, §3.6).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "solvers/skat/canonical.hpp"
#include "solvers/skat/deck.hpp"
#include "solvers/skat/history.hpp"

namespace kiebitz::solvers::skat {

/// Numbers of the features: blocks of weights, one after the other. Leads are seen by one of three
/// players, replies by one of three in the second or third place.
namespace feature {
inline constexpr int lead_tops = 0;                    // player 3, trump 2, tops 64, role 8
inline constexpr int lead_lengths = lead_tops + 3072;  // player 3, trump 2, own 6, others 16, low 2
inline constexpr int lead_value =
    lead_lengths + 1152;  // player 3, outcome 3, value 6, enough 2, need 8
inline constexpr int lead_replies = lead_value + 864;  // player 3, next 6, last 6, trump 2
inline constexpr int reply_value =
    lead_replies + 216;  // seen 6, way 3, outcome 3, winner 3, value 6, enough 2
inline constexpr int reply_need = reply_value + 1944;  // seen 6, outcome 3, value 6, need 8
inline constexpr int reply_tops = reply_need + 864;    // seen 6, way 3, tops 64, role 8
inline constexpr int reply_win = reply_tops + 9216;    // seen 6, way 3, beats, cheapest, boss, low
inline constexpr int reply_best =
    reply_win + 288;  // seen 6, way 3, above best 4, beats 2, points 5
inline constexpr int reply_replies = reply_best + 720;  // seen 6, outcome 3, replies 6
inline constexpr int past = reply_replies + 108;        // place 3, player 3, history 16
inline constexpr int close_past = past + 144;           // place 3, player 3, history 16
inline constexpr int total = close_past + 144;
}  // namespace feature

/// For the suit games and grand, without and with regard to the cost of a card.
using OrderingWeights = std::array<std::int8_t, feature::total>;
extern const OrderingWeights kOrderingWeights[2][2];

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
            tops = at.words.tops(card / 7);
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
    for (int card = 0; card < 32; ++card) classes[card] = card >= 28 ? 1 : plain[card % 7];
    return classes;
}();

}  // namespace detail

template <Kind K, class Words, class Add>
[[gnu::always_inline]] inline void lead_features(const Scene<K, Words>& at, SuitSeen<K>& seen,
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
    add(lead_tops + ((player * 2 + trump) * 64 + seen.tops) * 8 + capped(above, 3) * 2 + low);
    add(lead_lengths +
        ((((player * 2 + trump) * 6 + capped(count(seen.own) - 1, 5)) * 4 +
          capped(count(next_suit), 3)) *
             4 +
         capped(count(last_suit), 3)) *
            2 +
        low);
    const int enough = outcome == kWon ? value >= at.need : value > at.rest - at.need;
    add(lead_value + (((player * 3 + outcome) * 6 + value_class) * 2 + enough) * 8 + at.need_share);
    const int next_replies = count(next_suit != 0 ? next_suit : next_hand);
    const int last_replies = count(last_suit != 0 ? last_suit : last_hand);
    add(lead_replies +
        ((player * 6 + capped(next_replies - 1, 5)) * 6 + capped(last_replies - 1, 5)) * 2 + trump);
    if (at.past.wide != nullptr) {
        add(past + player * 16 + History<K>::level(*at.past.wide, card));
        add(close_past + player * 16 + History<K>::level(*at.past.close, card));
    }
}

template <int Played, Kind K, class Words, class Add>
[[gnu::always_inline]] inline void reply_features(const Scene<K, Words>& at, SuitSeen<K>& seen,
                                                  Card card, Outcome outcome, int value, Add add) {
    using D = Deck<K>;
    using namespace feature;
    const int seat = (Played - 1) * 3 + at.player;
    const int value_class = detail::kValueClass[card];
    seen.look(at, card);
    const int way = (seen.suit & at.led) != 0 ? 0 : card >= D::trump_shift ? 1 : 2;
    const int shown = seat * 3 + way;
    const int beats = D::beats(card, at.best);
    const int winner = beats ? 0 : (at.best_player == 0) == (at.player == 0) ? 1 : 2;
    const int above = count(at.start & seen.suit & D::above(card));
    const int boss = above == 0;
    const Cards below = seen.own & D::below(card);
    const int low = below == 0;
    const auto capped = [](int number, int most) { return number < most ? number : most; };
    const int points = at.points + value;
    const int enough = outcome == kWon ? points >= at.need : points > at.rest - at.need;
    add(reply_value + (((shown * 3 + outcome) * 3 + winner) * 6 + value_class) * 2 + enough);
    add(reply_need + ((seat * 3 + outcome) * 6 + value_class) * 8 + at.need_share);
    add(reply_tops + (shown * 64 + seen.tops) * 8 + capped(above, 3) * 2 + low);
    const int cheapest = beats && (below & D::beating(at.best)) == 0;
    add(reply_win + (((shown * 2 + beats) * 2 + cheapest) * 2 + boss) * 2 + low);
    const int best_above = count(at.start & at.led & D::above(at.best));
    add(reply_best + ((shown * 4 + capped(best_above, 3)) * 2 + beats) * 5 +
        capped((at.points + 4) / 5, 4));
    if constexpr (Played == 1) {
        const Cards hand = at.hands[at.player == 2 ? 0 : at.player + 1];
        const Cards follow = hand & at.led;
        add(reply_replies + (seat * 3 + outcome) * 6 +
            capped(count(follow != 0 ? follow : hand) - 1, 5));
    }
    if (at.past.wide != nullptr) {
        const int place = (Played * 3 + at.player) * 16;
        add(past + place + History<K>::level(*at.past.wide, card));
        add(close_past + place + History<K>::level(*at.past.close, card));
    }
}

}  // namespace kiebitz::solvers::skat
