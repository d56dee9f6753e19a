// The canonical form of a position at a trick boundary (thesis §7.3).
//
// Structure: for each suit who owns the highest remaining card, the next, and so on, and who leads.
// It decides everything but the points, and fits into one word without loss, so that the table
// never mistakes one position for another. Valuation: which card ranks remain (7 bits a suit).
// Plain suits are interchangeable; they are sorted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

constexpr std::array<std::uint32_t, 12> kPowersOf3 = [] {
    std::array<std::uint32_t, 12> powers{1};
    for (int i = 1; i < 12; ++i) powers[i] = 3 * powers[i - 1];
    return powers;
}();

// Sum of 3^i over the bits of a mask.
constexpr std::array<std::uint16_t, 128> kTernary = [] {
    std::array<std::uint16_t, 128> sums{};
    for (int mask = 0; mask < 128; ++mask) {
        for (int i = 0; i < 7; ++i) {
            if (mask >> i & 1) sums[mask] = static_cast<std::uint16_t>(sums[mask] + kPowersOf3[i]);
        }
    }
    return sums;
}();

// kTernary of a hand's bits after the gaps of the remaining cards are closed. The index is
// kTernary[remaining] + kTernary[hand], one number for each pair of a set and its subset.
constexpr std::array<std::uint16_t, 2187> kClosedTernary = [] {
    std::array<std::uint16_t, 2187> codes{};
    for (unsigned rest = 0; rest < 128; ++rest) {
        for (unsigned hand = rest;; hand = (hand - 1) & rest) {
            std::uint32_t code = 0;
            int slot = 0;
            for (int i = 0; i < 7; ++i) {
                if ((rest >> i & 1) == 0) continue;
                if (hand >> i & 1) code += kPowersOf3[slot];
                ++slot;
            }
            codes[kTernary[rest] + kTernary[hand]] = static_cast<std::uint16_t>(code);
            if (hand == 0) break;
        }
    }
    return codes;
}();

// The hand's bits after the gaps of the remaining cards are closed; the same index.
constexpr std::array<std::uint8_t, 2187> kClosed = [] {
    std::array<std::uint8_t, 2187> closed{};
    for (unsigned rest = 0; rest < 128; ++rest) {
        for (unsigned hand = rest;; hand = (hand - 1) & rest) {
            unsigned bits = 0;
            int slot = 0;
            for (int i = 0; i < 7; ++i) {
                if ((rest >> i & 1) == 0) continue;
                bits |= (hand >> i & 1) << slot++;
            }
            closed[kTernary[rest] + kTernary[hand]] = static_cast<std::uint8_t>(bits);
            if (hand == 0) break;
        }
    }
    return closed;
}();

// The other way: which of the remaining cards these slots are.
constexpr auto kOpened = [] {
    std::array<std::array<std::uint8_t, 128>, 128> opened{};
    for (unsigned rest = 0; rest < 128; ++rest) {
        for (unsigned slots = 0; slots < 128; ++slots) {
            int slot = 0;
            for (int i = 0; i < 7; ++i) {
                if ((rest >> i & 1) == 0) continue;
                if (slots >> slot & 1) opened[rest][slots] |= static_cast<std::uint8_t>(1U << i);
                ++slot;
            }
        }
    }
    return opened;
}();

// Structures of fewer than n cards come first: (3^n - 1) / 2.
constexpr std::uint32_t first_code(int cards) {
    return (kPowersOf3[cards] - 1) / 2;
}

/// Three or four numbers in order.
template <std::size_t N>
void sort_few(std::array<std::uint32_t, N>& items) {
    static_assert(N == 3 || N == 4);
    const auto order = [&](int a, int b) {
        const std::uint32_t low = std::min(items[a], items[b]);
        items[b] = std::max(items[a], items[b]);
        items[a] = low;
    };
    if constexpr (N == 3) {
        order(0, 1), order(1, 2), order(0, 1);
    } else {
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
    }
}

}  // namespace detail

/// A suit's code: how many cards remain and who owns them by rank. Below 3280 for 7 cards.
inline std::uint32_t suit_code(unsigned rest, unsigned hand1, unsigned hand2) {
    using namespace detail;
    const unsigned base = kTernary[rest];
    return first_code(std::popcount(rest)) + kClosedTernary[base + kTernary[hand1]] +
           2U * kClosedTernary[base + kTernary[hand2]];
}

namespace detail {

// By suit_code: the owners from the highest card down, two bits each (0 is a free place), in 14
// bits; and how many cards each player holds, three bits each.
struct SuitShape {
    std::uint16_t owners = 0;
    std::uint16_t split = 0;
};
inline constexpr int kSuitCodes = 3280;

inline const std::array<SuitShape, kSuitCodes> kSuitShapes = [] {
    std::array<SuitShape, kSuitCodes> shapes{};
    for (int cards = 0; cards <= 7; ++cards) {
        for (std::uint32_t code = 0; code < kPowersOf3[cards]; ++code) {
            SuitShape shape;
            std::uint32_t left = code;
            for (int slot = 0; slot < cards; ++slot, left /= 3) {  // from the lowest card up
                const unsigned owner = left % 3;
                shape.owners |=
                    static_cast<std::uint16_t>((owner + 1) << (14 - 2 * (cards - slot)));
                shape.split = static_cast<std::uint16_t>(shape.split + (1U << (3 * owner)));
            }
            shapes[first_code(cards) + code] = shape;
        }
    }
    return shapes;
}();

}  // namespace detail

struct Canonical {
    std::uint64_t key = 0;        // structure, leader, kind: 59 bits
    std::uint32_t valuation = 0;  // remaining ranks, 7 bits a suit, trumps on top
    std::array<std::uint8_t, 4> suit_at{0, 1, 2, 3};  // which plain suit stands at which place
};

struct CanonicalOptions {
    bool suit_symmetry = true;
    std::uint64_t universe = 0;  // keeps tables of different valuations apart
};

/// What the canonical form needs of each suit; only the suits of a trick change with it.
template <Kind K>
struct SuitWords {
    // Code, remaining ranks (7 bits) and the suit's number (2 bits): they sort by code.
    std::array<std::uint32_t, Deck<K>::plain_suits> plain{};
    std::uint32_t trump_code = 0;

    /// Who owns the three highest cards of a plain suit, two bits each; 0 if there is none.
    int tops(int suit) const { return detail::kSuitShapes[plain[suit] >> 9].owners >> 8; }
    /// The same of the jacks in grand.
    int trump_tops() const { return detail::kSuitShapes[trump_code].owners >> 8; }

    void update(const std::array<Cards, 3>& hands, Cards changed) {
        using namespace detail;
        using D = Deck<K>;
        const Cards rest = hands[0] | hands[1] | hands[2];
        for (int suit = 0; suit < D::plain_suits; ++suit) {
            if ((changed & D::plain_suit(suit)) == 0) continue;
            const int shift = 7 * suit;
            const unsigned ranks = rest >> shift & 0x7f;
            plain[suit] = suit_code(ranks, hands[1] >> shift & 0x7f, hands[2] >> shift & 0x7f)
                              << 9 |
                          ranks << 2 | static_cast<std::uint32_t>(suit);
        }
        if ((changed & D::trumps) == 0) return;
        if constexpr (K == Kind::suit) {
            const unsigned low = rest >> 21 & 0x7f;
            const unsigned jacks = rest >> 28;
            const int low_count = std::popcount(low);
            const auto code_of = [&](Cards hand) {
                return kClosedTernary[kTernary[low] + kTernary[hand >> 21 & 0x7f]] +
                       kPowersOf3[low_count] *
                           kClosedTernary[kTernary[jacks] + kTernary[hand >> 28]];
            };
            trump_code = first_code(low_count + std::popcount(jacks)) + code_of(hands[1]) +
                         2 * code_of(hands[2]);
        } else {
            trump_code = suit_code(rest >> 28, hands[1] >> 28, hands[2] >> 28);
        }
    }
};

template <Kind K>
Canonical canonical_form(const SuitWords<K>& words, const std::array<Cards, 3>& hands, int leader,
                         const CanonicalOptions& options) {
    using D = Deck<K>;
    Canonical form;

    // 1. Plain suits, sorted.
    auto items = words.plain;
    if (options.suit_symmetry) detail::sort_few(items);
    for (int place = 0; place < D::plain_suits; ++place) {
        form.key |= static_cast<std::uint64_t>(items[place] >> 9) << (12 * place);
        form.valuation |= (items[place] >> 2 & 0x7f) << (7 * place);
        form.suit_at[place] = items[place] & 3;
    }

    // 2. Trumps. Jacks are worth the same, so only the ranks below them enter the valuation.
    if constexpr (K == Kind::suit) {
        form.valuation |= ((hands[0] | hands[1] | hands[2]) >> 21 & 0x7f) << 21;
    }
    form.key |= static_cast<std::uint64_t>(words.trump_code) << (12 * D::plain_suits);
    form.key |= static_cast<std::uint64_t>(leader) << 55 | options.universe << 57;

    return form;
}

/// The highest trumps, as long as one side owns them all: they win their own tricks.
template <Kind K>
struct SettledTrumps {
    Cards cards = 0;
    bool declarers = false;

    explicit SettledTrumps(const std::array<Cards, 3>& hands) {
        using D = Deck<K>;
        const Cards declarer = hands[0] & D::trumps;
        const Cards defenders = (hands[1] | hands[2]) & D::trumps;
        declarers = declarer > defenders;
        const Cards lower = declarers ? defenders : declarer;
        cards = declarers ? declarer : defenders;
        if (lower != 0) cards &= D::above(highest(lower));
    }
};

/// Cards by their place in the canonical form, a byte a suit, the lowest remaining card first.
/// Trumps beyond the eighth are jacks in all similar positions and are left out, and in grand all
/// jacks.
template <Kind K>
std::uint32_t slots_of(Cards cards, Cards rest, const Canonical& form) {
    using namespace detail;
    using D = Deck<K>;
    std::uint32_t slots = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const int shift = 7 * form.suit_at[place];
        slots |= static_cast<std::uint32_t>(
                     kClosed[kTernary[rest >> shift & 0x7f] + kTernary[cards >> shift & 0x7f]])
                 << (8 * place);
    }
    if constexpr (K == Kind::suit) {
        const unsigned low = rest >> 21 & 0x7f, jacks = rest >> 28;
        const std::uint32_t low_slots = kClosed[kTernary[low] + kTernary[cards >> 21 & 0x7f]];
        const std::uint32_t jack_slots = kClosed[kTernary[jacks] + kTernary[cards >> 28]];
        slots |= (low_slots | jack_slots << std::popcount(low)) << 24;
    }
    return slots;
}

template <Kind K>
Cards cards_of(std::uint32_t slots, Cards rest, const Canonical& form) {
    using namespace detail;
    using D = Deck<K>;
    Cards cards = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const int shift = 7 * form.suit_at[place];
        cards |= static_cast<Cards>(kOpened[rest >> shift & 0x7f][slots >> (8 * place) & 0x7f])
                 << shift;
    }
    if constexpr (K == Kind::suit) {
        const unsigned low = rest >> 21 & 0x7f, jacks = rest >> 28;
        const unsigned trumps = slots >> 24;
        cards |= static_cast<Cards>(kOpened[low][trumps & 0x7f]) << 21;
        cards |= static_cast<Cards>(kOpened[jacks][trumps >> std::popcount(low) & 0x7f]) << 28;
    }
    return cards;
}

/// A card's place in the canonical form, which stays the same for all similar positions.
template <Kind K>
std::uint8_t slot_of(Card card, Cards rest, const Canonical& form) {
    using D = Deck<K>;
    if (card >= D::trump_shift) {
        return static_cast<std::uint8_t>(D::trump_shift +
                                         std::popcount((rest & D::trumps) & D::below(card)));
    }
    const int suit = card / 7;
    int place = 0;
    while (form.suit_at[place] != suit) ++place;
    return static_cast<std::uint8_t>(7 * place +
                                     std::popcount(rest & D::plain_suit(suit) & D::below(card)));
}

template <Kind K>
Card card_at(std::uint8_t slot, Cards rest, const Canonical& form) {
    using D = Deck<K>;
    const bool trump = slot >= D::trump_shift;
    Cards suit = rest & (trump ? D::trumps : D::plain_suit(form.suit_at[slot / 7]));
    for (int i = trump ? slot - D::trump_shift : slot % 7; i > 0; --i) suit &= suit - 1;
    return lowest(suit);
}

}  // namespace kiebitz::solvers::skat
