// What a bound on the declarer's points rests on, so that it can be carried to similar positions.
#pragma once

#include <type_traits>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

/// A proof of a bound is one side's plan against everything the other may do. In each line of it
/// the declarer wins some of the cards. If cards are worth more or less, the bound moves with those
/// that he wins in every line, and by no more than those that he wins in some line (beyond thesis
/// §7.3).
struct WonCards {
    Cards always = 0;
    Cards possibly = 0;

    static constexpr WonCards nothing() { return {0, 0}; }
    static constexpr WonCards exactly(Cards cards) { return {cards, cards}; }
    /// What holds for every proof.
    static constexpr WonCards unknown() { return {0, ~Cards{0}}; }

    /// Lines of another proof may occur as well.
    void join(const WonCards& other) {
        always &= other.always;
        possibly |= other.possibly;
    }
    /// He wins these on top.
    void add(Cards cards) {
        always |= cards;
        possibly |= cards;
    }
    /// Any card of the group may stand for any other in a line.
    void blur(Cards group) {
        if ((always & group) != group) always &= ~group;
        if ((possibly & group) != 0) possibly |= group;
    }
    /// The same lines, told by what the defenders win.
    WonCards complement(Cards all) const { return {all & ~possibly, all & ~always}; }
};

/// Where nobody asks which cards won by rank.
struct NoCards {
    void operator|=(NoCards) {}
};

/// A table says by its `Winners` what it wants to know of the cards that won a trick by rank:
/// which they are (Cards), nothing (NoCards), or which cards each of them had to beat
/// (variants/trump_constraints.hpp).
///
/// `winner` is the best card of a trick, and `rivals` are the others of its suit.
template <class Winners>
Winners won_by_rank(Card winner, Cards rivals) {
    if constexpr (std::is_same_v<Winners, Cards>) {
        return rivals != 0 ? bit(winner) : 0;
    } else if constexpr (std::is_same_v<Winners, NoCards>) {
        return {};
    } else {
        return Winners::of(winner, rivals);
    }
}
/// `ranked`: cards by whose ranks a bound holds without search. It then rests on the owners of all
/// cards from the lowest of them up.
template <Kind K, class Winners>
Winners resting_on(Cards ranked, [[maybe_unused]] Cards all) {
    if constexpr (std::is_same_v<Winners, Cards>) {
        return ranked;
    } else if constexpr (std::is_same_v<Winners, NoCards>) {
        return {};
    } else {
        return Winners::template resting_on<K>(ranked, all);
    }
}
/// Of `cards`, trumps of one side above all `others` of the other side, those that are so in every
/// position of the class.
template <Kind K, class Winners>
Cards settled_in_class(const Winners& winners, Cards cards, [[maybe_unused]] Cards others) {
    if constexpr (std::is_same_v<Winners, Cards>) {
        const Cards trumps = winners & Deck<K>::trumps;
        return trumps == 0 ? 0 : cards & ~Deck<K>::below(lowest(trumps));
    } else if constexpr (std::is_same_v<Winners, NoCards>) {
        return cards;
    } else {
        return winners.surely_beating(cards, others);
    }
}

/// The cards that the declarer wins in a proof, and what it says of those that won by rank.
template <class W>
struct Evidence {
    using Winners = W;

    WonCards won = WonCards::unknown();
    [[no_unique_address]] Winners winners{};

    /// To be joined with others: the evidence of no line at all.
    static constexpr Evidence of_no_line() { return {{~Cards{0}, 0}, {}}; }

    void join(const Evidence& other) {
        won.join(other.won);
        winners |= other.winners;
    }
    void blur(Cards group) {
        won.blur(group);
        if constexpr (std::is_same_v<Winners, Cards>) {
            if ((winners & group) != 0) winners |= group;
        } else if constexpr (!std::is_same_v<Winners, NoCards>) {
            winners.spread(group);
        }
    }
    /// `winner`: won_by_rank. `cards`: if the declarer wins the trick.
    void add_trick(const Winners& winner, Cards cards) {
        won.add(cards);
        winners |= winner;
    }
};

/// Bounds, and for each what its proof says of the cards that won by rank.
template <class Winners>
struct Reasoned {
    int lower;
    int upper;
    [[no_unique_address]] Winners lower_winners{};
    [[no_unique_address]] Winners upper_winners{};
};

/// What one side wins at least, by a static plan.
struct Winnings {
    int points = 0;
    WonCards won{};    // by that side
    Cards ranked = 0;  // the cards that must win by their rank
};

}  // namespace kiebitz::solvers::skat
