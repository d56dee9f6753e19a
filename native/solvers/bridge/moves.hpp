// Candidate cards of a node: one of each group of equivalent cards, best first.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "games/bridge/cards.hpp"
#include "solvers/bridge/options.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

/// A trick under way.
struct Trick {
    int leader;
    int suit;    // led
    int winner;  // so far
    Card best;   // the winner's card
    Cards cards;
    std::uint64_t lengths;  // what they take off the shape

    Trick(int seat, Card card)
        : leader(seat),
          suit(suit_of(card)),
          winner(seat),
          best(card),
          cards(bit<Cards>(card)),
          lengths(one_of(suit, seat)) {}

    static std::uint64_t one_of(int suit, int seat) {
        return std::uint64_t{1} << (16 * suit + 4 * seat);
    }

    void add(int seat, Card card, int trump) {
        cards |= bit<Cards>(card);
        lengths += one_of(suit_of(card), seat);
        if (beats(card, best, trump)) {
            best = card;
            winner = seat;
        }
    }

    /// The winning card, if it beat another card of its suit.
    Cards won_by_rank() const {
        const Cards own = bit<Cards>(best);
        return (cards & suit_mask(suit_of(best)) & ~own) != 0 ? own : 0;
    }
};

/// A card and the cards of the hand that would do the same. The card is the highest of them.
struct Candidate {
    Card card;
    std::uint8_t slot;  // its number as generated
    std::int16_t weight;
    Cards group;

    // Equivalent cards stand for each other, but a proof may rely on different ranks (thesis §4.4).
    // Say the group is g1 > g2 > ... and g1 was played.

    /// Ranks relied on when this move alone proves the result. If the played card did not win by
    /// rank and the proof needs a later card of the group, then playing the lowest of the group
    /// would have needed the next higher one.
    Cards as_refutation(Cards winners) const {
        const Cards needed = winners & group;
        if (needed == 0 || contains(needed, card)) return winners;
        const Cards low = needed & (Cards{0} - needed);
        const Cards above = group & ~(low | (low - 1));
        return (winners & ~group) | (above & (Cards{0} - above));
    }

    /// Ranks relied on when the result has to hold for every card of the group: if the played card
    /// won by rank, then the lowest of the group must win as well.
    Cards as_one_of_all(Cards winners) const {
        return contains(winners, card) ? winners | (group & (Cards{0} - group)) : winners;
    }
};

struct OrderContext;

/// How often a card decided a node lately, from -1024 to 1024.
using History = std::array<std::int16_t, 64>;

class Candidates {
  public:
    void add_leads(const Hands& hands, int seat, const Options& options) {
        const Cards all = hands[0] | hands[1] | hands[2] | hands[3];
        for (int suit = 0; suit < 4; ++suit) {
            add_suit(hands[static_cast<std::size_t>(seat)], all, suit, options);
        }
    }

    void add_replies(const Hands& hands, int seat, const Trick& trick, const Options& options) {
        // Of the cards on the table only the winning one can still matter.
        const Cards all = hands[0] | hands[1] | hands[2] | hands[3] | bit<Cards>(trick.best);
        const Cards own = hands[static_cast<std::size_t>(seat)];
        if ((own & suit_mask(trick.suit)) != 0) {
            add_suit(own, all, trick.suit, options);
        } else {
            for (int suit = 0; suit < 4; ++suit) add_suit(own, all, suit, options);
        }
    }

    /// Puts first what the last hand mostly does: win as cheaply as possible if partner does not
    /// win already, else play low.
    void cheapest_first(bool to_win, Card best, int trump) {
        std::size_t from = 0;
        if (to_win) {
            // Groups come in descending order, so the last that wins is the cheapest.
            for (std::size_t i = size_; i-- > 0;) {
                if (beats(moves_[i].card, best, trump)) {
                    std::swap(moves_[i], moves_[0]);
                    from = 1;
                    break;
                }
            }
        }
        for (std::size_t i = from, j = size_; i + 1 < j; ++i) std::swap(moves_[i], moves_[--j]);
    }

    /// What the last hand mostly does when it can follow: win as cheaply as possible if it should,
    /// else play low.
    static Candidate cheapest(const Hands& hands, int seat, const Trick& trick, bool to_win) {
        const unsigned own = holding(hands[static_cast<std::size_t>(seat)], trick.suit);
        const Cards all = hands[0] | hands[1] | hands[2] | hands[3] | bit<Cards>(trick.best);
        const unsigned others = holding(all, trick.suit) & ~own;
        unsigned from = own;
        if (to_win && suit_of(trick.best) == trick.suit) {
            const unsigned higher = own & ~((2U << rank_of(trick.best)) - 1);
            if (higher != 0) from = higher;
        }
        const unsigned low = from & (0U - from);
        const unsigned above = others & ~(low | (low - 1));
        const unsigned group = from & ((above & (0U - above)) - 1);
        return Candidate{make_card(trick.suit, highest(group)), 0, 0,
                         Cards{group} << (16 * trick.suit)};
    }
    /// A card of the suit led and those that would do the same.
    static Candidate with(const Hands& hands, int seat, const Trick& trick, unsigned card,
                          const Options& options) {
        const unsigned own = holding(hands[static_cast<std::size_t>(seat)], trick.suit);
        unsigned group = card;
        if (options.equivalent_cards) {
            const Cards all = hands[0] | hands[1] | hands[2] | hands[3] | bit<Cards>(trick.best);
            const unsigned others = holding(all, trick.suit) & ~own;
            const unsigned above = others & ~(card | (card - 1));
            const unsigned below = others & (card - 1);
            group = own & ((above & (0U - above)) - 1);
            if (below != 0) group &= ~((2U << highest(below)) - 1);
        }
        return Candidate{make_card(trick.suit, highest(group)), 0, 0,
                         Cards{group} << (16 * trick.suit)};
    }
    void remove(Card card) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            if (moves_[i].card != card) moves_[kept++] = moves_[i];
        }
        size_ = kept;
    }
    void reversed() {
        for (std::size_t i = 0, j = size_; i + 1 < j; ++i) std::swap(moves_[i], moves_[--j]);
    }
    /// A move that was looked at already and is to be searched.
    void first(const Candidate& move) {
        for (std::size_t i = size_++; i > 0; --i) moves_[i] = moves_[i - 1];
        moves_[0] = move;
        done_ = first_ = 1;
    }

    std::size_t size() const { return size_; }
    const Candidate* begin() const { return moves_.data(); }
    const Candidate* end() const { return moves_.data() + size_; }

    /// The next move in the order of generation; `postpone` puts it back for a second round.
    const Candidate* next_unsorted() { return done_ == size_ ? nullptr : &moves_[done_++]; }
    void postpone() { std::swap(moves_[first_++], moves_[done_ - 1]); }
    /// Starts the second round, over the postponed moves only.
    void restart() {
        size_ = first_;
        done_ = 0;
    }

    /// The best of the moves not yet returned.
    const Candidate* next() {
        if (done_ == size_) return nullptr;
        std::size_t best = done_;
        for (std::size_t i = done_ + 1; i < size_; ++i) {
            if (moves_[i].weight > moves_[best].weight) best = i;
        }
        std::swap(moves_[done_], moves_[best]);
        return &moves_[done_++];
    }

    /// The last move returned decided the node, those before it did not.
    void learn(History& history, int left) const {
        const auto shift = [&](Card card, int amount) {
            std::int16_t& value = history[card];
            value = static_cast<std::int16_t>(value + amount -
                                              value * (amount < 0 ? -amount : amount) / 1024);
        };
        for (std::size_t i = 0; i + 1 < done_; ++i) shift(moves_[i].card, -10 * left);
        shift(moves_[done_ - 1].card, 10 * left);
    }

    /// A move failed, relying on `winners`. If its rank did not matter, then neither would that of
    /// another card below the lowest rank that did: the same proof holds for it.
    void drop_alike(const Candidate& failed, Cards winners) {
        const Cards suit = suit_mask(suit_of(failed.card));
        const Cards relied = winners & suit;
        const Cards below = relied != 0 ? (relied & (Cards{0} - relied)) - 1 : ~Cards{0};
        const Cards alike = below & suit;
        if (!contains(alike, failed.card)) return;
        std::size_t kept = done_;
        for (std::size_t i = done_; i < size_; ++i) {
            if (!contains(alike, moves_[i].card)) moves_[kept++] = moves_[i];
        }
        size_ = kept;
    }

    void weigh_leads(const OrderContext& at);
    template <int Place>
    void weigh_replies(const OrderContext& at, const Trick& trick);

  private:
    void add_suit(Cards own, Cards all, int suit, const Options& options) {
        unsigned rest = holding(own, suit);
        const unsigned others = holding(all, suit) & ~rest;
        while (rest != 0) {
            const Card top = highest(rest);
            unsigned group = 1U << top;
            if (options.equivalent_cards) {
                const unsigned below = others & (group - 1);
                group = below != 0 ? rest & ~((2U << highest(below)) - 1) : rest;
            }
            rest &= ~group;
            moves_[size_] = Candidate{make_card(suit, top), static_cast<std::uint8_t>(size_), 0,
                                      Cards{group} << (16 * suit)};
            ++size_;
        }
    }

    std::array<Candidate, 13> moves_;
    std::size_t size_ = 0;
    std::size_t done_ = 0;
    std::size_t first_ = 0;  // moves postponed
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
