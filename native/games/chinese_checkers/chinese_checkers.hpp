// Chinese Checkers for 2, 3, 4 and 6 (thesis of Sturtevant, §3.1): pegs step to a neighbouring hole
// or jump, any number of times, over single pegs; the first to fill the opposite point wins.
//
// By default a peg may only stop in the middle, in its own point and in the point opposite: 81
// holes of the full board, 49 of the small one, as the thesis counts them. With `open_points` it
// may stop anywhere.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "cards/random.hpp"
#include "games/chinese_checkers/star.hpp"
#include "games/game.hpp"

namespace kiebitz::chinese_checkers {

inline constexpr int kMaxSeats = 6;
inline constexpr int kMaxPegs = 10;

inline constexpr std::array<std::array<std::uint8_t, kMaxSeats>, 7> kHomes{
    {{}, {}, {0, 3}, {0, 2, 4}, {0, 1, 3, 4}, {}, {0, 1, 2, 3, 4, 5}}};

struct Rules {
    std::uint8_t players = 3;
    std::uint8_t side = 4;  // 4: ten pegs, 3: six pegs
    bool open_points = false;
    std::uint16_t longest = 1000;  // moves of all players together; then nobody has won

    bool operator==(const Rules&) const = default;

    /// The point where the seat starts; it goes to the one opposite.
    int home(int seat) const { return kHomes[players][seat]; }
    int goal(int seat) const { return home(seat) < 3 ? home(seat) + 3 : home(seat) - 3; }
    const Star& star() const { return Star::of_side(side); }
};

class State {
  public:
    /// A move is 128 * from + to; kPass, when no peg can move, is 0.
    static constexpr Move kPass = 0;
    using Moves = FixedMoveList<1120>;
    struct Undo {};

    explicit State(const Rules& rules) : rules_(rules), star_(&rules.star()) {
        for (int s = 0; s < rules.players; ++s) pegs_[s] = star_->point(rules.home(s));
        take_stock();
    }
    /// For reading a position back; the text checks what it passes on.
    State(const Rules& rules, const std::array<Holes, kMaxSeats>& pegs, int turn, int moves_made)
        : rules_(rules),
          star_(&rules.star()),
          pegs_(pegs),
          moves_made_(static_cast<std::uint16_t>(moves_made)),
          turn_(static_cast<std::uint8_t>(turn)) {
        take_stock();
    }

    static State deal(const Rules& rules, Random&) { return State(rules); }

    const Rules& rules() const { return rules_; }
    const Star& star() const { return *star_; }
    const Holes& pegs(int seat) const { return pegs_[seat]; }
    int moves_made() const { return moves_made_; }
    bool has_won(int seat) const { return pegs_[seat] == star_->point(rules_.goal(seat)); }
    /// Where the seat's pegs may stop.
    const Holes& allowed(int seat) const { return star_->realm(axis(seat)); }

    static int from_of(Move move) { return static_cast<int>(move >> 7); }
    static int to_of(Move move) { return static_cast<int>(move & 127); }
    static Move move_of(int from, int to) { return static_cast<Move>(from << 7 | to); }

    int players() const { return rules_.players; }
    int to_move() const { return turn_; }
    bool is_over() const {
        // Only the seat that moved last can have won.
        return moves_made_ >= rules_.longest || (moves_made_ > 0 && has_won(previous()));
    }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        const Board board = this->board();
        JumpIslands islands;
        pegs_[turn_].each([&](int from) {
            const Exits exits = exits_of(from, board);
            for (unsigned steps = exits.steps; steps != 0; steps &= steps - 1) {
                moves.push(move_of(from, star_->step_along(from, std::countr_zero(steps))));
            }
            if (exits.jumps == 0) return;
            landings(from, exits.jumps, board, islands).each([&](int to) {
                moves.push(move_of(from, to));
            });
        });
        if (moves.empty()) moves.push(kPass);
    }

    /// Any legal move, all equally likely, without a list of them.
    Move random_move(Random& random) const {
        const Board board = this->board();
        std::array<std::uint8_t, kMaxPegs> from;
        std::array<unsigned, kMaxPegs> steps;
        std::array<Holes, kMaxPegs> jumps;
        std::array<unsigned, kMaxPegs> up_to;  // moves of this peg and those before it
        JumpIslands islands;
        int pegs = 0;
        unsigned total = 0;
        pegs_[turn_].each([&](int hole) {
            const Exits exits = exits_of(hole, board);
            from[pegs] = static_cast<std::uint8_t>(hole);
            steps[pegs] = exits.steps;
            jumps[pegs] = {};
            if (exits.jumps != 0) jumps[pegs] = landings(hole, exits.jumps, board, islands);
            total += static_cast<unsigned>(std::popcount(exits.steps) + jumps[pegs].size());
            up_to[pegs++] = total;
        });
        if (total == 0) return kPass;
        const unsigned chosen = random.below(total);
        int peg = 0;
        for (int i = 0; i + 1 < pegs; ++i) peg += up_to[i] <= chosen ? 1 : 0;
        unsigned index = chosen - (peg == 0 ? 0U : up_to[peg - 1]);
        const auto with_steps = static_cast<unsigned>(std::popcount(steps[peg]));
        if (index >= with_steps) {
            return move_of(from[peg], jumps[peg].nth(static_cast<int>(index - with_steps)));
        }
        unsigned rest = steps[peg];
        for (; index > 0; --index) rest &= rest - 1;
        return move_of(from[peg], star_->step_along(from[peg], std::countr_zero(rest)));
    }

    Undo apply(Move move) {
        if (move != kPass) shift(turn_, from_of(move), to_of(move));
        turn_ = static_cast<std::uint8_t>(turn_ + 1 == rules_.players ? 0 : turn_ + 1);
        ++moves_made_;
        return {};
    }
    void undo(Move move, Undo) {
        --moves_made_;
        turn_ = static_cast<std::uint8_t>(previous());
        if (move != kPass) shift(turn_, to_of(move), from_of(move));
    }

    Score score(int seat) const { return moves_made_ > 0 && has_won(seat) ? 1 : 0; }

    /// For the history heuristic: who moves from where to where.
    std::size_t history_slot(Move move) const { return move + turn_ * 10007U; }

    /// The number of moves made is left out: it matters only at the very end of a long game.
    std::uint64_t hash() const {
        std::uint64_t key = mix64(turn_);
        for (int s = 0; s < rules_.players; ++s) {
            key = mix64(key ^ pegs_[s].low);
            key = mix64(key ^ pegs_[s].high);
        }
        return key;
    }
    bool operator==(const State& o) const {
        return rules_ == o.rules_ && pegs_ == o.pegs_ && turn_ == o.turn_ &&
               moves_made_ == o.moves_made_;
    }

  private:
    int previous() const { return turn_ == 0 ? rules_.players - 1 : turn_ - 1; }
    int axis(int seat) const {
        return rules_.open_points ? Star::kAnywhere : rules_.home(seat) % 3;
    }

    void take_stock() {
        for (const Holes& each : pegs_) occupied_ = occupied_ | each;
    }
    void shift(int seat, int from, int to) {
        Holes change;
        change.insert(from);
        change.insert(to);
        pegs_[seat] = pegs_[seat] ^ change;
        occupied_ = occupied_ ^ change;
    }

    /// The ways of a peg out of its hole.
    struct Exits {
        unsigned steps;
        unsigned jumps;
    };
    using Ways = std::array<Star::Ways, kMaxHoles>;
    /// What the moves of one position are made from.
    struct Board {
        const Ways* ways;
        Rows rows;
    };
    Board board() const { return {&star_->ways(axis(turn_)), star_->rows_of(occupied_)}; }
    Exits exits_of(int hole, const Board& board) const {
        const auto around = board.rows.around(star_->place(hole));
        const Ways& ways = *board.ways;
        return {ways[hole].steps & ~around.near, ways[hole].jumps & around.near & ~around.far};
    }

    // A peg has at most six jumps, and each leads to an island.
    static constexpr int kMostIslands = kDirections * kMaxPegs;
    /// Sets of empty holes between which jumps lead back and forth; each is found once for all
    /// pegs.
    struct JumpIslands {
        Holes found;
        int count = 0;
        std::array<std::uint8_t, kMaxHoles> number;  // of the island of each hole in `found`
        std::array<Holes, kMostIslands> island;
    };
    /// Where the jumps of a peg end. Holes reached are an even number of holes away along both
    /// axes: no step leads there, and the peg's own hole is never between two of them, so that its
    /// being empty on the way changes nothing and pegs can share what was found.
    Holes landings(int from, unsigned jumps, const Board& board, JumpIslands& islands) const {
        Holes reached;
        for (; jumps != 0; jumps &= jumps - 1) {
            const int to = star_->jump_along(from, std::countr_zero(jumps));
            if (!islands.found.contains(to)) explore(to, board, islands);
            reached = reached | islands.island[islands.number[to]];
        }
        return reached;
    }
    void explore(int start, const Board& board, JumpIslands& islands) const {
        Holes island;
        Holes open;
        island.insert(start);
        open.insert(start);
        while (open.low != 0 || open.high != 0) {
            const int at = open.lowest();
            open.flip(at);
            for (unsigned jumps = exits_of(at, board).jumps; jumps != 0; jumps &= jumps - 1) {
                const int to = star_->jump_along(at, std::countr_zero(jumps));
                if (island.contains(to)) continue;
                island.insert(to);
                open.insert(to);
            }
        }
        const int number = islands.count++;
        islands.island[number] = island;
        island.each([&](int hole) { islands.number[hole] = static_cast<std::uint8_t>(number); });
        islands.found = islands.found | island;
    }

    Rules rules_;
    const Star* star_;
    std::array<Holes, kMaxSeats> pegs_{};
    Holes occupied_;
    std::uint16_t moves_made_ = 0;
    std::uint8_t turn_ = 0;
};

static_assert(Game<State>);

}  // namespace kiebitz::chinese_checkers
