// Abalone for two to six (thesis of Sturtevant, §3.2): move one, two or three marbles in a row
// by one place; more marbles in line push fewer of the others; six pushed off the board win.
//
// Cells are A1 to I9 as usual: row A (five cells) at the bottom, row E (nine) in the middle. With
// three players each has eleven marbles on every other edge; with four to six each has eight in a
// corner. The thesis names these numbers of players but not their positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::abalone {

inline constexpr int kMaxSeats = 6;
inline constexpr int kCells = 61;
inline constexpr int kRows = 9;
inline constexpr int kDirections = 6;
inline constexpr int kToWin = 6;

using Marbles = std::uint64_t;

/// The hexagon: cells numbered from A1 on, row by row.
class Hexagon {
  public:
    static const Hexagon& instance() {
        static const Hexagon hexagon;
        return hexagon;
    }
    /// Row 0 is A; column is the number in the cell's name. -1 outside the board.
    int cell_at(int row, int column) const {
        if (row < 0 || row >= kRows || column < first(row) || column > last(row)) return -1;
        return start_[row] + column - first(row);
    }
    int row_of(int cell) const { return row_[cell]; }
    int column_of(int cell) const { return column_[cell]; }
    /// The next cell in that direction, or -1 off the board; opposite directions differ by three.
    int next(int cell, int direction) const { return next_[cell][direction]; }
    /// Steps to the middle, 0 to 4.
    int from_centre(int cell) const { return from_centre_[cell]; }
    /// Steps from one cell to the other.
    int distance(int from, int to) const {
        const int up = row_[to] - row_[from];
        const int right = column_[to] - column_[from];
        return std::max({std::abs(up), std::abs(right), std::abs(up - right)});
    }
    /// The corners in the order of the seats around the board.
    int corner(int number) const {
        constexpr std::array<std::array<int, 2>, 6> corners{
            {{0, 1}, {0, 5}, {4, 9}, {8, 9}, {8, 5}, {4, 1}}};
        return cell_at(corners[number][0], corners[number][1]);
    }
    static constexpr int first(int row) { return row > 4 ? row - 3 : 1; }
    static constexpr int last(int row) { return row < 4 ? row + 5 : 9; }

  private:
    Hexagon() {
        int cell = 0;
        for (int row = 0; row < kRows; ++row) {
            start_[row] = cell;
            for (int column = first(row); column <= last(row); ++column, ++cell) {
                row_[cell] = row;
                column_[cell] = column;
            }
        }
        constexpr std::array<std::array<int, 2>, kDirections> steps{
            {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}};
        for (int c = 0; c < kCells; ++c) {
            for (int d = 0; d < kDirections; ++d) {
                next_[c][d] = static_cast<std::int8_t>(
                    cell_at(row_[c] + steps[d][0], column_[c] + steps[d][1]));
            }
        }
        for (int c = 0; c < kCells; ++c) from_centre_[c] = distance(c, cell_at(4, 5));
    }
    std::array<int, kRows> start_{};
    std::array<int, kCells> row_{};
    std::array<int, kCells> column_{};
    std::array<std::array<std::int8_t, kDirections>, kCells> next_{};
    std::array<int, kCells> from_centre_{};
};

struct Rules {
    std::uint8_t players = 2;
    std::uint16_t longest = 1000;  // moves of all players together; then nobody has won

    bool operator==(const Rules&) const = default;
};

class State {
  public:
    /// A move is cell | axis << 6 | (length - 1) << 8 | direction << 10: the marbles from `cell` on
    /// along the axis direction (0 to 2), all going one place in `direction`.
    using Moves = FixedMoveList<320>;
    static constexpr Move kPass = 1U << 16;
    struct Undo {
        std::array<Marbles, kMaxSeats> marbles;
        std::uint8_t pushed;  // marbles pushed off by this move
    };

    /// How many marbles a seat begins with.
    static constexpr int marbles_of(int players) {
        return players == 2 ? 14 : players == 3 ? 11 : 8;
    }

    explicit State(const Rules& rules) : rules_(rules) {
        const Hexagon& board = Hexagon::instance();
        for (int cell = 0; cell < kCells; ++cell) {
            const int row = board.row_of(cell);
            const int column = board.column_of(cell);
            if (rules.players == 2) {
                if (row <= 1 || (row == 2 && column >= 3 && column <= 5)) put(0, cell);
                if (row >= 7 || (row == 6 && column >= 5 && column <= 7)) put(1, cell);
            } else if (rules.players > 3) {
                for (int s = 0; s < rules.players; ++s) put_if_in_corner(s, cell);
            } else {
                // The two outer lines of every other edge: bottom, upper left, upper right.
                if (row <= 1) put(0, cell);
                if (row - column >= 2) put(1, cell);
                if (column >= 8) put(2, cell);
            }
        }
    }
    /// For reading a position back; the text checks what it passes on.
    State(const Rules& rules, const std::array<Marbles, kMaxSeats>& marbles,
          const std::array<std::uint8_t, kMaxSeats>& pushed, int turn, int moves_made)
        : rules_(rules),
          marbles_(marbles),
          pushed_(pushed),
          moves_made_(static_cast<std::uint16_t>(moves_made)),
          turn_(static_cast<std::uint8_t>(turn)) {}

    static State deal(const Rules& rules, Random&) { return State(rules); }

    const Rules& rules() const { return rules_; }
    Marbles marbles(int seat) const { return marbles_[seat]; }
    Marbles all_marbles() const {
        Marbles all = 0;
        for (const Marbles marbles : marbles_) all |= marbles;
        return all;
    }
    int pushed(int seat) const { return pushed_[seat]; }
    int moves_made() const { return moves_made_; }

    static int cell_of(Move move) { return static_cast<int>(move & 63); }
    static int axis_of(Move move) { return static_cast<int>(move >> 6 & 3); }
    static int length_of(Move move) { return static_cast<int>(move >> 8 & 3) + 1; }
    static int direction_of(Move move) { return static_cast<int>(move >> 10 & 7); }
    static Move move_of(int cell, int axis, int length, int direction) {
        return static_cast<Move>(cell | axis << 6 | (length - 1) << 8 | direction << 10);
    }

    int players() const { return rules_.players; }
    int to_move() const { return turn_; }
    bool is_over() const {
        return moves_made_ >= rules_.longest ||
               std::ranges::any_of(pushed_, [](int pushed) { return pushed >= kToWin; });
    }

    void legal_moves(Moves& moves) const;
    Undo apply(Move move);
    void undo(Move, const Undo& undo) {
        turn_ = static_cast<std::uint8_t>(turn_ == 0 ? rules_.players - 1 : turn_ - 1);
        --moves_made_;
        marbles_ = undo.marbles;
        pushed_[turn_] = static_cast<std::uint8_t>(pushed_[turn_] - undo.pushed);
    }

    Score score(int seat) const { return pushed_[seat]; }

    /// For the history heuristic: who moves which row where.
    std::size_t history_slot(Move move) const { return (move & 8191) + turn_ * 8192U; }

    std::uint64_t hash() const {
        std::uint64_t key = mix64(turn_);
        for (int s = 0; s < rules_.players; ++s) {
            key = mix64(key ^ marbles_[s] ^ std::uint64_t{pushed_[s]} << 61);
        }
        return key;
    }
    bool operator==(const State&) const = default;

  private:
    void put(int seat, int cell) { marbles_[seat] |= Marbles{1} << cell; }
    /// Four sit in opposite pairs. A corner is what is two steps from it, without the cell that it
    /// would share with the corner before.
    void put_if_in_corner(int seat, int cell) {
        const Hexagon& board = Hexagon::instance();
        const int corner = rules_.players == 4 && seat >= 2 ? seat + 1 : seat;
        const int before = (corner + 5) % 6;
        if (board.distance(cell, board.corner(corner)) <= 2 &&
            board.distance(cell, board.corner(before)) > 2) {
            put(seat, cell);
        }
    }
    bool holds(Marbles marbles, int cell) const { return (marbles >> cell & 1) != 0; }
    bool can_go_in_line(int front, int length, int direction) const;

    Rules rules_;
    std::array<Marbles, kMaxSeats> marbles_{};
    std::array<std::uint8_t, kMaxSeats> pushed_{};
    std::uint16_t moves_made_ = 0;
    std::uint8_t turn_ = 0;
};

/// Whether `length` own marbles ending in `front` may go on: into an empty cell, or pushing fewer
/// marbles of the others into an empty cell or off the board.
inline bool State::can_go_in_line(int front, int length, int direction) const {
    const Hexagon& board = Hexagon::instance();
    const Marbles own = marbles_[turn_];
    const Marbles all = all_marbles();
    int cell = board.next(front, direction);
    if (cell < 0) return false;
    int pushing = 0;
    while (cell >= 0 && holds(all, cell)) {
        if (holds(own, cell) || ++pushing >= length) return false;
        cell = board.next(cell, direction);
    }
    return true;
}

inline void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (is_over()) return;
    const Hexagon& board = Hexagon::instance();
    const Marbles own = marbles_[turn_];
    const Marbles all = all_marbles();
    for (Marbles rest = own; rest != 0; rest &= rest - 1) {
        const int cell = std::countr_zero(rest);
        for (int direction = 0; direction < kDirections; ++direction) {
            const int to = board.next(cell, direction);
            if (to >= 0 && !holds(all, to)) moves.push(move_of(cell, 0, 1, direction));
        }
        for (int axis = 0; axis < 3; ++axis) {
            // Free[d]: every marble of the row so far has an empty neighbour in direction d.
            std::uint32_t free = 0;
            for (int d = 0; d < kDirections; ++d) {
                const int to = board.next(cell, d);
                if (to >= 0 && !holds(all, to)) free |= 1U << d;
            }
            int front = cell;
            for (int length = 2; length <= 3; ++length) {
                front = board.next(front, axis);
                if (front < 0 || !holds(own, front)) break;
                for (int d = 0; d < kDirections; ++d) {
                    const int to = board.next(front, d);
                    if (to < 0 || holds(all, to)) free &= ~(1U << d);
                }
                for (int d = 0; d < kDirections; ++d) {
                    const bool legal = d == axis       ? can_go_in_line(front, length, d)
                                       : d == axis + 3 ? can_go_in_line(cell, length, d)
                                                       : (free >> d & 1) != 0;
                    if (legal) moves.push(move_of(cell, axis, length, d));
                }
            }
        }
    }
    if (moves.empty()) moves.push(kPass);
}

inline State::Undo State::apply(Move move) {
    Undo undo{marbles_, 0};
    if (move != kPass) {
        const Hexagon& board = Hexagon::instance();
        const int direction = direction_of(move);
        const int axis = axis_of(move);
        Marbles& own = marbles_[turn_];
        Marbles from = 0;
        Marbles to = 0;
        int cell = cell_of(move);
        int front = cell;  // the foremost marble of a move in line
        for (int i = 0; i < length_of(move); ++i) {
            if (i > 0) cell = board.next(cell, axis);
            from |= Marbles{1} << cell;
            to |= Marbles{1} << board.next(cell, direction);
        }
        if (direction == axis) front = cell;
        // Push what stands in the way, the far end first.
        int last = board.next(front, direction);
        int pushing = 0;
        if (length_of(move) > 1 && (direction == axis || direction == axis + 3)) {
            while (last >= 0 && holds(all_marbles(), last)) {
                last = board.next(last, direction);
                ++pushing;
            }
        }
        for (; pushing > 0; --pushing) {
            const int back = last >= 0 ? board.next(last, (direction + 3) % kDirections) : -1;
            int source = back;
            if (last < 0) {
                source = front;
                for (int i = 0; i < pushing; ++i) source = board.next(source, direction);
                undo.pushed = 1;
            }
            for (int s = 0; s < rules_.players; ++s) {
                if (!holds(marbles_[s], source)) continue;
                marbles_[s] &= ~(Marbles{1} << source);
                if (last >= 0) marbles_[s] |= Marbles{1} << last;
            }
            last = source;
        }
        own = (own & ~from) | to;
        pushed_[turn_] = static_cast<std::uint8_t>(pushed_[turn_] + undo.pushed);
    }
    turn_ = static_cast<std::uint8_t>(turn_ + 1 == rules_.players ? 0 : turn_ + 1);
    ++moves_made_;
    return undo;
}

static_assert(Game<State>);

}  // namespace kiebitz::abalone
