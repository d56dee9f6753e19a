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

#include "games/chinese_checkers/quarters.hpp"

namespace kiebitz::chinese_checkers {

inline constexpr int kMaxHoles = 121;
inline constexpr int kPoints = 6;

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
    const std::array<std::int8_t, kDirections>& neighbours(int hole) const { return next_[hole]; }
    /// Where pegs may stop: the middle and the two points of an axis (0 to 2), or anywhere.
    static constexpr int kAnywhere = 3;
    const Holes& realm(int axis) const { return realms_[axis]; }
    const Quarters& realm_quarters(int axis) const { return realm_quarters_[axis]; }
    /// From where steps and jumps lead to a hole of the realm.
    const std::array<Exits, kQuarters>& steps_onto(int axis) const { return steps_onto_[axis]; }
    const std::array<Exits, kQuarters>& jumps_onto(int axis) const { return jumps_onto_[axis]; }
    const Spot& spot(int hole) const { return spots_[hole]; }
    /// The set of one hole.
    const Quarters& alone(int hole) const { return alone_[hole]; }
    /// One direction from one hole: a step, or a jump where the next hole is taken. A hole that
    /// does not exist, or where a peg may not stop after a jump, counts as always taken.
    struct Way {
        Spot near{1, kAlwaysTaken};
        Spot far{1, kAlwaysTaken};
        std::uint8_t step_to = 0;
        std::uint8_t jump_to = 0;
        bool may_step = false;
    };
    static constexpr std::uint8_t kAlwaysTaken = kQuarters;
    const Way& way(int axis, int from, std::uint32_t direction) const {
        return single_ways_[axis][from][direction];
    }
    int hole_at_spot(int quarter, int spot) const { return holes_at_[quarter][spot]; }
    Quarters quarters_of(const Holes& holes) const {
        Quarters quarters;
        holes.each([&](int hole) { quarters.of[spots_[hole].quarter] |= spots_[hole].bit; });
        return quarters;
    }
    Holes holes_of(const Quarters& quarters) const {
        Holes holes;
        for (int q = 0; q < kQuarters; ++q) {
            for (std::uint64_t rest = quarters.of[q]; rest != 0; rest &= rest - 1) {
                holes = holes | single_[holes_at_[q][std::countr_zero(rest)]];
            }
        }
        return holes;
    }
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
            const int row = row_[hole] - 2 * side;
            spots_[hole] = spot_of(row, (column_[hole] - centre - row) / 2);
            holes_at_[spots_[hole].quarter][spots_[hole].spot()] = static_cast<std::uint8_t>(hole);
            single_[hole].flip(hole);
            alone_[hole].of[spots_[hole].quarter] = spots_[hole].bit;
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
            realm_quarters_[axis] = quarters_of(realms_[axis]);
            for (int hole = 0; hole < holes_; ++hole) {
                const Spot at = spots_[hole];
                for (int d = 0; d < kDirections; ++d) {
                    const int near = next_[hole][d];
                    const int far = near < 0 ? -1 : next_[near][d];
                    Way& way = single_ways_[axis][hole][d];
                    if (near >= 0) {
                        way.near = spots_[near];
                        way.step_to = static_cast<std::uint8_t>(near);
                    }
                    if (near >= 0 && realms_[axis].contains(near)) {
                        way.may_step = true;
                        steps_onto_[axis][at.quarter][d] |= at.bit;
                    }
                    if (far >= 0 && realms_[axis].contains(far)) {
                        way.far = spots_[far];
                        way.jump_to = static_cast<std::uint8_t>(far);
                        jumps_onto_[axis][at.quarter][d] |= at.bit;
                    }
                }
            }
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
    std::array<Quarters, kAnywhere + 1> realm_quarters_{};
    std::array<std::array<Exits, kQuarters>, kAnywhere + 1> steps_onto_{};
    std::array<std::array<Exits, kQuarters>, kAnywhere + 1> jumps_onto_{};
    std::array<std::array<std::array<Way, kDirections>, kMaxHoles>, kAnywhere + 1> single_ways_{};
    std::array<Spot, kMaxHoles> spots_{};
    std::array<std::array<std::uint8_t, 64>, kQuarters> holes_at_{};
    std::array<Holes, kMaxHoles> single_{};
    std::array<Quarters, kMaxHoles> alone_{};
    std::array<std::array<std::uint8_t, kMaxHoles>, kMaxHoles> distance_{};
    std::array<Holes, kPoints> points_{};
    Holes middle_;
    std::array<int, kPoints> tips_{};
};

}  // namespace kiebitz::chinese_checkers
