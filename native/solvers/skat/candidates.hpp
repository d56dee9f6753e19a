// The candidate cards of the search, best first. Only search.cpp includes this.
#pragma once

#include "solvers/skat/search.hpp"

namespace kiebitz::solvers::skat {

inline constexpr Card kNoCard = 0xff;
inline constexpr int kWon = 1, kLost = -1, kOpen = 0;

/// Is the trick won or lost for the player's side, whatever the others do, after this card?
template <Kind K, bool Ranked>
template <int Played>
int Search<K, Ranked>::outcome(const Node& node, Card card) const {
    const bool wins = Played == 0 || D::beats(card, node.best);
    const Card best = wins ? card : node.best;
    const bool declarer_leads = (wins ? node.player : node.best_player) == 0;
    const Cards led = Played == 0 ? D::suit_of(card) : node.led;
    int other = node.player;
    for (int i = Played; i < 2; ++i) {
        other = other == 2 ? 0 : other + 1;
        if ((other == 0) != declarer_leads && can_beat<K>(node.hands[other], led, best))
            return kOpen;
    }
    return (node.player == 0) == declarer_leads ? kWon : kLost;
}

template <Kind K, bool Ranked>
template <int Played>
void Search<K, Ranked>::generate(const Node& node, MoveList& list) const {
    const Cards hand = node.hands[node.player];
    const Cards follow = Played == 0 ? 0 : hand & node.led;
    const Cards legal = follow != 0 ? follow : hand;
    if (!options_.equivalent_cards) {
        for (Card card : each_card(legal)) {
            list.moves[list.size] = {card, static_cast<std::int8_t>(list.size), 0};
            list.groups[list.size] = bit(card);
            ++list.size;
        }
        return;
    }
    // Cards that separate neighbours: those of the others, and the one to beat (thesis §4.4).
    Cards others = (node.hands[0] | node.hands[1] | node.hands[2]) & ~hand;
    if constexpr (Played != 0) others |= bit(node.best);

    int group = -1;
    Card previous = kNoCard;
    int group_start = 0;
    int state = kOpen;
    for (Card card : each_card(legal)) {
        const bool same_group = previous != kNoCard && D::suit_of(previous) == D::suit_of(card) &&
                                (others & D::above(previous) & D::below(card)) == 0;
        previous = card;
        if constexpr (Ranked) {
            const int own = same_group ? group : group + 1;
            list.groups[own] = (same_group ? list.groups[own] : 0) | bit(card);
        }
        if (!same_group) {
            ++group;
            group_start = list.size;
            state = outcome<Played>(node, card);
        } else if (state != kOpen && options_.quasi_symmetry) {
            // The trick's owner is certain: of neighbours, give the dearest card to ourselves and
            // the cheapest to the others. What stays in hand can win back no more than the
            // difference.
            Move& kept = list.moves[group_start];
            const int difference =
                static_cast<int>(valuation_.values[card]) - valuation_.values[kept.card];
            if (difference * state > 0) kept.card = card;
            continue;
        } else {
            bool known_value = false;
            for (int i = group_start; i < list.size; ++i) {
                known_value |= valuation_.values[list.moves[i].card] == valuation_.values[card];
            }
            if (known_value) continue;
        }
        list.moves[list.size++] = {card, static_cast<std::int8_t>(group), 0};
    }
}

template <Kind K, bool Ranked>
template <int Played>
void Search<K, Ranked>::order(const Node& node, MoveList& list, Card table_card) {
    constexpr int kFirst = 1 << 24;
    const TrickView view{node.hands, node.player, node.best, node.best_player, node.points};
    const int* w = weights_.weight[Played][node.player];
    for (int i = 0; i < list.size; ++i) {
        Move& move = list.moves[i];
        if (move.card == table_card) {
            move.score = kFirst;
        } else if (!options_.trick_ordering) {
            move.score = -move.card;
        } else if constexpr (Played == 0) {
            move.score = lead_score<K>(view, move.card, valuation_, w, options_.fastest_cut_first);
        } else {
            move.score = follow_score<K, Played>(view, move.card, node.led, valuation_, w,
                                                 options_.fastest_cut_first);
        }
    }
    if (options_.history) {
        const auto& scores = history_.of(Played, node.player, node.led);
        for (int i = 0; i < list.size; ++i) {
            list.moves[i].score += History<K>::bonus(scores, list.moves[i].card);
        }
    }
    for (int i = 1; i < list.size; ++i) {
        const Move move = list.moves[i];
        int j = i;
        for (; j > 0 && list.moves[j - 1].score < move.score; --j)
            list.moves[j] = list.moves[j - 1];
        list.moves[j] = move;
    }
}

}  // namespace kiebitz::solvers::skat
