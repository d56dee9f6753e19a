// The star-shaped board of Chinese Checkers, for any side of its points: side 4 is the full board
// (121 holes, 10 pegs a point), side 3 the small one (73 holes, 6 pegs).
//
// Holes are numbered row by row from the top, left to right. Points are numbered clockwise from the
// top one; opposite points differ by three.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace kiebitz::chinese_checkers {

inline constexpr int kMaxHoles = 121;
inline constexpr int kPoints = 6;
inline constexpr int kDirections = 6;

/// A set of holes.
struct Holes {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const Holes&) const = default;
    bool contains(int hole) const {
        return ((hole < 64 ? low >> hole : high >> (hole - 64)) & 1) != 0;
    }
    void insert(int hole) {
        const std::uint64_t bit = std::uint64_t{1} << (hole & 63);
        low |= hole < 64 ? bit : 0;
        high |= hole < 64 ? 0 : bit;
    }
    void flip(int hole) { (hole < 64 ? low : high) ^= std::uint64_t{1} << (hole & 63); }
    Holes operator|(const Holes& o) const { return {low | o.low, high | o.high}; }
    Holes operator^(const Holes& o) const { return {low ^ o.low, high ^ o.high}; }
    Holes operator&(const Holes& o) const { return {low & o.low, high & o.high}; }
    int lowest() const { return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high); }
    /// So many holes from the first on, as the lowest bits of a word.
    std::uint64_t cut(int first, int width) const {
        const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
        if (first >= 64) return high >> (first - 64) & mask;
        // Shifted in two steps: by 64 at once is not defined.
        return (low >> first | high << 1 << (63 - first)) & mask;
    }
    /// The n-th hole of the set from the lowest number up, counted from 0.
    int nth(int n) const {
        const int in_low = std::popcount(low);
        std::uint64_t rest = n < in_low ? low : high;
        for (int skip = n < in_low ? n : n - in_low; skip > 0; --skip) rest &= rest - 1;
        return (n < in_low ? 0 : 64) + std::countr_zero(rest);
    }
    int size() const { return std::popcount(low) + std::popcount(high); }

    /// Calls visit(hole) from the lowest number up.
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::uint64_t rest = low; rest != 0; rest &= rest - 1) visit(std::countr_zero(rest));
        for (std::uint64_t rest = high; rest != 0; rest &= rest - 1) {
            visit(64 + std::countr_zero(rest));
        }
    }
};

/// Occupied holes row by row, so that a few shifts show what is around one. A *way* is the bit
/// where the neighbour in that direction shows up.
class Rows {
  public:
    /// The ways of the six directions, in the order of Star::next.
    static constexpr std::array<int, kDirections> kWays{5, 6, 1, 3, 8, 9};

    /// A hole's row and its place there, slanted so that two of its neighbours in the next rows are
    /// at the same place.
    struct Place {
        std::uint8_t row;
        std::uint8_t slant;
    };
    void set_row(int row, std::uint64_t pegs, int first_slant) {
        rows_[row + kMargin] = static_cast<std::uint32_t>(pegs << (first_slant + kMargin));
    }
    /// The ways whose next hole is occupied, and those whose next but one is.
    struct Around {
        unsigned near;
        unsigned far;
    };
    Around around(Place place) const {
        const std::uint32_t* at = rows_.data() + place.row;
        const unsigned up2 = at[0] >> place.slant;
        const unsigned up = at[1] >> place.slant;
        const unsigned same = at[2] >> place.slant;
        const unsigned down = at[3] >> place.slant;
        const unsigned down2 = at[4] >> place.slant;
        return {(same & 0b1010) | (up & 0b1100) << 3 | (down & 0b110) << 7,
                (same & 1) << 1 | (same & 16) >> 1 | (up2 & 4) << 3 | (up2 & 16) << 2 |
                    (down2 & 1) << 8 | (down2 & 4) << 7};
    }

  private:
    static constexpr int kMargin = 2;
    std::array<std::uint32_t, 17 + 2 * kMargin> rows_{};
};

class Star {
  public:
    /// The board of that side: 3 or 4.
    static const Star& of_side(int side) {
        static const Star small(3);
        static const Star full(4);
        assert(side == 3 || side == 4);
        return side == 3 ? small : full;
    }

    int side() const { return side_; }
    int holes() const { return holes_; }
    int rows() const { return 4 * side_ + 1; }
    int row_of(int hole) const { return row_[hole]; }
    /// Column in half holes, so that the six neighbours differ by (0, ±2) and (±1, ±1).
    int column_of(int hole) const { return column_[hole]; }
    int first_in_row(int row) const { return first_[row]; }
    int width_of(int row) const { return first_[row + 1] - first_[row]; }
    /// The next hole in that direction, or -1 beyond the edge.
    int next(int hole, int direction) const { return next_[hole][direction]; }
    /// Where pegs may stop: the middle and the two points of an axis (0 to 2), or anywhere.
    static constexpr int kAnywhere = 3;
    const Holes& realm(int axis) const { return realms_[axis]; }
    /// For every hole, which ways lead to a hole of the realm: a step, and a jump (see Rows).
    struct Ways {
        std::uint16_t steps;
        std::uint16_t jumps;
    };
    const std::array<Ways, kMaxHoles>& ways(int axis) const { return ways_[axis]; }
    Rows::Place place(int hole) const { return places_[hole]; }
    Rows rows_of(const Holes& occupied) const {
        Rows rows;
        for (int row = 0; row < 4 * side_ + 1; ++row) {
            const Strip& strip = strips_[row];
            rows.set_row(row, occupied.cut(strip.first, strip.width), strip.slant);
        }
        return rows;
    }
    int step_along(int hole, int way) const { return step_along_[hole][way]; }
    int jump_along(int hole, int way) const { return jump_along_[hole][way]; }
    const Holes& point(int number) const { return points_[number]; }
    const Holes& middle() const { return middle_; }
    /// Steps on an empty board.
    int distance(int from, int to) const { return distance_[from][to]; }
    int tip(int number) const { return tips_[number]; }

    int hole_at(int row, int column) const {
        if (row < 0 || row >= rows()) return -1;
        const int first = first_[row];
        const int offset = column - column_[first];
        if (offset < 0 || offset % 2 != 0 || offset / 2 >= width_of(row)) return -1;
        return first + offset / 2;
    }

  private:
    explicit Star(int side) : side_(side) {
        const int centre = 3 * side;
        first_.push_back(0);
        for (int row = 0; row < rows(); ++row) {
            const int up =
                row <= 2 * side ? row : 4 * side - row;  // the star is its own mirror image
            const int width = up < side ? up + 1 : 4 * side + 1 - up;
            for (int i = 0; i < width; ++i) {
                row_[holes_] = static_cast<std::uint8_t>(row);
                column_[holes_] = static_cast<std::uint8_t>(centre - (width - 1) + 2 * i);
                // Rows of the middle band end in parts of the left and right points.
                const int in_point = up < side ? 0 : 2 * side - up;
                int point = -1;
                if (up < side) point = row < side ? 0 : 3;
                if (up >= side && i < in_point) point = row < 2 * side ? 5 : 4;
                if (up >= side && i >= width - in_point) point = row < 2 * side ? 1 : 2;
                (point < 0 ? middle_ : points_[point]).flip(holes_);
                ++holes_;
            }
            first_.push_back(holes_);
        }
        constexpr std::array<std::array<int, 2>, kDirections> steps{
            {{-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}}};
        for (int hole = 0; hole < holes_; ++hole) {
            for (int d = 0; d < kDirections; ++d) {
                next_[hole][d] = static_cast<std::int8_t>(
                    hole_at(row_[hole] + steps[d][0], column_[hole] + steps[d][1]));
            }
            for (int to = 0; to < holes_; ++to) {
                const int down = std::abs(row_[hole] - row_[to]);
                const int across = std::abs(column_[hole] - column_[to]);
                distance_[hole][to] =
                    static_cast<std::uint8_t>(down + (across > down ? (across - down) / 2 : 0));
            }
        }
        for (int axis = 0; axis <= kAnywhere; ++axis) {
            realms_[axis] = middle_;
            for (int p = 0; p < kPoints; ++p) {
                if (axis == kAnywhere || p % 3 == axis) realms_[axis] = realms_[axis] | points_[p];
            }
            for (int hole = 0; hole < holes_; ++hole) {
                for (int d = 0; d < kDirections; ++d) {
                    const int way = Rows::kWays[d];
                    const int near = next_[hole][d];
                    const int far = near < 0 ? -1 : next_[near][d];
                    const auto bit = static_cast<std::uint16_t>(1U << way);
                    if (near >= 0) step_along_[hole][way] = static_cast<std::uint8_t>(near);
                    if (far >= 0) jump_along_[hole][way] = static_cast<std::uint8_t>(far);
                    if (near >= 0 && realms_[axis].contains(near)) ways_[axis][hole].steps |= bit;
                    if (far >= 0 && realms_[axis].contains(far)) ways_[axis][hole].jumps |= bit;
                }
            }
        }
        for (int hole = 0; hole < holes_; ++hole) {
            // The leftmost slant is that of the lower left corner.
            const int slant = (column_[hole] - row_[hole] + 4 * side_ - side_) / 2;
            places_[hole] = {row_[hole], static_cast<std::uint8_t>(slant)};
        }
        for (int row = 0; row < rows(); ++row) {
            strips_[row] = {static_cast<std::uint8_t>(first_[row]),
                            static_cast<std::uint8_t>(width_of(row)), places_[first_[row]].slant};
        }
        tips_ = {0,          first_[side + 1] - 1, first_[3 * side + 1] - 1,
                 holes_ - 1, first_[3 * side],     first_[side]};
    }

    int side_;
    int holes_ = 0;
    std::array<std::uint8_t, kMaxHoles> row_{};
    std::array<std::uint8_t, kMaxHoles> column_{};
    std::vector<int> first_;
    std::array<std::array<std::int8_t, kDirections>, kMaxHoles> next_{};
    std::array<Holes, kAnywhere + 1> realms_{};
    std::array<std::array<Ways, kMaxHoles>, kAnywhere + 1> ways_{};
    struct Strip {
        std::uint8_t first;
        std::uint8_t width;
        std::uint8_t slant;
    };
    std::array<Rows::Place, kMaxHoles> places_{};
    std::array<Strip, 17> strips_{};
    std::array<std::array<std::uint8_t, 16>, kMaxHoles> step_along_{};
    std::array<std::array<std::uint8_t, 16>, kMaxHoles> jump_along_{};
    std::array<std::array<std::uint8_t, kMaxHoles>, kMaxHoles> distance_{};
    std::array<Holes, kPoints> points_{};
    Holes middle_;
    std::array<int, kPoints> tips_{};
};

}  // namespace kiebitz::chinese_checkers
