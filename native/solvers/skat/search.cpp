#include "solvers/skat/search.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace kiebitz::solvers::skat {

namespace {

constexpr Card kNoCard = 0xff;
constexpr std::size_t kNowhere = ~std::size_t{0};
constexpr int kFewCards = 4;  // below, searching costs no more than looking ahead
constexpr int kWon = 1, kLost = -1, kOpen = 0;

template <Kind K>
const Valuation& shared_valuation(bool count_cards) {
    static constexpr Valuation points = Valuation::of(K, false);
    static constexpr Valuation cards = Valuation::of(K, true);
    return count_cards ? cards : points;
}

}  // namespace

template <Kind K>
Search<K>::Search(const Options& options, Table& table, Budget& budget, bool count_cards,
                  const OrderingWeights& weights)
    : options_(options),
      valuation_(shared_valuation<K>(count_cards)),
      count_cards_(count_cards),
      weights_(weights),
      canonical_{options.suit_symmetry, options.settled_trumps,
                 static_cast<std::uint64_t>(K) | (count_cards ? 2U : 0U)},
      table_(table),
      budget_(budget) {}

template <Kind K>
int Search<K>::value(const Node& node, int played, int alpha, int beta) {
    switch (played) {
        case 0:
            return visit<0>(node, alpha, beta);
        case 1:
            return visit<1>(node, alpha, beta);
        default:
            return visit<2>(node, alpha, beta);
    }
}

template <Kind K>
template <int Played>
int Search<K>::visit(const Node& node, int alpha, int beta, const Successor* located) {
    // 1. Nobody can win less than nothing or more than all.
    Bounds known{0, node.rest};
    if (known.lower >= beta) return known.lower;
    if (known.upper <= alpha) return known.upper;
    budget_.spend();

    Canonical form;
    std::size_t place = 0;
    Card table_card = kNoCard;
    bool in_table = false;
    if constexpr (Played == 0) {
        // 2. One card each: nothing to decide. Two: at most eight lines.
        const int cards = count(node.hands[0]);
        if (cards == 1) return last_trick<K>(node.hands, node.player, valuation_);
        if (cards == 2 && options_.direct_endings) {
            return last_two_tricks<K>(node.hands, node.player, valuation_);
        }

        // 3. What similar positions prove (thesis §7.3).
        in_table = options_.table && cards > 2;
        if (in_table) {
            if (located != nullptr) {
                form = located->form;
                place = located->place;
            } else {
                form =
                    canonical_form<K>(node.words, node.hands, node.player, valuation_, canonical_);
                place = table_.place(form, options_.payoff_similarity);
            }
            if (const auto* bucket = table_.find(form, place)) {
                known =
                    table_.bounds(*bucket, form, valuation_, !options_.payoff_similarity, known);
                if (known.lower >= beta) return known.lower;
                if (known.upper <= alpha) return known.upper;
                if (known.lower == known.upper) return known.lower;
                if (options_.table_move && bucket->move != kNoSlot) {
                    table_card = card_at<K>(bucket->move,
                                            node.hands[0] | node.hands[1] | node.hands[2], form);
                }
            }
        }

        // 4. What the side on lead takes from the top (thesis §5.2).
        if (options_.static_bounds) {
            const auto sure = [&](int side) {
                return options_.sure_tricks
                           ? sure_winnings<K>(node.hands, side, valuation_, count_cards_)
                           : with_top_trumps<K>(node.hands, side, valuation_, count_cards_);
            };
            if (node.player == 0) {
                known.lower = std::max(
                    known.lower, declarer_from_the_top<K>(node.hands, valuation_, count_cards_,
                                                          options_.sure_tricks));
                if (known.lower >= beta) return known.lower;
                known.upper = std::min(known.upper, node.rest - sure(1));
                if (known.upper <= alpha) return known.upper;
            } else {
                known.lower = std::max(known.lower, sure(0));
                if (known.lower >= beta) return known.lower;
                known.upper = std::min(
                    known.upper,
                    node.rest - defenders_from_the_top<K>(
                                    node.hands, node.player, valuation_, node.rest - alpha,
                                    {count_cards_, options_.sure_tricks, options_.lead_transfer}));
                if (known.upper <= alpha) return known.upper;
            }
        }
    }

    // 5. Candidates, best first.
    MoveList list;
    generate<Played>(node, list);
    if (list.size > 1) order<Played>(node, list, table_card);

    // 6. Search them.
    Card best_card = kNoCard;
    const int result = settle_moves<Played>(node, list, alpha, beta, known, best_card);

    // 7. Remember.
    if constexpr (Played == 0) {
        if (in_table) {
            if (result > alpha) known.lower = std::max(known.lower, result);
            if (result < beta) known.upper = std::min(known.upper, result);
            const std::uint8_t slot =
                best_card == kNoCard
                    ? kNoSlot
                    : slot_of<K>(best_card, node.hands[0] | node.hands[1] | node.hands[2], form);
            table_.store(form, place, known, slot, count(node.hands[0]));
        }
    }
    return result;
}

template <Kind K>
template <int Played>
int Search<K>::settle_moves(const Node& node, MoveList& list, int alpha, int beta, Bounds known,
                            Card& best_card) {
    const bool maximising = node.player == 0;
    int best = maximising ? known.lower : known.upper;
    // A value that meets the other bound is the true one (thesis §7.3).
    const int enough = maximising ? std::min(beta, known.upper) : std::max(alpha, known.lower);

    // Before searching any card, ask the table about all positions after the trick.
    Successors& successors = successors_[count(node.hands[node.player])];
    bool located = false;
    if constexpr (Played == 2) {
        located = options_.lookahead_cuts && options_.table && list.size > 1 &&
                  count(node.hands[node.player]) > kFewCards;
        int value = 0;
        if (located && lookahead(node, list, alpha, beta, successors, value)) return value;
    }
    const auto search = [&](int i, int low, int high) {
        if constexpr (Played == 2) {
            if (located) return enter(successors[i], low, high);
        }
        return play<Played>(node, list.moves[i].card, low, high);
    };

    std::array<int, 10> results;
    for (int i = 0; i < list.size; ++i) {
        const Move& move = list.moves[i];
        int low = maximising ? std::max(alpha, best) : alpha;
        int high = maximising ? beta : std::min(beta, best);

        // Neighbours in rank differ by at most their difference in points (quasi-symmetry).
        if (options_.quasi_symmetry) {
            bool bounded = false;
            for (int j = 0; j < i && !bounded; ++j) {
                if (list.moves[j].group != move.group) continue;
                const int gap =
                    std::abs(valuation_.values[list.moves[j].card] - valuation_.values[move.card]);
                const int limit = maximising ? results[j] + gap : results[j] - gap;
                if (maximising ? limit <= low : limit >= high) {
                    results[i] = limit;
                    bounded = true;
                }
            }
            if (bounded) {
                best = maximising ? std::max(best, results[i]) : std::min(best, results[i]);
                continue;
            }
        }

        int value;
        if (options_.driver == Driver::negascout && i > 0 && high - low > 1) {
            if (maximising) {
                value = search(i, low, low + 1);
                if (value > low && value < high) value = search(i, value - 1, high);
            } else {
                value = search(i, high - 1, high);
                if (value < high && value > low) value = search(i, low, value + 1);
            }
        } else {
            value = search(i, low, high);
        }
        results[i] = value;
        if (maximising ? value > best : value < best) {
            best = value;
            best_card = move.card;
        }
        if (maximising ? best >= enough : best <= enough) {
            best_card = move.card;
            if (options_.history) {
                auto& scores = history_.of(Played, node.player, node.led);
                const int cards = count(node.hands[0]);
                History<K>::learn(scores, move.card, true, cards);
                for (int j = 0; j < i; ++j) {
                    History<K>::learn(scores, list.moves[j].card, false, cards);
                }
            }
            break;
        }
    }
    return best;
}

template <Kind K>
template <int Played>
typename Search<K>::Node Search<K>::child(const Node& node, Card card) const {
    Node next = node;
    next.hands[node.player] &= ~bit(card);
    next.gone |= bit(card);
    next.points += valuation_.values[card];
    if (Played == 0 || D::beats(card, node.best)) {
        next.best = card;
        next.best_player = node.player;
    }
    if constexpr (Played == 0) next.led = D::suit_of(card);
    next.player = node.player == 2 ? 0 : node.player + 1;
    return next;
}

template <Kind K>
template <int Played>
int Search<K>::play(const Node& node, Card card, int alpha, int beta) {
    if constexpr (Played == 2) {
        return enter(successor(node, card), alpha, beta);
    } else {
        return visit<Played + 1>(child<Played>(node, card), alpha, beta);
    }
}

/// The position after the trick that `card` completes.
template <Kind K>
typename Search<K>::Successor Search<K>::successor(const Node& node, Card card) const {
    Successor result{child<2>(node, card), 0, {}, kNowhere};
    Node& next = result.node;
    next.player = next.best_player;
    next.rest -= next.points;
    if (next.player == 0) result.gain = next.points;
    next.points = 0;
    next.words.update(next.hands, next.gone);
    next.gone = 0;
    return result;
}

template <Kind K>
void Search<K>::locate(Successor& successor) const {
    const Node& node = successor.node;
    successor.form = canonical_form<K>(node.words, node.hands, node.player, valuation_, canonical_);
    successor.place = table_.place(successor.form, options_.payoff_similarity);
    table_.prefetch(successor.place);
}

template <Kind K>
int Search<K>::enter(const Successor& successor, int alpha, int beta) {
    const int gain = successor.gain;
    if (successor.node.hands[0] == 0) return gain;
    return gain + visit<0>(successor.node, alpha - gain, beta - gain,
                           successor.place == kNowhere ? nullptr : &successor);
}

template <Kind K>
bool Search<K>::lookahead(const Node& node, const MoveList& list, int alpha, int beta,
                          Successors& successors, int& value) {
    const bool maximising = node.player == 0;
    for (int i = 0; i < list.size; ++i) {
        successors[i] = successor(node, list.moves[i].card);
        locate(successors[i]);
    }
    for (int i = 0; i < list.size; ++i) {
        const Successor& next = successors[i];
        const auto* bucket = table_.find(next.form, next.place);
        if (bucket == nullptr) continue;
        const Bounds known = table_.bounds(*bucket, next.form, valuation_,
                                           !options_.payoff_similarity, {0, next.node.rest});
        value = next.gain + (maximising ? known.lower : known.upper);
        if (maximising ? value >= beta : value <= alpha) return true;
    }
    return false;
}

/// Is the trick won or lost for the player's side, whatever the others do, after this card?
template <Kind K>
template <int Played>
int Search<K>::outcome(const Node& node, Card card) const {
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

template <Kind K>
template <int Played>
void Search<K>::generate(const Node& node, MoveList& list) const {
    const Cards hand = node.hands[node.player];
    const Cards follow = Played == 0 ? 0 : hand & node.led;
    const Cards legal = follow != 0 ? follow : hand;
    if (!options_.equivalent_cards) {
        for (Card card : each_card(legal)) {
            list.moves[list.size] = {card, static_cast<std::int8_t>(list.size), 0};
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

template <Kind K>
template <int Played>
void Search<K>::order(const Node& node, MoveList& list, Card table_card) {
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

template class Search<Kind::suit>;
template class Search<Kind::grand>;

}  // namespace kiebitz::solvers::skat
