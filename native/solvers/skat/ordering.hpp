// Move ordering: a linear score over features of a card in its trick (thesis §3.8), with a term for
// the size of the subtree (fastest-cut-first, §3.6). benchmarks/tune_skat_ordering.py found the
// weights.
#pragma once

#include <array>
#include <cstdint>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

namespace features {

enum Lead {
    sure,           // no opponent can beat the card
    sure_points,    // its points then
    forced_points,  // what the opponents must add then
    risked_points,  // its points if an opponent can beat it
    trump,
    trumps_out,   // a trump: how many trumps the opponents hold
    cards_above,  // cards of the others that beat it in its suit
    own_length,   // of the suit
    singleton,
    under_lead,      // we hold a higher card that nobody can beat in the suit
    ruffers,         // opponents who can ruff
    partner_takes,   // the partner can take the trick
    partner_points,  // the card's points then
    next_replies,    // how many cards the next player may play (fastest-cut-first)
    last_replies,
    lead_count
};
enum Follow {
    wins_surely,
    won_points,     // points of the trick if it is surely ours
    lost_points,    // points of the card if the trick is surely theirs
    leads_so_far,   // ours now, but not surely
    trails_so_far,  // theirs now, but not surely
    unsure_points,
    plays_trump,   // without having been asked for it
    follow_above,  // cards of the others that beat it in its suit
    follow_below,  // cards of the others below it in its suit
    takes_lead,    // the card wins the trick surely
    discards,
    discard_length,  // cards that we hold of the suit from which we discard
    discard_points,
    gives_boss,    // the highest card of a suit goes into a lost trick
    replies_left,  // how many cards the last player may play (fastest-cut-first)
    follow_count
};
inline constexpr int kCount = 15;
static_assert(lead_count == kCount && follow_count == kCount);

}  // namespace features

struct OrderingWeights {
    int weight[3][3]
              [features::kCount];  // [cards already in the trick][player, 0 the declarer][feature]
};

extern const OrderingWeights kDefaultWeights[2];  // by Kind

/// The part of a position that the score looks at.
struct TrickView {
    std::array<Cards, 3> hands;  // declarer, the player after him, the third
    int player;
    Card best;  // the winning card so far
    int best_player;
    int points;  // in the trick
};

/// Can a player who is still to play win the trick against `best`, the leading suit being `led`?
template <Kind K>
bool can_beat(Cards hand, Cards led, Card best) {
    using D = Deck<K>;
    const Cards follow = hand & led;
    return ((follow != 0 ? follow : hand) & D::beating(best)) != 0;
}

template <Kind K>
int lead_score(const TrickView& view, Card card, const Valuation& valuation, const int* w,
               bool fastest_cut_first) {
    using D = Deck<K>;
    using namespace features;
    const Cards led = D::suit_of(card);
    const int next = view.player == 2 ? 0 : view.player + 1;
    const int last = next == 2 ? 0 : next + 1;
    const Cards next_hand = view.hands[next], last_hand = view.hands[last];
    const Cards own = view.hands[view.player] & led;
    const Cards others = (next_hand | last_hand) & led;
    const int value = valuation.values[card];
    const int length = count(own);
    int score = w[own_length] * length + w[cards_above] * count(others & D::above(card));
    if (length == 1) score += w[singleton];
    if (own > others && bit(card) < others) score += w[under_lead];
    bool beaten = false;
    int ruffing = 0, forced = 0;
    Cards opposing = 0;
    for (int other : {next, last}) {
        const Cards hand = view.hands[other];
        const Cards follow = hand & led;
        const bool can = can_beat<K>(hand, led, card);
        if (view.player != 0 && other != 0) {
            if (can) score += w[partner_takes] + w[partner_points] * value;
        } else {
            opposing |= hand;
            beaten |= can;
            ruffing += can && follow == 0;
            if (follow != 0) forced += valuation.values[lowest(follow)];
        }
    }
    if (card >= D::trump_shift) score += w[trump] + w[trumps_out] * count(opposing & D::trumps);
    score += beaten ? w[risked_points] * value
                    : w[sure] + w[sure_points] * value + w[forced_points] * forced;
    score += w[ruffers] * ruffing;
    if (fastest_cut_first) {
        const Cards next_follow = next_hand & led, last_follow = last_hand & led;
        score += w[next_replies] * count(next_follow != 0 ? next_follow : next_hand) +
                 w[last_replies] * count(last_follow != 0 ? last_follow : last_hand);
    }
    return score;
}

template <Kind K, int Played>
int follow_score(const TrickView& view, Card card, Cards led, const Valuation& valuation,
                 const int* w, bool fastest_cut_first) {
    using D = Deck<K>;
    using namespace features;
    const int value = valuation.values[card];
    const bool beats = D::beats(card, view.best);
    const int winner = beats ? view.player : view.best_player;
    const bool declarer_leads = winner == 0;
    const bool ours = (view.player == 0) == declarer_leads;
    const Cards suit = D::suit_of(card);
    const Cards others =
        (view.hands[0] | view.hands[1] | view.hands[2]) & ~view.hands[view.player] & suit;
    const Cards above = others & D::above(card);
    int score = w[follow_above] * count(above) + w[follow_below] * count(others & D::below(card));
    bool sure = true;
    if constexpr (Played == 1) {
        const int last = view.player == 2 ? 0 : view.player + 1;
        const Cards hand = view.hands[last];
        if ((last == 0) != declarer_leads) {
            sure = !can_beat<K>(hand, led, beats ? card : view.best);
        }
        if (fastest_cut_first) {
            const Cards follow = hand & led;
            score += w[replies_left] * count(follow != 0 ? follow : hand);
        }
    }
    if (sure) {
        if (ours) {
            score += w[wins_surely] + w[won_points] * (view.points + value);
            if (beats) score += w[takes_lead];
        } else {
            score += w[lost_points] * value;
            if (above == 0) score += w[gives_boss];
        }
    } else {
        score += w[unsure_points] * value + (ours ? w[leads_so_far] : w[trails_so_far]);
    }
    if ((suit & led) == 0) {
        if (card >= D::trump_shift) {
            score += w[plays_trump];
        } else {
            score += w[features::discards] + w[discard_points] * value +
                     w[discard_length] * count(view.hands[view.player] & suit);
        }
    }
    return score;
}

}  // namespace kiebitz::solvers::skat
