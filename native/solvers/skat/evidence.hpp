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
    constexpr NoCards() = default;
    constexpr NoCards(Cards) {}
    constexpr operator Cards() const { return 0; }
};

/// The cards that the declarer wins in a proof and, if Ranked, those that won a trick by rank.
template <bool Ranked>
struct Evidence {
    using Winners = std::conditional_t<Ranked, Cards, NoCards>;

    WonCards won = WonCards::unknown();
    [[no_unique_address]] Winners winners{};

    /// To be joined with others: the evidence of no line at all.
    static constexpr Evidence of_no_line() { return {{~Cards{0}, 0}, {}}; }

    void join(const Evidence& other) {
        won.join(other.won);
        if constexpr (Ranked) winners |= other.winners;
    }
    void blur(Cards group) {
        won.blur(group);
        if constexpr (Ranked) {
            if ((winners & group) != 0) winners |= group;
        }
    }
    /// `winner`: if it outranked another card. `cards`: if the declarer wins the trick.
    void add_trick([[maybe_unused]] Winners winner, Cards cards) {
        won.add(cards);
        if constexpr (Ranked) winners |= winner;
    }
};

/// Bounds, and for each, if Ranked, the cards that won by rank in its proof.
template <bool Ranked>
struct Reasoned {
    using Winners = typename Evidence<Ranked>::Winners;

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
