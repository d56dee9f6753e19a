// Why a null bound holds: which cards had to outrank which in its proof (thesis §4.3).
//
// A position at a trick boundary is its split (who holds how many cards of each suit, and who
// leads) and the order of the cards. A proof speaks of a class of positions with the same split:
// lowest winning ranks fix the owners of the top cards of each suit. (variants/rank_constraints.hpp
// is another kind of reasons.)
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

// In null a suit has eight cards.
inline constexpr int kNullSuitSize = 8;
inline constexpr unsigned kNullRanks = 0xff;

constexpr unsigned null_ranks_of(int suit, Cards cards) {
    return cards >> (kNullSuitSize * suit) & kNullRanks;
}

struct NullForm {
    static constexpr int kOwnerBits = 2;
    static constexpr int kOwnersBits = kOwnerBits * kNullSuitSize;
    static constexpr std::uint64_t kOwnersMask = (std::uint64_t{1} << kOwnersBits) - 1;
    static constexpr int kCountBits = 4;
    static constexpr int kSplitBits = 3 * kCountBits;
    static constexpr int kLeaderShift = 4 * kSplitBits;

    std::uint64_t split = 0;   // how many cards each player has of each suit; who leads
    std::uint64_t owners = 0;  // of each suit's cards, the highest card on top
    std::array<std::uint8_t, 4> suit_at{0, 1, 2, 3};

    static NullForm of(const std::array<Cards, 3>& hands, int leader, bool sort_suits);
};

/// Lowest winning rank: the cards that won by their rank. All cards above the lowest of them in its
/// suit keep their owners; those below may be dealt anew.
struct LowestWinners {
    Cards winners = 0;

    /// `winner` outranks each of `beaten`, cards of its suit.
    void outranks(Card winner, Cards beaten) {
        if (beaten != 0) winners |= bit(winner);
    }
    void add(const LowestWinners& other) { winners |= other.winners; }
    /// Equal cards were left out: their proofs are the same with the cards exchanged (§4.4).
    void spread(Cards equals) {
        if ((winners & equals) != 0) winners |= equals;
    }

    /// Where in the table a position and its like are.
    using Form = NullForm;
    static Form form_of(const std::array<Cards, 3>& hands, int leader, bool sort_suits) {
        return NullForm::of(hands, leader, sort_suits);
    }
    struct Pattern {
        std::uint64_t owners = 0, mask = 0;
        bool covers(const Form& form) const { return ((owners ^ form.owners) & mask) == 0; }
    };
    Pattern pattern(const Form& form, const std::array<Cards, 3>& hands) const;
    /// Covers nothing but this order of the cards.
    static Pattern exact(const Form& form) { return {form.owners, ~std::uint64_t{0}}; }
    static LowestWinners of(const Pattern& pattern, const Form& form,
                            const std::array<Cards, 3>& hands);
};

inline NullForm NullForm::of(const std::array<Cards, 3>& hands, int leader, bool sort_suits) {
    struct Item {
        std::uint64_t split, owners;
        std::uint8_t suit;
        bool operator<(const Item& other) const {
            return split != other.split ? split < other.split : owners < other.owners;
        }
    };
    std::array<Item, 4> items;
    for (int suit = 0; suit < 4; ++suit) {
        std::array<unsigned, 3> ranks;
        for (int player = 0; player < 3; ++player)
            ranks[player] = null_ranks_of(suit, hands[player]);
        unsigned rest = ranks[0] | ranks[1] | ranks[2];
        std::uint64_t owners = 0;
        int shift = kOwnersBits;
        while (rest != 0) {
            shift -= kOwnerBits;
            const unsigned top = std::bit_floor(rest);
            rest ^= top;
            const std::uint64_t owner = (ranks[0] & top) != 0 ? 1 : (ranks[1] & top) != 0 ? 2 : 3;
            owners |= owner << shift;
        }
        std::uint64_t split = 0;
        for (unsigned held : ranks)
            split = split << kCountBits | static_cast<unsigned>(std::popcount(held));
        items[suit] = {split, owners, static_cast<std::uint8_t>(suit)};
    }
    if (sort_suits) std::sort(items.begin(), items.end());
    NullForm form;
    for (int place = 0; place < 4; ++place) {
        form.split |= items[place].split << (kSplitBits * place);
        form.owners |= items[place].owners << (kOwnersBits * place);
        form.suit_at[place] = items[place].suit;
    }
    form.split |= static_cast<std::uint64_t>(leader) << kLeaderShift;
    return form;
}

inline LowestWinners::Pattern LowestWinners::pattern(const Form& form,
                                                     const std::array<Cards, 3>& hands) const {
    const Cards rest = hands[0] | hands[1] | hands[2];
    Pattern pattern{form.owners, 0};
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        const unsigned ranks = null_ranks_of(suit, rest);
        const unsigned fixed = null_ranks_of(suit, winners) & ranks;
        if (fixed == 0) continue;
        const int top = std::popcount(ranks & ~((fixed & (0 - fixed)) - 1));
        const int below = Form::kOwnersBits - Form::kOwnerBits * top;
        pattern.mask |= (Form::kOwnersMask & ~((std::uint64_t{1} << below) - 1))
                        << (Form::kOwnersBits * place);
    }
    return pattern;
}

inline LowestWinners LowestWinners::of(const Pattern& pattern, const Form& form,
                                       const std::array<Cards, 3>& hands) {
    const Cards rest = hands[0] | hands[1] | hands[2];
    LowestWinners reasons;
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        int top = std::popcount(pattern.mask >> (Form::kOwnersBits * place) & Form::kOwnersMask) /
                  Form::kOwnerBits;
        unsigned ranks = null_ranks_of(suit, rest);
        unsigned last = 0;
        for (; top > 0; --top) {
            last = std::bit_floor(ranks);
            ranks ^= last;
        }
        reasons.winners |= static_cast<Cards>(last) << (kNullSuitSize * suit);
    }
    return reasons;
}

}  // namespace kiebitz::solvers::skat
