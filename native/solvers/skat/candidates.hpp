// The candidate cards of the search, best first. Part of search_steps.hpp.
#pragma once

#include "cards/compiler.hpp"
#include "solvers/skat/search.hpp"

namespace kiebitz::solvers::skat {

/// Is the trick won or lost for the player's side, whatever the others do, after this card?
template <Kind K, class Table, class Hooks>
template <int Played>
Outcome Search<K, Table, Hooks>::outcome(const Node& node, Card card) const {
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

template <Kind K, class Table, class Hooks>
template <int Played>
void Search<K, Table, Hooks>::generate(const Node& node, MoveList& list) const {
    const Cards hand = node.hands[node.player];
    const Cards follow = Played == 0 ? 0 : hand & node.led;
    const Cards legal = follow != 0 ? follow : hand;
    if (!options_.equivalent_cards) {
        for (Card card : each_card(legal)) {
            list.moves[list.size] = {card, static_cast<std::int8_t>(list.size),
                                     outcome<Played>(node, card), 0, 0};
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
    Outcome state = kOpen;
    for (Card card : each_card(legal)) {
        const bool same_group = previous != kNoCard && D::suit_of(previous) == D::suit_of(card) &&
                                (others & D::above(previous) & D::below(card)) == 0;
        previous = card;
        if (!same_group) {
            list.groups[++group] = bit(card);
            group_start = list.size;
            state = outcome<Played>(node, card);
        } else if (list.groups[group] |= bit(card); state != kOpen && options_.quasi_symmetry) {
            // The trick's owner is certain: of neighbours, give the dearest card to ourselves and
            // the cheapest to the others. What stays in hand can win back no more than the
            // difference.
            Move& kept = list.moves[group_start];
            const int difference =
                static_cast<int>(valuation_.values[card]) - valuation_.values[kept.card];
            if (state == kWon ? difference > 0 : difference < 0) kept.card = card;
            continue;
        } else {
            bool known_value = false;
            for (int i = group_start; i < list.size; ++i) {
                known_value |= valuation_.values[list.moves[i].card] == valuation_.values[card];
            }
            if (known_value) continue;
        }
        list.moves[list.size++] = {card, static_cast<std::int8_t>(group), state, 0, 0};
    }
}

template <Kind K, class Table, class Hooks>
template <int Played>
Scene<K, typename Search<K, Table, Hooks>::Words> Search<K, Table, Hooks>::scene(const Node& node,
                                                                                 int alpha,
                                                                                 int beta) {
    const int need = node.player == 0 ? beta : node.rest - alpha;
    return {node.hands,
            node.words,
            node.hands[0] | node.hands[1] | node.hands[2] | node.gone,
            node.led,
            node.best,
            node.best_player,
            node.points,
            node.player,
            node.rest,
            need,
            std::min(7, need * 8 / std::max(1, node.rest)),
            options_.history ? history_.of(Played, node.player, node.led, node.best,
                                           count(node.hands[node.player]))
                             : typename History<K>::Past{nullptr, nullptr}};
}

template <Kind K, class Table, class Hooks>
template <int Played, class Add>
KIEBITZ_ALWAYS_INLINE inline void Search<K, Table, Hooks>::features(const Scene<K, Words>& scene,
                                                                    SuitSeen<K>& seen,
                                                                    const Move& move,
                                                                    Add add) const {
    const int value = valuation_.values[move.card];
    if constexpr (Played == 0) {
        lead_features(scene, seen, move.card, move.outcome, value, add);
    } else {
        reply_features<Played>(scene, seen, move.card, move.outcome, value, add);
    }
}

template <Kind K, class Table, class Hooks>
template <int Played>
void Search<K, Table, Hooks>::order(const Node& node, MoveList& list, int alpha, int beta,
                                    [[maybe_unused]] Card table_card) {
    std::array<int, 10> scores;
    if (options_.trick_ordering) {
        const auto around = scene<Played>(node, alpha, beta);
        const OrderingWeights& weights = weights_;
        SuitSeen<K> seen;
        for (int i = 0; i < list.size; ++i) {
            int score = 0;
            features<Played>(around, seen, list.moves[i],
                             [&](int feature) { score += weights[feature]; });
            scores[i] = score;
        }
    } else {
        for (int i = 0; i < list.size; ++i) scores[i] = -list.moves[i].card;
        if (options_.history) {
            const auto past = history_.of(Played, node.player, node.led, node.best,
                                          count(node.hands[node.player]));
            for (int i = 0; i < list.size; ++i) {
                scores[i] += 8 * History<K>::level(*past.wide, list.moves[i].card);
            }
        }
    }
    for (int i = 0; i < list.size; ++i) {
        if constexpr (Table::keeps_cards) {
            constexpr int kFirst = 1 << 24;
            if (list.moves[i].card == table_card) scores[i] = kFirst;
        }
        list.moves[i].score = scores[i] * 16 - i;  // all different
    }
    bring_best_to(0, list);
}

/// Most nodes are decided by the first card or need all, so the rest is not sorted.
template <Kind K, class Table, class Hooks>
void Search<K, Table, Hooks>::bring_best_to(int place, MoveList& list) {
    int best = place;
    for (int i = place + 1; i < list.size; ++i) {
        if (list.moves[i].score > list.moves[best].score) best = i;
    }
    std::swap(list.moves[place], list.moves[best]);
}

}  // namespace kiebitz::solvers::skat
