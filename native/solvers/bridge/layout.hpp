// The cards still in play at the beginning of a trick.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "solvers/bridge/position.hpp"
#include "solvers/bridge/suit_tables.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

/// The n-th highest card of a set, counted from 1; nothing for 0.
inline Cards nth_highest(unsigned set, unsigned n) {
    if (n == 0) return 0;
#ifdef KIEBITZ_BRIDGE_AVX2
    return _pdep_u32(1U << (static_cast<unsigned>(count(set)) - n), set);
#else
    for (unsigned i = 1; i < n; ++i) set ^= 1U << highest(set);
    return 1U << highest(set);
#endif
}

struct Layout {
    std::array<std::uint32_t, 4> owners;  // see Remaining
    Cards all;
    std::uint64_t shape;  // all 16 lengths
    const Hands* dealt;   // who holds the cards, played ones included

    Layout() = default;
    Layout(const Hands& held, SuitTables& tables)
        : all(held[0] | held[1] | held[2] | held[3]), shape(0), dealt(&held) {
        for (int s = 4; s-- > 0;) {
            look(s, tables);
            for (std::size_t seat = 4; seat-- > 0;) {
                shape = shape << 4 | static_cast<std::uint64_t>(count(holding(held[seat], s)));
            }
        }
    }
    /// Notes what is left of one suit.
    void look(int suit, SuitTables& tables) {
        const unsigned cards = set(suit);
        tables.fetch(suit, cards);
        owners[static_cast<std::size_t>(suit)] = tables.owners(suit, cards);
    }
    unsigned set(int suit) const { return holding(all, suit); }
    unsigned of(int seat, int suit) const {
        return holding(all & (*dealt)[static_cast<std::size_t>(seat)], suit);
    }
    int length(int seat, int suit) const {
        return static_cast<int>(shape >> (16 * suit + 4 * seat) & 15);
    }
    int owner_of_top(int suit) const {
        return static_cast<int>(owners[static_cast<std::size_t>(suit)] >> 30);
    }
    /// Tricks that a side could take at most in the suits whose highest card it holds.
    int in_topped_suits(int seat, int except) const {
        int tricks = 0;
        for (int s = 0; s < 4; ++s) {
            if (s == except || ((owner_of_top(s) ^ seat) & 1) != 0) continue;
            const int own = length(seat, s), other = length(partner_of(seat), s);
            tricks += own > other ? own : other;
        }
        return tricks;
    }

    /// How many of the highest cards of a suit name the owners of all its cards: when the others
    /// are of one hand, the lengths tell so.
    unsigned telling(int suit) const {
        const auto n = static_cast<unsigned>(count(set(suit)));
        const std::uint64_t low =
            (std::uint64_t{owners[static_cast<std::size_t>(suit)]} << 32) >> (64 - 2 * n);
        const std::uint64_t changes = (low ^ low >> 2) | std::uint64_t{1} << (2 * n - 2);
        return n - 1 - (static_cast<unsigned>(std::countr_zero(changes)) >> 1);
    }
    /// How many of the highest cards of a suit a proof relies on, given its winners.
    unsigned depth(Cards winners, int suit, bool known_lengths) const {
        const unsigned low = holding(winners, suit);
        if (low == 0) return 0;
        const auto named = static_cast<unsigned>(count(set(suit) & ~((low & (0U - low)) - 1)));
        if (!known_lengths) return named;
        const unsigned enough = telling(suit);
        return named < enough ? named : enough;
    }
    /// The same winners without those that the lengths make superfluous.
    Cards needed(Cards winners) const {
        Cards kept = 0;
        for (int s = 0; s < 4; ++s) {
            if (holding(winners, s) != 0)
                kept |= nth_highest(set(s), depth(winners, s, true)) << (16 * s);
        }
        return kept;
    }
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
