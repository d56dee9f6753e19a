// The steps of the search. Only files that instantiate it include this: search.cpp, variants/, and
// those that hang something into it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "solvers/skat/candidates.hpp"
#include "solvers/skat/search.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

inline constexpr std::size_t kNowhere = ~std::size_t{0};

template <Kind K>
const Valuation& shared_valuation(bool count_cards) {
    static constexpr Valuation points = Valuation::of(K, false);
    static constexpr Valuation cards = Valuation::of(K, true);
    return count_cards ? cards : points;
}

}  // namespace detail

template <Kind K, class Table, class Hooks>
Search<K, Table, Hooks>::Search(const TrumpOptions& options, Table& table, Budget& budget,
                                bool count_cards, const OrderingWeights& weights, Hooks hooks)
    : options_(options),
      valuation_(detail::shared_valuation<K>(count_cards)),
      count_cards_(count_cards),
      weights_(weights),
      form_options_{options.suit_symmetry, static_cast<std::uint64_t>(K) | (count_cards ? 2U : 0U)},
      table_(table),
      budget_(budget),
      hooks_(std::move(hooks)) {}

template <Kind K, class Table, class Hooks>
int Search<K, Table, Hooks>::value(const Node& node, int played, int alpha, int beta) {
    switch (played) {
        case 0:
            return proof(node, alpha, beta).value;
        case 1:
            return visit<1>(node, alpha, beta).value;
        default:
            return visit<2>(node, alpha, beta).value;
    }
}

template <Kind K, class Table, class Hooks>
typename Search<K, Table, Hooks>::Proof Search<K, Table, Hooks>::proof(const Node& node, int alpha,
                                                                       int beta) {
    Node start = node;
    return visit<0>(start, alpha, beta);
}

template <Kind K, class Table, class Hooks>
template <int Played>
typename Search<K, Table, Hooks>::Proof Search<K, Table, Hooks>::visit(
    std::conditional_t<Played == 0, Node, const Node>& node, int alpha, int beta,
    Successor* located) {
    // 1. Nobody can win less than nothing or more than all.
    Known known{0, node.rest};
    const Cards all = node.hands[0] | node.hands[1] | node.hands[2] | node.gone;
    if (known.lower >= beta) return {known.lower, {WonCards::nothing(), {}}};
    if (known.upper <= alpha) return {known.upper, {WonCards::exactly(all), {}}};
    budget_.spend();

    Form form;
    std::size_t place = 0;
    Card table_card = kNoCard;
    bool in_table = false;
    if constexpr (Played == 0) {
        // 2. One card each: nothing to decide. Two: at most eight lines.
        const int cards = count(node.hands[0]);
        if (cards == 1) {
            const auto last = last_trick<K, Winners>(node.hands, node.player, valuation_);
            return {last.gain, {WonCards::exactly(last.won), last.ranked}};
        }
        if (cards == 2 && options_.direct_endings) {
            const auto line = last_two_tricks<K, Winners>(node.hands, node.player, valuation_);
            if (line.value >= beta) return {line.value, line.lower};
            Proof upper{line.value, line.upper};
            if (line.value > alpha) upper.evidence.join(line.lower);
            return upper;
        }

        // 3. What similar positions prove (thesis §7.3).
        node.refresh();
        Proof proof{0};
        in_table = options_.table && cards > 2 && !is_known(cards);
        if (in_table) {
            if (located != nullptr) {
                form = located->form;
                place = located->place;
            } else {
                locate(node, form, place);
            }
            if (located != nullptr && located->just_asked) {
                if (located->decided) return located->proof;
                known = located->known;
            } else if (narrow_by_table(node, form, place, alpha, beta, known, proof)) {
                return proof;
            } else if constexpr (Table::keeps_cards) {
                table_card = table_.template card<K>(place, form, node.hands);
            }
        }

        // 4. What the side on lead takes from the top (thesis §5.2), and the other for certain.
        if (options_.static_bounds &&
            narrow_by_play_from_the_top(node, alpha, beta, known, proof)) {
            return proof;
        }
    }

    // 5. An estimate may decide without proof. The hook says on which ranks it is taken to rest.
    if constexpr (Played == 0 && Hooks::estimates) {
        if (const auto found = hooks_.estimate(std::as_const(node), alpha, beta,
                                               Bounds{known.lower, known.upper})) {
            if constexpr (std::is_convertible_v<decltype(*found), Proof>) {
                return *found;
            } else {
                return {*found,
                        {WonCards::unknown(),
                         resting_on<K, Winners>(all & Hooks::template ranks<K>, all)}};
            }
        }
    }

    // 6. Candidates.
    MoveList list;
    generate<Played>(node, list);
    if constexpr (Hooks::watches) {
        if (list.size > 1 && beta - alpha == 1) {
            const auto around = scene<Played>(node, alpha, beta);
            SuitSeen<K> seen;
            hooks_.look(
                list.moves.data(), list.size, count(node.hands[node.player]), budget_,
                [&](const Move& move, auto add) { features<Played>(around, seen, move, add); },
                [&](const Move& move) {
                    const int value = play<Played>(node, move.card, alpha, beta).value;
                    return node.player == 0 ? value >= beta : value <= alpha;
                });
        }
    }

    // 7. The table may decide for a position after the trick; else order and search them.
    Proof result{0};
    bool looked_ahead = false;
    if constexpr (Played == 2) {
        looked_ahead = options_.lookahead_cuts && options_.table && list.size > 1 &&
                       count(node.hands[node.player]) > Table::few_cards &&
                       !is_known(count(node.hands[node.player]) - 1);
        if (looked_ahead && lookahead(node, list, alpha, beta, result)) return result;
    }
    if (list.size > 1) order<Played>(node, list, alpha, beta, table_card);
    Card best_card = kNoCard;
    result = settle_moves<Played>(node, list, alpha, beta, known, looked_ahead, best_card);

    // 8. Remember.
    if constexpr (Played == 0) {
        if (in_table) remember(node, form, place, alpha, beta, result, best_card);
    }
    return result;
}

template <Kind K, class Table, class Hooks>
void Search<K, Table, Hooks>::locate(const Node& node, Form& form, std::size_t& place) const {
    form = table_.template form<K>(node.words, node.hands, node.player, form_options_);
    place = table_.place(form);
}

/// True if the window is decided, with the proof.
template <Kind K, class Table, class Hooks>
bool Search<K, Table, Hooks>::narrow_by_table(const Node& node, Form& form, std::size_t place,
                                              int alpha, int beta, Known& known,
                                              Proof& proof) const {
    if (table_.template narrow<K>(place, form, node.hands, valuation_, alpha, beta, known,
                                  proof.evidence)) {
        proof.value = known.lower >= beta ? known.lower : known.upper;
        return true;
    }
    if (known.lower >= beta) {
        proof = lower_proof(known);
    } else if (known.upper <= alpha) {
        proof = upper_proof(known);
    } else if (known.lower == known.upper) {
        proof = lower_proof(known);
        proof.evidence.join(upper_proof(known).evidence);
    } else {
        return false;
    }
    return true;
}

/// True if a bound decides the window, with the proof.
template <Kind K, class Table, class Hooks>
bool Search<K, Table, Hooks>::narrow_by_play_from_the_top(const Node& node, int alpha, int beta,
                                                          Known& known, Proof& proof) const {
    const Cards all = node.hands[0] | node.hands[1] | node.hands[2];
    const auto raise = [&](const Winnings& winnings) {
        if (winnings.points > known.lower) {
            known.lower = winnings.points;
            known.lower_winners = resting_on<K, Winners>(winnings.ranked, all);
        }
        if (known.lower < beta) return false;
        proof = {known.lower, {winnings.won, resting_on<K, Winners>(winnings.ranked, all)}};
        return true;
    };
    const auto leave = [&](const Winnings& winnings) {
        const int rest = node.rest - winnings.points;
        if (rest < known.upper) {
            known.upper = rest;
            known.upper_winners = resting_on<K, Winners>(winnings.ranked, all);
        }
        if (known.upper > alpha) return false;
        proof = {known.upper,
                 {winnings.won.complement(all), resting_on<K, Winners>(winnings.ranked, all)}};
        return true;
    };
    const auto sure = [&](int side) {
        return options_.sure_tricks
                   ? sure_winnings<K>(node.hands, side, valuation_, count_cards_)
                   : with_top_trumps<K>(node.hands, side, valuation_, count_cards_);
    };
    const bool declarers = options_.declarer_bounds, defenders = options_.defender_bounds;
    if (node.player == 0) {
        return (declarers && raise(declarer_from_the_top<K>(node.hands, valuation_, count_cards_,
                                                            options_.sure_tricks))) ||
               (defenders && leave(sure(1)));
    }
    return (declarers && raise(sure(0))) ||
           (defenders && leave(defenders_from_the_top<K>(
                             node.hands, node.player, valuation_, node.rest - alpha,
                             {count_cards_, options_.sure_tricks, options_.lead_transfer})));
}

template <Kind K, class Table, class Hooks>
void Search<K, Table, Hooks>::remember(const Node& node, Form& form, std::size_t place, int alpha,
                                       int beta, const Proof& result, Card best_card) {
    WonCards won = options_.won_cards ? result.evidence.won : WonCards::unknown();
    if (options_.settled_trumps) {
        const SettledTrumps<K> settled(node.hands);
        const Cards others = settled.declarers ? node.hands[1] | node.hands[2] : node.hands[0];
        const Cards cards =
            settled_in_class<K>(result.evidence.winners, settled.cards, others & D::trumps);
        if (settled.declarers) {
            won.add(cards);
        } else {
            won.always &= ~cards;
            won.possibly &= ~cards;
        }
    }
    table_.template remember<K>(place, form, node.hands, valuation_,
                                Evidence{won, result.evidence.winners}, result.value, alpha, beta,
                                best_card);
}

template <Kind K, class Table, class Hooks>
template <int Played>
typename Search<K, Table, Hooks>::Proof Search<K, Table, Hooks>::settle_moves(
    const Node& node, MoveList& list, int alpha, int beta, const Known& known, bool looked_ahead,
    Card& best_card) {
    const bool maximising = node.player == 0;
    int best = maximising ? known.lower : known.upper;
    // A card's proof is enough for one bound; the other needs those of all cards.
    Proof one = maximising ? lower_proof(known) : upper_proof(known);
    Proof all{0, Evidence::of_no_line()};
    // A value that meets the other bound is the true one (thesis §7.3).
    const int enough = maximising ? std::min(beta, known.upper) : std::max(alpha, known.lower);

    Successors& successors = successors_of(node);
    const auto search = [&](int i, int low, int high) {
        if constexpr (Played == 2) {
            if (looked_ahead) {
                Successor& successor = successors[list.moves[i].successor];
                successor.just_asked = i == 0 && low == alpha && high == beta;
                return enter(successor, low, high);
            }
        }
        return play<Played>(node, list.moves[i].card, low, high);
    };

    std::array<int, 10> results;
    for (int i = 0; i < list.size; ++i) {
        if (i > 0) bring_best_to(i, list);
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
            if constexpr (Table::keeps_cards) best_card = move.card;
            one = proof;
        }
        if (maximising ? best >= enough : best <= enough) {
            if constexpr (Table::keeps_cards) best_card = move.card;
            if (options_.history) {
                const int cards = count(node.hands[node.player]);
                const auto past = history_.of(Played, node.player, node.led, node.best, cards);
                History<K>::learn(past, move.card, true, cards);
                for (int j = 0; j < i; ++j) {
                    History<K>::learn(past, list.moves[j].card, false, cards);
                }
            }
            one.value = best;
            const bool cuts = maximising ? best >= beta : best <= alpha;
            if (!cuts) {
                one.evidence.join((maximising ? upper_proof(known) : lower_proof(known)).evidence);
            }
            return one;
        }
        // The neighbours that were left out have the same proof with the cards exchanged (§4.4).
        proof.evidence.blur(list.groups[move.group]);
        all.evidence.join(proof.evidence);
    }
    all.value = best;
    if (best > alpha && best < beta) all.evidence.join(one.evidence);
    return all;
}

template <Kind K, class Table, class Hooks>
template <int Played>
typename Search<K, Table, Hooks>::Node Search<K, Table, Hooks>::child(const Node& node,
                                                                      Card card) const {
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

template <Kind K, class Table, class Hooks>
template <int Played>
typename Search<K, Table, Hooks>::Proof Search<K, Table, Hooks>::play(const Node& node, Card card,
                                                                      int alpha, int beta) {
    if constexpr (Played == 2) {
        Successor next;
        finish_trick(node, card, next);
        next.place = detail::kNowhere;
        return enter(next, alpha, beta);
    } else {
        return visit<Played + 1>(child<Played>(node, card), alpha, beta);
    }
}

/// The position after the trick that `card` completes.
template <Kind K, class Table, class Hooks>
void Search<K, Table, Hooks>::finish_trick(const Node& node, Card card, Successor& result) const {
    Node& next = result.node = child<2>(node, card);
    result.winner =
        won_by_rank<Winners>(next.best, next.gone & D::suit_of(next.best) & ~bit(next.best));
    next.player = next.best_player;
    next.rest -= next.points;
    result.gain = next.player == 0 ? next.points : 0;
    result.won = next.player == 0 ? next.gone : 0;
    next.points = 0;
    next.stale = next.gone;
    next.gone = 0;
}

template <Kind K, class Table, class Hooks>
typename Search<K, Table, Hooks>::Proof Search<K, Table, Hooks>::enter(Successor& successor,
                                                                       int alpha, int beta) {
    const int gain = successor.gain;
    Proof proof{0, {WonCards::nothing(), {}}};
    if (successor.node.hands[0] != 0) {
        proof = visit<0>(successor.node, alpha - gain, beta - gain,
                         successor.place == detail::kNowhere ? nullptr : &successor);
    }
    proof.value += gain;
    proof.evidence.add_trick(successor.winner, successor.won);
    return proof;
}

template <Kind K, class Table, class Hooks>
bool Search<K, Table, Hooks>::lookahead(const Node& node, MoveList& list, int alpha, int beta,
                                        Proof& proof) {
    Successors& successors = successors_of(node);
    const bool maximising = node.player == 0;
    for (int i = 0; i < list.size; ++i) {
        Successor& next = successors[i];
        finish_trick(node, list.moves[i].card, next);
        list.moves[i].successor = static_cast<std::int8_t>(i);
        next.node.refresh();
        locate(next.node, next.form, next.place);
        table_.prefetch(next.place);
    }
    for (int i = 0; i < list.size; ++i) table_.prefetch_entries(successors[i].place);
    for (int i = 0; i < list.size; ++i) {
        Successor& next = successors[i];
        Known& known = next.known = {0, next.node.rest};
        next.decided = narrow_by_table(next.node, next.form, next.place, alpha - next.gain,
                                       beta - next.gain, known, next.proof);
        if (!next.decided) continue;
        const int value = next.gain + (maximising ? known.lower : known.upper);
        if (maximising ? value >= beta : value <= alpha) {
            proof = next.proof;
            proof.value = value;
            proof.evidence.add_trick(next.winner, next.won);
            return true;
        }
    }
    return false;
}

}  // namespace kiebitz::solvers::skat
