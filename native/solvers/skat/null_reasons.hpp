// Why a null bound holds: which cards had to outrank which in its proof (thesis §4.3).
//
// A position at a trick boundary is its split (who holds how many cards of each suit, and who
// leads) and the order of the cards. A proof speaks of a class of positions with the same split.
// The two kinds of reasons differ in how large that class is: lowest winning ranks fix the owners
// of the top cards of each suit, rank constraints fix single comparisons of two cards.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

struct NullForm {
    std::uint64_t split = 0;   // 12 bits a suit, 2 bits leader
    std::uint64_t owners = 0;  // 16 bits a suit, two bits a card, the highest card on top
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

/// Rank-constrained search: every comparison that the proof needs, and nothing else.
struct RankConstraints {
    // For each suit eight rows of eight bits: row r has the ranks that rank r must beat.
    std::array<std::uint64_t, 4> lower{};

    void outranks(Card winner, Cards beaten) {
        const int suit = winner / 8;
        lower[suit] |= static_cast<std::uint64_t>(beaten >> (8 * suit) & 0xff)
                       << (8 * (winner % 8));
    }
    void add(const RankConstraints& other) {
        for (int suit = 0; suit < 4; ++suit) lower[suit] |= other.lower[suit];
    }
    /// Equal cards, all of one suit, have the same constraints (§4.4).
    void spread(Cards equals);

    struct Form : NullForm {
        // For each place eight rows: which cards the card beats. Within a place the declarer's
        // cards come first, then those of the next player, each from the lowest up.
        std::array<std::uint64_t, 4> beats{};
    };
    static Form form_of(const std::array<Cards, 3>& hands, int leader, bool sort_suits);

    struct Pattern {
        std::array<std::uint64_t, 4> beats{};
        bool covers(const Form& form) const {
            std::uint64_t missing = 0;
            for (int place = 0; place < 4; ++place) missing |= beats[place] & ~form.beats[place];
            return missing == 0;
        }
    };
    Pattern pattern(const Form& form, const std::array<Cards, 3>& hands) const;
    static Pattern exact(const Form& form) { return {form.beats}; }
    static RankConstraints of(const Pattern& pattern, const Form& form,
                              const std::array<Cards, 3>& hands);

  private:
    /// The ranks of a suit's cards in the order of a place.
    static std::array<std::uint8_t, 8> ranks_at(const std::array<Cards, 3>& hands, int suit);
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
            ranks[player] = hands[player] >> (8 * suit) & 0xff;
        unsigned rest = ranks[0] | ranks[1] | ranks[2];
        std::uint64_t owners = 0;
        int shift = 14;
        for (; rest != 0; shift -= 2) {
            const unsigned top = std::bit_floor(rest);
            rest ^= top;
            const std::uint64_t owner = (ranks[0] & top) != 0 ? 1 : (ranks[1] & top) != 0 ? 2 : 3;
            owners |= owner << shift;
        }
        std::uint64_t split = 0;
        for (unsigned held : ranks) split = split << 4 | static_cast<unsigned>(std::popcount(held));
        items[suit] = {split, owners, static_cast<std::uint8_t>(suit)};
    }
    if (sort_suits) std::sort(items.begin(), items.end());
    NullForm form;
    for (int place = 0; place < 4; ++place) {
        form.split |= items[place].split << (12 * place);
        form.owners |= items[place].owners << (16 * place);
        form.suit_at[place] = items[place].suit;
    }
    form.split |= static_cast<std::uint64_t>(leader) << 48;
    return form;
}

inline LowestWinners::Pattern LowestWinners::pattern(const Form& form,
                                                     const std::array<Cards, 3>& hands) const {
    const Cards rest = hands[0] | hands[1] | hands[2];
    Pattern pattern{form.owners, 0};
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        const unsigned ranks = rest >> (8 * suit) & 0xff;
        const unsigned fixed = winners >> (8 * suit) & ranks;
        if (fixed == 0) continue;
        const int top = std::popcount(ranks & ~((fixed & (0 - fixed)) - 1));
        pattern.mask |= (std::uint64_t{0xffff} & ~((std::uint64_t{1} << (16 - 2 * top)) - 1))
                        << (16 * place);
    }
    return pattern;
}

inline LowestWinners LowestWinners::of(const Pattern& pattern, const Form& form,
                                       const std::array<Cards, 3>& hands) {
    const Cards rest = hands[0] | hands[1] | hands[2];
    LowestWinners reasons;
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        int top = std::popcount(pattern.mask >> (16 * place) & 0xffff) / 2;
        unsigned ranks = rest >> (8 * suit) & 0xff;
        unsigned last = 0;
        for (; top > 0; --top) {
            last = std::bit_floor(ranks);
            ranks ^= last;
        }
        reasons.winners |= static_cast<Cards>(last) << (8 * suit);
    }
    return reasons;
}

inline void RankConstraints::spread(Cards equals) {
    const int suit = lowest(equals) / 8;
    const std::uint64_t ranks = equals >> (8 * suit) & 0xff;
    std::uint64_t row = 0, rows = 0;
    for (Card rank : each_card(static_cast<Cards>(ranks))) row |= lower[suit] >> (8 * rank) & 0xff;
    for (int rank = 0; rank < 8; ++rank) {
        std::uint64_t beaten = lower[suit] >> (8 * rank) & 0xff;
        if ((ranks >> rank & 1) != 0) beaten = row;
        if ((beaten & ranks) != 0) beaten |= ranks;
        rows |= beaten << (8 * rank);
    }
    lower[suit] = rows;
}

inline std::array<std::uint8_t, 8> RankConstraints::ranks_at(const std::array<Cards, 3>& hands,
                                                             int suit) {
    std::array<std::uint8_t, 8> ranks{};
    int slot = 0;
    for (const Cards hand : hands) {
        for (Card rank : each_card(hand >> (8 * suit) & 0xff)) ranks[slot++] = rank;
    }
    return ranks;
}

inline RankConstraints::Form RankConstraints::form_of(const std::array<Cards, 3>& hands, int leader,
                                                      bool sort_suits) {
    Form form{NullForm::of(hands, leader, sort_suits), {}};
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        const auto ranks = ranks_at(hands, suit);
        const Cards rest = (hands[0] | hands[1] | hands[2]) >> (8 * suit) & 0xff;
        std::array<std::uint8_t, 8> slot_of{};
        for (int slot = 0; slot < count(rest); ++slot) {
            slot_of[ranks[slot]] = static_cast<std::uint8_t>(slot);
        }
        std::uint64_t below = 0;
        for (Card rank : each_card(rest)) {
            form.beats[place] |= below << (8 * slot_of[rank]);
            below |= std::uint64_t{1} << slot_of[rank];
        }
    }
    return form;
}

inline RankConstraints::Pattern RankConstraints::pattern(const Form& form,
                                                         const std::array<Cards, 3>& hands) const {
    Pattern pattern;
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        if (lower[suit] == 0) continue;
        const auto ranks = ranks_at(hands, suit);
        const int cards = count((hands[0] | hands[1] | hands[2]) >> (8 * suit) & 0xff);
        for (int slot = 0; slot < cards; ++slot) {
            const std::uint64_t beaten = lower[suit] >> (8 * ranks[slot]) & 0xff;
            if (beaten == 0) continue;
            for (int other = 0; other < cards; ++other) {
                pattern.beats[place] |= (beaten >> ranks[other] & 1) << (8 * slot + other);
            }
        }
    }
    return pattern;
}

inline RankConstraints RankConstraints::of(const Pattern& pattern, const Form& form,
                                           const std::array<Cards, 3>& hands) {
    RankConstraints reasons;
    for (int place = 0; place < 4; ++place) {
        if (pattern.beats[place] == 0) continue;
        const int suit = form.suit_at[place];
        const auto ranks = ranks_at(hands, suit);
        for (std::uint64_t pairs = pattern.beats[place]; pairs != 0; pairs &= pairs - 1) {
            const int pair = std::countr_zero(pairs);
            reasons.lower[suit] |= std::uint64_t{1} << (8 * ranks[pair / 8] + ranks[pair % 8]);
        }
    }
    return reasons;
}

}  // namespace kiebitz::solvers::skat
