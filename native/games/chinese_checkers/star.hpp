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
    void flip(int hole) { (hole < 64 ? low : high) ^= std::uint64_t{1} << (hole & 63); }
    Holes operator|(const Holes& o) const { return {low | o.low, high | o.high}; }
    Holes operator&(const Holes& o) const { return {low & o.low, high & o.high}; }
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
                row_[holes_] = row;
                column_[holes_] = centre - (width - 1) + 2 * i;
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
        tips_ = {0,          first_[side + 1] - 1, first_[3 * side + 1] - 1,
                 holes_ - 1, first_[3 * side],     first_[side]};
    }

    int side_;
    int holes_ = 0;
    std::array<int, kMaxHoles> row_{};
    std::array<int, kMaxHoles> column_{};
    std::vector<int> first_;
    std::array<std::array<std::int8_t, kDirections>, kMaxHoles> next_{};
    std::array<std::array<std::uint8_t, kMaxHoles>, kMaxHoles> distance_{};
    std::array<Holes, kPoints> points_{};
    Holes middle_;
    std::array<int, kPoints> tips_{};
};

}  // namespace kiebitz::chinese_checkers
