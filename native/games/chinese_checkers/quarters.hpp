// The holes of the star in four words, so that all pegs are moved at once by turning words.
//
// A hole is (row, slant) from the middle; two of its neighbours are one row away at the same slant.
// A jump is two holes long along both, so it stays among the holes whose row and slant are even or
// odd as its own are: a *quarter* of the board, 37 holes at most. Within a quarter the hole (2r +
// p, 2s + q) has the spot 8 r + s + 32 modulo 64. No two holes of a quarter share a spot, and a
// jump, or the step into another quarter, adds the same number to every spot: it turns the word.
// What leaves the board comes back elsewhere and is masked out.
//
// Spots grow with the numbers of the holes, so sets are read in the same order as before.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace kiebitz::chinese_checkers {

inline constexpr int kQuarters = 4;
inline constexpr int kDirections = 6;

/// A set of holes by quarter and spot.
struct Quarters {
    std::array<std::uint64_t, kQuarters> of{};

    Quarters operator^(const Quarters& o) const {
        return {of[0] ^ o.of[0], of[1] ^ o.of[1], of[2] ^ o.of[2], of[3] ^ o.of[3]};
    }
    Quarters operator|(const Quarters& o) const {
        return {of[0] | o.of[0], of[1] | o.of[1], of[2] | o.of[2], of[3] | o.of[3]};
    }
    Quarters operator&(const Quarters& o) const {
        return {of[0] & o.of[0], of[1] & o.of[1], of[2] & o.of[2], of[3] & o.of[3]};
    }
    /// Word by word: most sets differ in the first.
    bool operator==(const Quarters& o) const {
        return of[0] == o.of[0] && of[1] == o.of[1] && of[2] == o.of[2] && of[3] == o.of[3];
    }
};

/// Where a hole is in Quarters.
struct Spot {
    std::uint64_t bit = 0;
    std::uint8_t quarter = 0;
    int spot() const { return std::countr_zero(bit); }
};

namespace quarters_detail {

/// Of each direction: rows and slants, in the order of Star::next.
inline constexpr std::array<std::array<int, 2>, kDirections> kRowAndSlant{
    {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}};
inline constexpr int kRowApart = 8;

constexpr int odd(int number) {
    return number & 1;
}
/// Half of a number, rounded down.
constexpr int half(int number) {
    return (number - odd(number)) / 2;
}

}  // namespace quarters_detail

constexpr Spot spot_of(int row, int slant) {
    using namespace quarters_detail;
    return {std::uint64_t{1} << ((kRowApart * half(row) + half(slant) + 32) & 63),
            static_cast<std::uint8_t>(2 * odd(row) + odd(slant))};
}
/// What a move in a direction does to the quarter and the spot of a peg.
struct Turns {
    std::array<std::array<std::uint8_t, kDirections>, kQuarters> next_quarter{};
    std::array<std::array<std::int8_t, kDirections>, kQuarters> step{};
    std::array<std::int8_t, kDirections> jump{};
};
inline constexpr Turns kTurns = [] {
    using namespace quarters_detail;
    Turns turns;
    for (int d = 0; d < kDirections; ++d) {
        const auto [row, slant] = kRowAndSlant[d];
        turns.jump[d] = static_cast<std::int8_t>(kRowApart * row + slant);
        for (int q = 0; q < kQuarters; ++q) {
            const int in_row = (q >> 1) + row;
            const int in_slant = (q & 1) + slant;
            turns.next_quarter[q][d] = static_cast<std::uint8_t>(2 * odd(in_row) + odd(in_slant));
            turns.step[q][d] = static_cast<std::int8_t>(kRowApart * half(in_row) + half(in_slant));
        }
    }
    return turns;
}();

/// Calls visit(d) for all six directions; `d` is a constant to the compiler.
template <class Visit>
constexpr void each_direction(Visit&& visit) {
    [&]<int... D>(std::integer_sequence<int, D...>) {
        (visit(std::integral_constant<int, D>{}), ...);
    }(std::make_integer_sequence<int, kDirections>{});
}
template <class Visit>
constexpr void each_quarter(Visit&& visit) {
    [&]<int... Q>(std::integer_sequence<int, Q...>) {
        (visit(std::integral_constant<int, Q>{}), ...);
    }(std::make_integer_sequence<int, kQuarters>{});
}

/// For one quarter and each direction: the spots from which one can go.
using Exits = std::array<std::uint64_t, kDirections>;

/// For every spot of a quarter, whether the neighbour in that direction is taken.
template <class Quarter, class Direction>
std::uint64_t near(const Quarters& occupied, Quarter q, Direction d) {
    return std::rotr(occupied.of[kTurns.next_quarter[q][d]], kTurns.step[q][d]);
}
template <class Direction>
std::uint64_t far(const Quarters& occupied, int q, Direction d) {
    return std::rotr(occupied.of[q], kTurns.jump[d]);
}

/// From where steps lead to an empty hole, by direction, and all these spots together; `onto` are
/// the spots from which they lead to a hole.
template <class Quarter>
std::uint64_t find_steps(const Quarters& occupied, Quarter q, const Exits& onto, Exits& steps) {
    std::uint64_t steppers = 0;
    each_direction([&](auto d) {
        steps[d] = onto[d] & ~near(occupied, q, d);
        steppers |= steps[d];
    });
    return steppers;
}
template <class Quarter>
std::uint64_t find_jumps(const Quarters& occupied, Quarter q, const Exits& onto, Exits& jumps) {
    std::uint64_t jumpers = 0;
    each_direction([&](auto d) {
        jumps[d] = onto[d] & near(occupied, q, d) & ~far(occupied, q, d);
        jumpers |= jumps[d];
    });
    return jumpers;
}

/// Where jumps from these spots end, one jump each.
inline std::uint64_t jump_once(std::uint64_t from, const Exits& jumps) {
    std::uint64_t ends = 0;
    each_direction([&](auto d) { ends |= std::rotl(from & jumps[d], kTurns.jump[d]); });
    return ends;
}

/// Where chains of jumps from these spots end; `jumpers` are the spots from which there is any
/// jump. A hole reached is never next to the first one along a jump, so that its being empty on the
/// way changes nothing.
inline std::uint64_t jump_on(std::uint64_t from, const Exits& jumps, std::uint64_t jumpers) {
    std::uint64_t ends = jump_once(from, jumps);
    for (std::uint64_t more = ends & jumpers; more != 0;) {
        const std::uint64_t found = jump_once(more, jumps) & ~ends;
        ends |= found;
        more = found & jumpers;
    }
    return ends;
}

}  // namespace kiebitz::chinese_checkers
