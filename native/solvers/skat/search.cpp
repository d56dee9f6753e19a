#include "solvers/skat/search.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "solvers/skat/candidates.hpp"

namespace kiebitz::solvers::skat {

namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};
// With fewer cards, or as many, searching costs no more than looking ahead.
template <bool Ranked>
constexpr int kFewCards = Ranked ? 5 : 4;

template <Kind K>
const Valuation& shared_valuation(bool count_cards) {
    static constexpr Valuation points = Valuation::of(K, false);
    static constexpr Valuation cards = Valuation::of(K, true);
    return count_cards ? cards : points;
}

}  // namespace

template <Kind K, bool Ranked>
Search<K, Ranked>::Search(const Options& options, Memory& table, Budget& budget, bool count_cards,
                          const OrderingWeights& weights)
    : options_(options),
      valuation_(shared_valuation<K>(count_cards)),
      count_cards_(count_cards),
      weights_(weights),
      canonical_{options.suit_symmetry, options.settled_trumps,
                 static_cast<std::uint64_t>(K) | (count_cards ? 2U : 0U)},
      table_(table),
      budget_(budget) {}

template <Kind K, bool Ranked>
int Search<K, Ranked>::value(const Node& node, int played, int alpha, int beta) {
    switch (played) {
        case 0:
            return visit<0>(node, alpha, beta).value;
        case 1:
            return visit<1>(node, alpha, beta).value;
        default:
            return visit<2>(node, alpha, beta).value;
    }
}

template <Kind K, bool Ranked>
template <int Played>
typename Search<K, Ranked>::Proof Search<K, Ranked>::visit(const Node& node, int alpha, int beta,
                                                           Successor* located) {
    // 1. Nobody can win less than nothing or more than all.
    Known known{0, node.rest};
    if (known.lower >= beta) return {known.lower};
    if (known.upper <= alpha) return {known.upper};
    budget_.spend();

    Form form;
    std::size_t place = 0;
    Card table_card = kNoCard;
    bool in_table = false;
    if constexpr (Played == 0) {
        // 2. One card each: nothing to decide. Two: at most eight lines.
        const int cards = count(node.hands[0]);
        if (cards == 1) {
            const auto last = last_trick<K, Ranked>(node.hands, node.player, valuation_);
            return proof_of(last.gain, last.ranked);
        }
        if (cards == 2 && options_.direct_endings) {
            if constexpr (Ranked) {
                const auto line =
                    last_two_tricks<K, RankedLine>(node.hands, node.player, valuation_);
                Proof proof{line.value};
                if (line.value > alpha) proof.add(line.lower_winners);
                if (line.value < beta) proof.add(line.upper_winners);
                return proof;
            } else {
                return {last_two_tricks<K, PlainLine>(node.hands, node.player, valuation_).value};
            }
        }

        // 3. What similar positions prove (thesis §7.3).
        in_table = options_.table && cards > 2;
        if (in_table) {
            if (located != nullptr) {
                form = located->form;
                place = located->place;
            } else {
                locate(node, form, place);
            }
            if (Ranked && located != nullptr && located->just_asked) {
                known = located->known;
            } else {
                narrow_by_table(node, form, place, alpha, beta, known, &table_card);
            }
            if (known.lower >= beta) return proof_of(known.lower, known.lower_winners);
            if (known.upper <= alpha) return proof_of(known.upper, known.upper_winners);
            if (known.lower == known.upper)
                return proof_of(known.lower, known.lower_winners | known.upper_winners);
        }

        // 4. What the side on lead takes from the top (thesis §5.2), and the other for certain.
        if (options_.static_bounds) {
            narrow_by_play_from_the_top(node, alpha, beta, known);
            if (known.lower >= beta) return proof_of(known.lower, known.lower_winners);
            if (known.upper <= alpha) return proof_of(known.upper, known.upper_winners);
        }
    }

    // 5. Candidates, best first.
    MoveList list;
    generate<Played>(node, list);
    if (list.size > 1) order<Played>(node, list, table_card);

    // 6. Search them.
    Card best_card = kNoCard;
    const Proof result = settle_moves<Played>(node, list, alpha, beta, known, best_card);

    // 7. Remember.
    if constexpr (Played == 0) {
        if (in_table) remember(node, form, place, alpha, beta, result, known, best_card);
    }
    return result;
}

template <Kind K, bool Ranked>
void Search<K, Ranked>::locate(const Node& node, Form& form, std::size_t& place) const {
    if constexpr (Ranked) {
        form = pattern_form<K>(node.words, node.hands, node.player, canonical_);
        place = table_.place(form);
    } else {
        form = canonical_form<K>(node.words, node.hands, node.player, valuation_, canonical_);
        place = table_.place(form, options_.payoff_similarity);
    }
}

template <Kind K, bool Ranked>
void Search<K, Ranked>::narrow_by_table(const Node& node, Form& form, std::size_t place, int alpha,
                                        int beta, Known& known, Card* table_card) const {
    const Cards rest = node.hands[0] | node.hands[1] | node.hands[2];
    if constexpr (Ranked) {
        table_.template narrow<K>(place, form, node.hands, valuation_, alpha, beta, known);
    } else if (const auto* bucket = table_.find(form, place)) {
        const Bounds bounds = table_.bounds(*bucket, form, valuation_, !options_.payoff_similarity,
                                            {known.lower, known.upper});
        known.lower = bounds.lower;
        known.upper = bounds.upper;
        if (table_card != nullptr && options_.table_move && bucket->move != kNoSlot) {
            *table_card = card_at<K>(bucket->move, rest, form);
        }
    }
}

/// Stops as soon as a bound decides the window.
template <Kind K, bool Ranked>
void Search<K, Ranked>::narrow_by_play_from_the_top(const Node& node, int alpha, int beta,
                                                    Known& known) const {
    Cards ranked = 0;
    Cards* const report = Ranked ? &ranked : nullptr;
    const auto raise = [&](int lower) {
        if (lower > known.lower) {
            known.lower = lower;
            if constexpr (Ranked) known.lower_winners = ranked;
        }
        ranked = 0;
        return known.lower >= beta;
    };
    const auto leave = [&](int rest) {
        if (node.rest - rest < known.upper) {
            known.upper = node.rest - rest;
            if constexpr (Ranked) known.upper_winners = ranked;
        }
        ranked = 0;
        return known.upper <= alpha;
    };
    const auto sure = [&](int side) {
        return options_.sure_tricks
                   ? sure_winnings<K>(node.hands, side, valuation_, count_cards_, report)
                   : with_top_trumps<K>(node.hands, side, valuation_, count_cards_, report);
    };
    if (node.player == 0) {
        if (raise(declarer_from_the_top<K>(node.hands, valuation_, count_cards_,
                                           options_.sure_tricks, report))) {
            return;
        }
        leave(sure(1));
    } else {
        if (raise(sure(0))) return;
        leave(defenders_from_the_top<K>(
            node.hands, node.player, valuation_, node.rest - alpha,
            {count_cards_, options_.sure_tricks, options_.lead_transfer}, report));
    }
}

template <Kind K, bool Ranked>
void Search<K, Ranked>::remember(const Node& node, Form& form, std::size_t place, int alpha,
                                 int beta, const Proof& result, const Known& known,
                                 Card best_card) {
    const Cards rest = node.hands[0] | node.hands[1] | node.hands[2];
    if constexpr (Ranked) {
        price<K>(form, node.hands, valuation_);
        const std::uint64_t mask = pattern_mask<K>(result.winners(), rest, form);
        if (result.value > alpha) table_.store(place, form, mask, result.value, true);
        if (result.value < beta) table_.store(place, form, mask, result.value, false);
    } else {
        Bounds bounds{known.lower, known.upper};
        if (result.value > alpha) bounds.lower = std::max(bounds.lower, result.value);
        if (result.value < beta) bounds.upper = std::min(bounds.upper, result.value);
        const std::uint8_t slot =
            best_card == kNoCard ? kNoSlot : slot_of<K>(best_card, rest, form);
        table_.store(form, place, bounds, slot, count(node.hands[0]));
    }
}

template <Kind K, bool Ranked>
template <int Played>
typename Search<K, Ranked>::Proof Search<K, Ranked>::settle_moves(const Node& node, MoveList& list,
                                                                  int alpha, int beta,
                                                                  const Known& known,
                                                                  Card& best_card) {
    const bool maximising = node.player == 0;
    int best = maximising ? known.lower : known.upper;
    // A card's proof is enough for one bound; the other needs those of all cards.
    Proof one{0}, all{0};
    one.add(maximising ? known.lower_winners : known.upper_winners);
    // A value that meets the other bound is the true one (thesis §7.3).
    const int enough = maximising ? std::min(beta, known.upper) : std::max(alpha, known.lower);

    // Before searching any card, ask the table about all positions after the trick.
    Successors& successors = successors_[count(node.hands[node.player])];
    bool located = false;
    if constexpr (Played == 2) {
        located = options_.lookahead_cuts && options_.table && list.size > 1 &&
                  count(node.hands[node.player]) > kFewCards<Ranked>;
        Proof proof{0};
        if (located && lookahead(node, list, alpha, beta, successors, proof)) return proof;
    }
    const auto search = [&](int i, int low, int high) {
        if constexpr (Played == 2) {
            if (located) {
                successors[i].just_asked = i == 0 && low == alpha && high == beta;
                return enter(successors[i], low, high);
            }
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

        Proof proof{0};
        if (options_.driver == Driver::negascout && i > 0 && high - low > 1) {
            if (maximising) {
                proof = search(i, low, low + 1);
                if (proof.value > low && proof.value < high)
                    proof = search(i, proof.value - 1, high);
            } else {
                proof = search(i, high - 1, high);
                if (proof.value < high && proof.value > low)
                    proof = search(i, low, proof.value + 1);
            }
        } else {
            proof = search(i, low, high);
        }
        const int value = proof.value;
        results[i] = value;
        if (maximising ? value > best : value < best) {
            best = value;
            best_card = move.card;
            one = proof;
        }
        if constexpr (Ranked) {
            // The neighbours that were left out have the same proof with the cards exchanged
            // (§4.4).
            all.add(proof.winners());
            if ((proof.winners() & list.groups[move.group]) != 0) all.add(list.groups[move.group]);
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
            one.value = best;
            const bool cuts = maximising ? best >= beta : best <= alpha;
            if (!cuts) one.add(maximising ? known.upper_winners : known.lower_winners);
            return one;
        }
    }
    all.value = best;
    if (best > alpha && best < beta) all.add(one.winners());
    return all;
}

template <Kind K, bool Ranked>
template <int Played>
typename Search<K, Ranked>::Node Search<K, Ranked>::child(const Node& node, Card card) const {
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

template <Kind K, bool Ranked>
template <int Played>
typename Search<K, Ranked>::Proof Search<K, Ranked>::play(const Node& node, Card card, int alpha,
                                                          int beta) {
    if constexpr (Played == 2) {
        Successor next = successor(node, card);
        return enter(next, alpha, beta);
    } else {
        return visit<Played + 1>(child<Played>(node, card), alpha, beta);
    }
}

/// The position after the trick that `card` completes.
template <Kind K, bool Ranked>
typename Search<K, Ranked>::Successor Search<K, Ranked>::successor(const Node& node,
                                                                   Card card) const {
    Successor result{child<2>(node, card), 0, {}, {}, kNowhere, {0, 0}, false};
    Node& next = result.node;
    if constexpr (Ranked) {
        const Cards rivals = next.gone & D::suit_of(next.best) & ~bit(next.best);
        if (rivals != 0) result.winner = bit(next.best);
    }
    next.player = next.best_player;
    next.rest -= next.points;
    if (next.player == 0) result.gain = next.points;
    next.points = 0;
    next.words.update(next.hands, next.gone);
    next.gone = 0;
    return result;
}

template <Kind K, bool Ranked>
typename Search<K, Ranked>::Proof Search<K, Ranked>::enter(Successor& successor, int alpha,
                                                           int beta) {
    const int gain = successor.gain;
    Proof proof{0};
    if (successor.node.hands[0] != 0) {
        proof = visit<0>(successor.node, alpha - gain, beta - gain,
                         successor.place == kNowhere ? nullptr : &successor);
    }
    proof.value += gain;
    proof.add(successor.winner);
    return proof;
}

template <Kind K, bool Ranked>
bool Search<K, Ranked>::lookahead(const Node& node, const MoveList& list, int alpha, int beta,
                                  Successors& successors, Proof& proof) {
    const bool maximising = node.player == 0;
    for (int i = 0; i < list.size; ++i) {
        Successor& next = successors[i];
        next = successor(node, list.moves[i].card);
        locate(next.node, next.form, next.place);
        table_.prefetch(next.place);
    }
    if constexpr (Ranked) {
        for (int i = 0; i < list.size; ++i) table_.prefetch_patterns(successors[i].place);
    }
    for (int i = 0; i < list.size; ++i) {
        Successor& next = successors[i];
        Known& known = next.known = {0, next.node.rest};
        narrow_by_table(next.node, next.form, next.place, alpha - next.gain, beta - next.gain,
                        known, nullptr);
        const int value = next.gain + (maximising ? known.lower : known.upper);
        if (maximising ? value >= beta : value <= alpha) {
            proof.value = value;
            proof.add(maximising ? known.lower_winners : known.upper_winners);
            proof.add(next.winner);
            return true;
        }
    }
    return false;
}

template class Search<Kind::suit, false>;
template class Search<Kind::grand, false>;
template class Search<Kind::suit, true>;
template class Search<Kind::grand, true>;

}  // namespace kiebitz::solvers::skat
