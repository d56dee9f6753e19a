// Codes of single suits, and what forms of whole positions share.
//
// A suit at a trick boundary is who owns its highest remaining card, the next, and so on. There are
// few such suits, so that all that is asked of them is looked up.
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

inline constexpr int kOwnerBits = 2;  // 1 to 3 for the three players; 0 is a free place
inline constexpr int kOwnersBits = kOwnerBits * kSuitSize;
inline constexpr unsigned kOwnersMask = (1U << kOwnersBits) - 1;
inline constexpr int kCountBits = 3;
inline constexpr int kSplitBits = 3 * kCountBits;
inline constexpr int kTopsBits = 3 * kOwnerBits;
inline constexpr int kTopsMask = (1 << kTopsBits) - 1;

// By suit_code: the owners from the highest card down, and how many cards each player holds.
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
                shape.owners |= static_cast<std::uint16_t>(
                    (owner + 1) << (kOwnersBits - kOwnerBits * (cards - slot)));
                shape.split =
                    static_cast<std::uint16_t>(shape.split + (1U << (kCountBits * owner)));
            }
            shapes[first_code(cards) + code] = shape;
        }
    }
    return shapes;
}();

}  // namespace detail

/// How positions are brought into one form.
struct FormOptions {
    bool suit_symmetry = true;
    std::uint64_t universe = 0;  // keeps positions of different valuations apart
};

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

}  // namespace kiebitz::solvers::skat
