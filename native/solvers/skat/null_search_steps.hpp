// The steps of the null search. Only files that instantiate it include this.
#pragma once

#include <algorithm>
#include <bit>
#include <type_traits>

#include "solvers/skat/null_search.hpp"

namespace kiebitz::solvers::skat {

namespace null {

constexpr Cards suit_of(Card card) {
    return Cards{0xff} << (card & ~7);
}
constexpr Cards below(Card card) {
    return (Cards{1} << card) - 1;
}
constexpr bool beats(Card card, Card best) {
    return card > best && card / 8 == best / 8;
}

/// Each suit by itself: the declarer's cards can always stay under the defenders' ones.
inline bool is_safe(const std::array<Cards, 3>& hands, int suit) {
    unsigned mine = hands[0] >> (8 * suit) & 0xff;
    unsigned theirs = (hands[1] | hands[2]) >> (8 * suit) & 0xff;
    while (mine != 0 && theirs != 0) {
        // The i-th lowest of ours must be below the i-th lowest of theirs.
        if ((mine & (0 - mine)) > (theirs & (0 - theirs))) return false;
        mine &= mine - 1;
        theirs &= theirs - 1;
    }
    return true;
}

/// What makes a suit safe: from its i-th lowest on, theirs beat our i-th lowest.
template <class Reasons>
void add_safety(const std::array<Cards, 3>& hands, int suit, Reasons& reasons) {
    const Cards mask = Cards{0xff} << (8 * suit);
    Cards mine = hands[0] & mask, passed = 0;
    for (Card card : each_card((hands[1] | hands[2]) & mask)) {
        passed |= mine & (0 - mine);
        mine &= mine - 1;
        if (passed != 0) reasons.outranks(card, passed);
    }
}

}  // namespace null

template <class Reasons>
typename NullSearch<Reasons>::Proof NullSearch<Reasons>::visit(const NullNode& node, int alpha,
                                                               int beta) {
    // 1. At most all remaining tricks, at least none.
    const int tricks = std::max({count(node.hands[0]), count(node.hands[1]), count(node.hands[2])});
    if (beta <= 0) return {0};
    if (alpha >= tricks) return {tricks};
    budget_.spend();

    typename Reasons::Form form;
    bool in_table = false;
    if (node.played == 0) {
        // 2. Every suit safe, and a defender leads: won.
        if (options_.static_bounds && node.player != 0 && null::is_safe(node.hands, 0) &&
            null::is_safe(node.hands, 1) && null::is_safe(node.hands, 2) &&
            null::is_safe(node.hands, 3)) {
            Proof proof{tricks};
            for (int suit = 0; suit < 4; ++suit) null::add_safety(node.hands, suit, proof.reasons);
            return proof;
        }
        // 3. What was computed beforehand, then the table.
        if constexpr (std::is_same_v<Reasons, LowestWinners>) {
            if (const NullForest* forest = forests_ != nullptr ? forests_->of(tricks) : nullptr) {
                form = Reasons::form_of(node.hands, node.player, true);
                if (const auto hit = forest->find(form); hit.value >= 0) {
                    return {hit.value, Reasons::of({form.owners, hit.mask}, form, node.hands)};
                }
            }
        }
        in_table = options_.table && tricks > 1;
        if (in_table) {
            form = Reasons::form_of(node.hands, node.player, options_.suit_symmetry);
            const auto lower = table_.template find<true>(form, by_class_);
            if (lower.bound >= beta) {
                return {lower.bound, Reasons::of(lower.pattern, form, node.hands)};
            }
            const auto upper = table_.template find<false>(form, by_class_);
            if (upper.bound >= 0 && upper.bound <= alpha) {
                return {upper.bound, Reasons::of(upper.pattern, form, node.hands)};
            }
        }
    }

    // 4. Candidates, best first.
    const bool maximising = node.player == 0;
    const Cards hand = node.hands[node.player];
    const Cards follow = node.played == 0 ? 0 : hand & null::suit_of(node.led);
    const Cards legal = follow != 0 ? follow : hand;
    MoveList list;
    if (maximising) {
        declarer_moves(node, legal, list);
    } else {
        defender_moves(node, legal, list);
    }
    if (options_.trick_ordering && list.size > 1) order(node, list);

    // 5. Search. A cut needs the ranks of one card's proof, everything else those of all.
    Proof best{maximising ? 0 : tricks, list.reasons};
    for (int i = 0; i < list.size; ++i) {
        const int low = maximising ? std::max(alpha, best.value) : alpha;
        const int high = maximising ? beta : std::min(beta, best.value);
        Proof proof = play(node, list.moves[i].card, low, high);
        if (maximising ? proof.value >= beta : proof.value <= alpha) {
            best = proof;
            break;
        }
        if (count(list.moves[i].group) > 1) proof.reasons.spread(list.moves[i].group);
        best.value =
            maximising ? std::max(best.value, proof.value) : std::min(best.value, proof.value);
        best.reasons.add(proof.reasons);
    }

    // 6. Remember.
    if (in_table) {
        const auto pattern =
            by_class_ ? best.reasons.pattern(form, node.hands) : Reasons::exact(form);
        if (best.value > alpha) table_.store(form, by_class_, pattern, best.value, true);
        if (best.value < beta) table_.store(form, by_class_, pattern, best.value, false);
    }
    return best;
}

template <class Reasons>
typename NullSearch<Reasons>::Proof NullSearch<Reasons>::play(const NullNode& node, Card card,
                                                              int alpha, int beta) {
    NullNode next = node;
    next.hands[node.player] &= ~bit(card);
    if (node.played == 0) {
        next.led = card;
        next.followed = bit(card);
    } else if (card / 8 == node.led / 8) {
        next.followed |= bit(card);
    }
    if (node.played == 0 || null::beats(card, node.best)) {
        next.best = card;
        next.best_player = node.player;
    }
    if (node.played < 2) {
        ++next.played;
        next.player = (node.player + 1) % 3;
        return visit(next, alpha, beta);
    }
    Proof proof{0};
    if (next.best_player != 0) {
        next.played = 0;
        next.player = next.best_player;
        if (next.hands[0] != 0) proof = visit(next, alpha - 1, beta - 1);
        ++proof.value;
    }
    proof.reasons.outranks(next.best, next.followed & ~bit(next.best));
    return proof;
}

/// With less rank the declarer is never worse off, so of the safe cards of a suit only the highest
/// counts, and a card that can be made to take the trick loses at once.
template <class Reasons>
void NullSearch<Reasons>::declarer_moves(const NullNode& node, Cards legal, MoveList& list) const {
    const auto add = [&](Card card) { list.moves[list.size++] = {card, bit(card), 0}; };
    if (!options_.equivalent_cards) {
        for (Card card : each_card(legal)) add(card);
        return;
    }
    if (node.played != 0 &&
        (legal & null::suit_of(node.led)) == 0) {  // discard the highest of a suit
        for (int suit = 0; suit < 4; ++suit) {
            const Cards held = legal & (Cards{0xff} << (8 * suit));
            if (held != 0) add(highest(held));
        }
        return;
    }
    for (int suit = 0; suit < 4; ++suit) {
        const Cards mask = Cards{0xff} << (8 * suit);
        const Cards held = legal & mask;
        if (held == 0) continue;
        // A card is safe below the card to beat, or below all that a later player must follow with.
        Cards safe = node.played == 0 ? 0 : held & null::below(node.best);
        Cards under = node.played == 0 ? 0 : node.followed;  // what an unsafe card outranks
        for (int i = node.played + 1; i < 3; ++i) {
            const Cards forced = node.hands[(i - node.played) % 3] & mask;
            if (forced == 0) continue;
            safe |= held & null::below(lowest(forced));
            under |= bit(lowest(forced));
        }
        if (safe != 0) add(highest(safe));
        // The declarer's cards keep their order in every class of positions: if the lowest unsafe
        // card takes the trick, so do those above it.
        if ((held & ~safe) != 0) list.reasons.outranks(lowest(held & ~safe), under);
    }
}

template <class Reasons>
void NullSearch<Reasons>::defender_moves(const NullNode& node, Cards legal, MoveList& list) const {
    Cards others = node.hands[0] | node.hands[3 - node.player];
    if (node.played != 0) others |= bit(node.best);
    for (Card card : each_card(legal)) {
        if (options_.equivalent_cards && list.size > 0) {
            Move& last = list.moves[list.size - 1];
            if (last.card / 8 == card / 8 &&
                (others & null::below(card) & ~null::below(last.card)) == 0) {
                last.group |= bit(card);
                last.card = card;  // among equals the highest, which unblocks the suit
                continue;
            }
        }
        list.moves[list.size++] = {card, bit(card), 0};
    }
}

template <class Reasons>
void NullSearch<Reasons>::order(const NullNode& node, MoveList& list) const {
    for (int i = 0; i < list.size; ++i) {
        Move& move = list.moves[i];
        const Card card = move.card;
        const Cards suit = null::suit_of(card);
        const int rank = card % 8;
        if (node.player == 0) {
            // Get rid of high cards of suits in which the defenders have lower ones.
            const Cards theirs = (node.hands[1] | node.hands[2]) & suit;
            const Cards held = node.hands[0] & suit;
            move.score = 8 * count(theirs & null::below(card)) + (count(held) == 1 ? 4 : 0) + rank;
            if (node.played != 0 && null::is_safe(node.hands, card / 8)) move.score -= 100;
            continue;
        }
        const Cards declarer = node.hands[0] & suit;
        const Cards partner = node.hands[3 - node.player] & suit;
        if (node.played == 0) {
            // Low cards of a suit in which the declarer is not safe; small suits first.
            const bool danger = declarer != 0 && !null::is_safe(node.hands, card / 8);
            move.score = (danger ? 40 : 0) - 4 * rank;
            if (declarer == 0) move.score -= 20 - (partner == 0 ? 0 : 5);
            if (options_.fastest_cut_first) {
                move.score -= 3 * count(declarer) + 2 * count(partner);
            }
            if (declarer != 0 && lowest(declarer) > card &&
                (partner == 0 || lowest(partner) < lowest(declarer))) {
                move.score += 200;
            }
        } else if (node.best_player == 0) {
            move.score = null::beats(card, node.best) ? -rank : 100 + rank;
        } else {
            const bool follows = card / 8 == node.led / 8;
            // Following: under the declarer's cards if he is still to play, else high cards away.
            const bool declarer_to_play = node.played == 1 && node.player == 2;
            move.score = follows && declarer_to_play ? -rank : rank;
            if (!follows) {
                move.score += declarer == 0
                                  ? -20
                                  : 2 * count(declarer) - count(node.hands[node.player] & suit);
            }
        }
    }
    // By insertion: the lists are short, and std::stable_sort would ask for memory.
    for (int i = 1; i < list.size; ++i) {
        const Move move = list.moves[i];
        int place = i;
        for (; place > 0 && list.moves[place - 1].score < move.score; --place) {
            list.moves[place] = list.moves[place - 1];
        }
        list.moves[place] = move;
    }
}

}  // namespace kiebitz::solvers::skat
