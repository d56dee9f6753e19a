// Chinese Checkers for 2, 3, 4 and 6 (thesis of Sturtevant, §3.1): pegs step to a neighbouring hole
// or jump, any number of times, over single pegs; the first to fill the opposite point wins.
//
// By default a peg may only stop in the middle, in its own point and in the point opposite: 81
// holes of the full board, 49 of the small one, as the thesis counts them. With `open_points` it
// may stop anywhere.
#pragma once

#include <array>
#include <cstdint>

#include "cards/random.hpp"
#include "games/chinese_checkers/star.hpp"
#include "games/game.hpp"

namespace kiebitz::chinese_checkers {

inline constexpr int kMaxSeats = 6;

struct Rules {
    std::uint8_t players = 3;
    std::uint8_t side = 4;  // 4: ten pegs, 3: six pegs
    bool open_points = false;
    std::uint16_t longest = 1000;  // moves of all players together; then nobody has won

    bool operator==(const Rules&) const = default;

    /// The point where the seat starts; it goes to the one opposite.
    int home(int seat) const {
        constexpr std::array<std::array<int, kMaxSeats>, 7> homes{
            {{}, {}, {0, 3}, {0, 2, 4}, {0, 1, 3, 4}, {}, {0, 1, 2, 3, 4, 5}}};
        return homes[players][seat];
    }
    int goal(int seat) const { return (home(seat) + 3) % kPoints; }
    const Star& star() const { return Star::of_side(side); }
};

class State {
  public:
    /// A move is 128 * from + to; kPass, when no peg can move, is 0.
    static constexpr Move kPass = 0;
    using Moves = FixedMoveList<1120>;
    struct Undo {};

    explicit State(const Rules& rules) : rules_(rules), star_(&rules.star()) {
        for (int s = 0; s < rules.players; ++s) {
            pegs_[s] = star_->point(rules.home(s));
            occupied_ = occupied_ | pegs_[s];
        }
    }
    /// For reading a position back; the text checks what it passes on.
    State(const Rules& rules, const std::array<Holes, kMaxSeats>& pegs, int turn, int moves_made)
        : rules_(rules),
          star_(&rules.star()),
          pegs_(pegs),
          moves_made_(static_cast<std::uint16_t>(moves_made)),
          turn_(static_cast<std::uint8_t>(turn)) {
        for (const Holes& each : pegs) occupied_ = occupied_ | each;
    }

    static State deal(const Rules& rules, Random&) { return State(rules); }

    const Rules& rules() const { return rules_; }
    const Star& star() const { return *star_; }
    const Holes& pegs(int seat) const { return pegs_[seat]; }
    const Holes& occupied() const { return occupied_; }
    int moves_made() const { return moves_made_; }
    bool has_won(int seat) const { return pegs_[seat] == star_->point(rules_.goal(seat)); }
    /// Where the seat's pegs may stop.
    Holes allowed(int seat) const {
        if (!rules_.open_points) {
            return star_->middle() | star_->point(rules_.home(seat)) |
                   star_->point(rules_.goal(seat));
        }
        Holes all = star_->middle();
        for (int p = 0; p < kPoints; ++p) all = all | star_->point(p);
        return all;
    }

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
        const Holes free = free_for(turn_);
        pegs_[turn_].each([&](int from) {
            Holes reached;
            each_target(from, free, reached, [&](int to) { moves.push(move_of(from, to)); });
        });
        if (moves.empty()) moves.push(kPass);
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
    Holes free_for(int seat) const {
        const Holes may = allowed(seat);
        return {may.low & ~occupied_.low, may.high & ~occupied_.high};
    }
    void shift(int seat, int from, int to) {
        pegs_[seat].flip(from);
        pegs_[seat].flip(to);
        occupied_.flip(from);
        occupied_.flip(to);
    }

    /// Steps first, then jumps in the order found; each hole once, never the start itself.
    template <class Visit>
    void each_target(int from, const Holes& free, Holes& reached, Visit&& visit) const {
        for (int d = 0; d < kDirections; ++d) {
            const int to = star_->next(from, d);
            if (to < 0 || !free.contains(to)) continue;
            reached.flip(to);
            visit(to);
        }
        // The peg has left its hole: it can neither be jumped nor landed on.
        std::array<std::uint8_t, kMaxHoles> queue;
        Holes landed;
        int head = 0;
        int tail = 0;
        queue[tail++] = static_cast<std::uint8_t>(from);
        while (head < tail) {
            const int at = queue[head++];
            for (int d = 0; d < kDirections; ++d) {
                const int over = star_->next(at, d);
                if (over < 0 || over == from || !occupied_.contains(over)) continue;
                const int to = star_->next(over, d);
                if (to < 0 || !free.contains(to) || landed.contains(to)) continue;
                landed.flip(to);
                queue[tail++] = static_cast<std::uint8_t>(to);
                if (!reached.contains(to)) visit(to);
            }
        }
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
