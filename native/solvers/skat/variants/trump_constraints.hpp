// Suit games and grand: classes of positions by single comparisons of two cards (rank-constrained
// search, thesis §4.3). They are larger than those by lowest winning ranks, and dearer to find.
//
// A proof names the pairs of cards of which one had to beat the other. It holds as well in every
// position with the same number of cards in each hand and suit in which all these pairs are in the
// same order, where the i-th lowest card of a hand and suit takes the part of the i-th lowest. What
// the cards are worth differs, and the bound moves with it, as in rank_patterns.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "solvers/skat/deck.hpp"
#include "solvers/skat/engine.hpp"
#include "solvers/skat/options.hpp"

namespace kiebitz::solvers::skat::variants {

/// The comparisons that a proof needs. It is what evidence.hpp calls Winners.
struct TrumpConstraints {
    std::array<Cards, 32> beaten{};  // by card: those that it must beat, all of its suit

    static TrumpConstraints of(Card winner, Cards rivals) {
        TrumpConstraints constraints;
        constraints.beaten[winner] = rivals;
        return constraints;
    }
    /// From the lowest of the ranked cards up every card must beat all below it.
    template <Kind K>
    static TrumpConstraints resting_on(Cards ranked, Cards all) {
        TrumpConstraints constraints;
        while (ranked != 0) {
            const Card low = lowest(ranked);
            const Cards suit = Deck<K>::suit_of(low);
            for (Card card : each_card(all & suit & ~Deck<K>::below(low))) {
                constraints.beaten[card] = all & suit & Deck<K>::below(card);
            }
            ranked &= ~suit;
        }
        return constraints;
    }
    void operator|=(const TrumpConstraints& other) {
        for (int card = 0; card < 32; ++card) beaten[card] |= other.beaten[card];
    }
    /// Equal cards have the same constraints (§4.4).
    void spread(Cards equals) {
        Cards together = 0;
        for (Card card : each_card(equals)) together |= beaten[card];
        for (Card card : each_card(equals)) beaten[card] = together;
        for (Cards& cards : beaten) {
            if ((cards & equals) != 0) cards |= equals;
        }
    }
    /// Those of the cards that must beat each of the others.
    Cards surely_beating(Cards cards, Cards others) const {
        Cards sure = 0;
        for (Card card : each_card(cards)) {
            if ((others & ~beaten[card]) == 0) sure |= bit(card);
        }
        return sure;
    }
};

std::unique_ptr<Engine> make_trump_constraint_engine(const TrumpOptions& options,
                                                     std::size_t memory);

}  // namespace kiebitz::solvers::skat::variants
