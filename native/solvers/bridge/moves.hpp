// Candidate cards of a node: one of each group of equivalent cards, best first.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "games/bridge/cards.hpp"
#include "solvers/bridge/options.hpp"
#include "solvers/bridge/position.hpp"

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
};

/// The best card of a trick, if it beat another card of its suit.
inline Cards won_by_rank(Cards trick, Card best) {
    const Cards own = bit<Cards>(best);
    return (trick & suit_mask(suit_of(best)) & ~own) != 0 ? own : 0;
}

/// A card and the cards of the hand that would do the same. The card is the highest of them.
struct Candidate {
    Card card;
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

    /// The move failed, relying on `winners`. If its rank did not matter, then neither would that
    /// of another card of the suit below the lowest rank that did: these.
    Cards alike(Cards winners) const {
        const Cards suit = suit_mask(suit_of(card));
        const Cards relied = winners & suit;
        const Cards below = relied != 0 ? (relied & (Cards{0} - relied)) - 1 : ~Cards{0};
        return contains(below, card) ? below & suit : 0;
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

    void add(const Candidate& move) { moves_[size_++] = move; }

    std::size_t size() const { return size_; }
    const Candidate* begin() const { return moves_.data(); }
    const Candidate* end() const { return moves_.data() + size_; }

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

    /// A move failed, relying on `winners`: the same proof holds for moves alike.
    void drop_alike(const Candidate& failed, Cards winners) {
        const Cards alike = failed.alike(winners);
        if (alike == 0) return;
        std::size_t kept = done_;
        for (std::size_t i = done_; i < size_; ++i) {
            if (!contains(alike, moves_[i].card)) moves_[kept++] = moves_[i];
        }
        size_ = kept;
    }

    std::size_t left() const { return size_ - done_; }

    /// The move with this card, which is returned first; nothing if it is not here.
    const Candidate* first(Card card) {
        for (std::size_t i = 0; i < size_; ++i) {
            if (contains(moves_[i].group, card)) {
                std::swap(moves_[0], moves_[i]);
                done_ = 1;
                return &moves_[0];
            }
        }
        return nullptr;
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
            moves_[size_] = Candidate{make_card(suit, top), 0, Cards{group} << (16 * suit)};
            ++size_;
        }
    }

    std::array<Candidate, 13> moves_;
    std::size_t size_ = 0;
    std::size_t done_ = 0;
};

/// The cards that a hand may play to a trick, as groups of equivalent cards.
class Groups {
  public:
    Groups(const Hands& hands, int seat, const Trick& trick, int trump, const Options& options)
        : left_(hands[static_cast<std::size_t>(seat)]),
          trumps_(trump == no_trump ? 0 : suit_mask(trump)),
          equivalent_(options.equivalent_cards) {
        // Of the cards on the table only the winning one can still matter.
        others_ = (hands[0] | hands[1] | hands[2] | hands[3] | bit<Cards>(trick.best)) & ~left_;
        const Cards follow = left_ & suit_mask(trick.suit);
        if (follow != 0) left_ = follow;
    }
    Cards left() const { return left_; }

    /// The group of a card; it is done.
    Candidate take(Card card) {
        const Cards own = bit<Cards>(card);
        Cards group = own;
        if (equivalent_) {
            const Cards suit = suit_mask(suit_of(card));
            const Cards above = others_ & suit & ~(own | (own - 1));
            const Cards below = others_ & suit & (own - 1);
            group = left_ & suit & ((above & (Cards{0} - above)) - 1);
            if (below != 0) group &= ~((Cards{2} << highest(below)) - 1);
        }
        left_ &= ~group;
        return Candidate{highest(group), 0, group};
    }
    /// The next group that is not alike to one that failed.
    bool next(Candidate& move) {
        while (left_ != 0) {
            move = lowest_group();
            if (!contains(alike_, move.card)) return true;
        }
        return false;
    }
    /// The next group, the lowest of its suit; trumps come last.
    Candidate lowest_group() {
        const Cards early = left_ & ~trumps_;
        return take_lowest(early != 0 ? early : left_);
    }
    /// A move failed, relying on `winners`: the same proof holds for moves alike.
    void drop_alike(const Candidate& failed, Cards winners) { alike_ |= failed.alike(winners); }

    /// What a hand that cannot follow mostly plays: any trump, of other suits the lowest group.
    void take_low(Candidates& moves) {
        for (Cards suits = left_ & ~trumps_; suits != 0;) {
            const Cards suit = suit_mask(suit_of(lowest(suits)));
            moves.add(take_lowest(suits & suit));
            suits &= ~suit;
        }
        while ((left_ & trumps_) != 0) moves.add(take_lowest(left_ & trumps_));
    }

  private:
    /// The group of the lowest card of a set.
    Candidate take_lowest(Cards from) {
        Cards group = from & (Cards{0} - from);
        if (equivalent_) {
            const Cards suit = suit_mask(suit_of(lowest(group)));
            const Cards above = others_ & suit & ~(group | (group - 1));
            group = from & suit & ((above & (Cards{0} - above)) - 1);
        }
        left_ &= ~group;
        return Candidate{highest(group), 0, group};
    }

    Cards left_;
    Cards trumps_;
    Cards others_;
    Cards alike_ = 0;
    bool equivalent_;
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
