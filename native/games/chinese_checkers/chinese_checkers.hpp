// Chinese Checkers for 2, 3, 4 and 6 (thesis of Sturtevant, §3.1): pegs step to a neighbouring hole
// or jump, any number of times, over single pegs; the first to fill the opposite point wins.
//
// By default a peg may only stop in the middle, in its own point and in the point opposite: 81
// holes of the full board, 49 of the small one, as the thesis counts them. The other points are
// closed to it altogether: a chain of jumps may not even touch them on its way. With `through`
// a chain may pass through them, if it does not end there; with `open_points` a peg may stop
// anywhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "cards/card_set.hpp"
#include "cards/random.hpp"
#include "games/chinese_checkers/star.hpp"
#include "games/game.hpp"

namespace kiebitz::chinese_checkers {

inline constexpr int kMaxSeats = 6;
inline constexpr int kMaxPegs = 10;

inline constexpr std::array<std::array<std::uint8_t, kMaxSeats>, 7> kHomes{
    {{}, {}, {0, 3}, {0, 2, 4}, {0, 1, 3, 4}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4, 5}}};

struct Rules {
    std::uint8_t players = 3;
    std::uint8_t side = 4;  // 4: ten pegs, 3: six pegs
    bool open_points = false;
    bool through = false;  // without open points: jumps may pass through the points of others
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
    /// Where the mover's pegs stood: to put them back is cheaper than to turn the move around. The
    /// quarters are single words, which compilers keep in registers as they do not keep an array.
    struct Undo {
        std::uint64_t first;
        std::uint64_t second;
        std::uint64_t third;
        std::uint64_t fourth;
        std::int32_t turn;
    };

    explicit State(const Rules& rules) : rules_(rules), star_(&rules.star()) {
        for (int s = 0; s < rules.players; ++s) set_up(s, star_->point(rules.home(s)));
    }
    /// For reading a position back; the text checks what it passes on.
    State(const Rules& rules, const std::array<Holes, kMaxSeats>& pegs, int turn, int moves_made)
        : rules_(rules), star_(&rules.star()), moves_made_(moves_made), turn_(turn) {
        for (int s = 0; s < rules.players; ++s) set_up(s, pegs[s]);
    }

    static State deal(const Rules& rules, Random&) { return State(rules); }

    const Rules& rules() const { return rules_; }
    const Star& star() const { return *star_; }
    Holes pegs(int seat) const { return star_->holes_of(pegs_[seat]); }
    const Quarters& quarters(int seat) const { return pegs_[seat]; }
    int moves_made() const { return moves_made_; }
    bool has_won(int seat) const { return pegs_[seat] == goals_[seat]; }
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
        const Ways ways = this->ways();
        const Quarters& stops = this->stops();
        const Quarters movers = pegs_[turn_] & (ways.steppers | ways.jumpers);
        Move* end = moves.begin();
        star_->holes_of(movers).each([&](int from) {
            const Spot at = star_->spot(from);
            if ((ways.steppers.of[at.quarter] & at.bit) != 0) {
                const Exits& steps = ways.steps[at.quarter];
                const auto& leads_to = star_->neighbours(from);
                const int spot = at.spot();
                for (const int d : kStepOrder) {
                    // Written first and kept or not: no branch that cannot be predicted.
                    *end = move_of(from, 0) + leads_to[d];
                    end += steps[d] >> spot & 1;
                }
            }
            if ((ways.jumpers.of[at.quarter] & at.bit) == 0) return;
            std::uint64_t ends =
                jump_on(at.bit, ways.jumps[at.quarter], ways.jumpers.of[at.quarter]) &
                stops.of[at.quarter];
            for (; ends != 0; ends &= ends - 1) {
                *end++ = move_of(from, star_->hole_at_spot(at.quarter, std::countr_zero(ends)));
            }
        });
        if (end == moves.begin()) *end++ = kPass;
        moves.end_at(end);
    }

    /// Any legal move, all equally likely, without a list of them: one of more than there are, and
    /// another if that is no move.
    Move random_move(Random& random) const {
        const Quarters& own = pegs_[turn_];
        const Quarters occupied = this->occupied();
        const auto& onto = star_->jumps_onto(jump_axis());
        const Quarters& stops = this->stops();
        // Six steps for every peg, and chains for those that can jump, to each hole of their
        // quarter where a jump can end.
        std::array<Exits, kQuarters> jumps;
        std::array<std::uint64_t, kQuarters> jumpers;
        std::array<std::uint32_t, kQuarters> ends;
        std::array<std::uint32_t, kQuarters> chains;
        std::array<std::uint32_t, kQuarters> steps;
        std::uint32_t all_chains = 0;
        std::uint32_t all_steps = 0;
        each_quarter([&](auto q) {
            jumpers[q] = find_jumps(occupied, q, onto[q], jumps[q]);
            const std::uint64_t sources = own.of[q] | ~occupied.of[q];
            ends[q] = static_cast<std::uint32_t>(
                std::popcount(jump_once(sources, jumps[q]) & stops.of[q]));
            chains[q] = ends[q] * static_cast<std::uint32_t>(std::popcount(own.of[q] & jumpers[q]));
            all_chains += chains[q];
            steps[q] = kDirections * static_cast<std::uint32_t>(std::popcount(own.of[q]));
            all_steps += steps[q];
        });
        // So many in vain are rare unless there is no move at all.
        for (int tries = 0; tries < 40; ++tries) {
            std::uint32_t chosen = random.below(all_steps + all_chains);
            int q = 0;
            if (chosen < all_steps) {
                for (; chosen >= steps[q]; ++q) chosen -= steps[q];
                const int from = hole_of(q, nth_bit(own.of[q], chosen / kDirections));
                const int to = star_->next(from, static_cast<int>(chosen % kDirections));
                if (to >= 0 && may_enter(to, occupied)) return move_of(from, to);
            } else {
                chosen -= all_steps;
                for (; chosen >= chains[q]; ++q) chosen -= chains[q];
                const std::uint64_t from = nth_bit(own.of[q] & jumpers[q], chosen / ends[q]);
                const std::uint64_t to = jump_on(from, jumps[q], jumpers[q]) & stops.of[q];
                const auto place = static_cast<int>(chosen % ends[q]);
                if (place < std::popcount(to)) {
                    return move_of(hole_of(q, from), hole_of(q, nth_bit(to, place)));
                }
            }
        }
        return listed_move(random);
    }

    /// A turn as players make it who choose at random among single steps and jumps, and after a
    /// jump among the next ones and stopping, never to a hole where they were. Where a chain may
    /// pass what it may not stop in, a legal move is drawn instead.
    Move random_turn(Random& random) const {
        if (jump_axis() != axis(turn_)) return random_move(random);
        const Quarters& own = pegs_[turn_];
        std::array<std::uint32_t, kQuarters> up_to;  // pegs in this quarter and those before
        std::uint32_t pegs = 0;
        for (int q = 0; q < kQuarters; ++q) {
            pegs += static_cast<std::uint32_t>(std::popcount(own.of[q]));
            up_to[q] = pegs;
        }
        std::array<std::uint64_t, kQuarters + 1> taken{};
        const Quarters occupied = this->occupied();
        std::copy(occupied.of.begin(), occupied.of.end(), taken.begin());
        taken[Star::kAlwaysTaken] = ~std::uint64_t{0};
        // One of six directions of each peg: a step, or a jump if the next hole is taken; and
        // another if that is no move. So many in vain are rare unless there is no move at all.
        for (int tries = 0; tries < 40; ++tries) {
            const std::uint32_t chosen = random.below(kDirections * pegs);
            const std::uint32_t peg = chosen / kDirections;
            int q = 0;
            std::uint32_t before = 0;
            for (int i = 0; i + 1 < kQuarters; ++i) {
                q += up_to[i] <= peg ? 1 : 0;
                before = up_to[i] <= peg ? up_to[i] : before;
            }
            const int from = star_->hole_at_spot(q, nth_card(own.of[q], peg - before));
            const Star::Way& way = star_->way(axis(turn_), from, chosen % kDirections);
            const bool jumps = (taken[way.near.quarter] & way.near.bit) != 0;
            const bool lands = (taken[way.far.quarter] & way.far.bit) == 0;
            if (!(jumps ? lands : way.may_step)) continue;
            return move_of(
                from, jumps ? jump_at_random(from, way.jump_to, occupied, random) : way.step_to);
        }
        return listed_move(random);
    }

    Undo apply(Move move) {
        Quarters& own = pegs_[turn_];
        const Undo before{own.of[0], own.of[1], own.of[2], own.of[3], turn_};
        // Nothing for kPass, which is from a hole to itself.
        own = own ^ star_->alone(from_of(move)) ^ star_->alone(to_of(move));
        turn_ = turn_ + 1 == rules_.players ? 0 : turn_ + 1;
        ++moves_made_;
        return before;
    }
    void undo(Move, const Undo& before) {
        --moves_made_;
        turn_ = before.turn;
        pegs_[turn_] = {before.first, before.second, before.third, before.fourth};
    }

    Score score(int seat) const { return moves_made_ > 0 && has_won(seat) ? 1 : 0; }
    template <class Sums>
    void add_scores(Sums& sums) const {
        // Only the seat that moved last can have won.
        if (moves_made_ > 0 && has_won(previous())) ++sums[previous()];
    }

    /// For the history heuristic: who moves from where to where.
    std::size_t history_slot(Move move) const { return move + turn_ * 10007U; }

    /// The number of moves made is left out: it matters only at the very end of a long game.
    std::uint64_t hash() const {
        std::uint64_t key = mix64(turn_);
        for (int s = 0; s < rules_.players; ++s) {
            for (const std::uint64_t quarter : pegs_[s].of) key = mix64(key ^ quarter);
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

    int jump_axis() const { return rules_.through ? Star::kAnywhere : axis(turn_); }
    /// Where the seat to move may end a chain.
    const Quarters& stops() const { return star_->realm_quarters(axis(turn_)); }

    void set_up(int seat, const Holes& pegs) {
        pegs_[seat] = star_->quarters_of(pegs);
        goals_[seat] = star_->quarters_of(star_->point(rules_.goal(seat)));
    }

    /// All pegs. They are put together when moves are listed, not when one is made: fewer positions
    /// have their moves listed than are made. Seats that nobody has are empty.
    Quarters occupied() const {
        Quarters all = pegs_[0];
        for (int s = 1; s < kMaxSeats; ++s) all = all | pegs_[s];
        return all;
    }

    /// What the moves of one position are made from.
    struct Ways {
        std::array<Exits, kQuarters> steps;
        std::array<Exits, kQuarters> jumps;
        Quarters steppers;  // holes from which there is any step
        Quarters jumpers;
    };
    Ways ways() const {
        const auto& steps_onto = star_->steps_onto(axis(turn_));
        const auto& jumps_onto = star_->jumps_onto(jump_axis());
        const Quarters occupied = this->occupied();
        Ways ways;
        each_quarter([&](auto q) {
            ways.steppers.of[q] = find_steps(occupied, q, steps_onto[q], ways.steps[q]);
            ways.jumpers.of[q] = find_jumps(occupied, q, jumps_onto[q], ways.jumps[q]);
        });
        return ways;
    }
    /// Steps are listed to the left and right, then upwards, then downwards.
    static constexpr std::array<int, kDirections> kStepOrder{2, 3, 0, 1, 4, 5};

    Move listed_move(Random& random) const {
        Moves moves;
        legal_moves(moves);
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
    /// Goes on from a first jump; returns where the peg stops.
    int jump_at_random(int start, int first, const Quarters& occupied, Random& random) const {
        const Spot at = star_->spot(first);
        Exits jumps;
        find_jumps(occupied, int{at.quarter}, star_->jumps_onto(axis(turn_))[at.quarter], jumps);
        std::uint64_t peg = at.bit;
        std::uint64_t visited = peg | star_->spot(start).bit;
        for (;;) {
            const std::uint64_t ends = jump_once(peg, jumps) & ~visited;
            const auto count = static_cast<std::uint32_t>(std::popcount(ends));
            const std::uint32_t chosen = count == 0 ? 0 : random.below(count + 1);
            if (chosen == count) return hole_of(at.quarter, peg);
            peg = nth_bit(ends, chosen);
            visited |= peg;
        }
    }

    static std::uint64_t nth_bit(std::uint64_t bits, std::uint32_t n) {
        for (; n > 0; --n) bits &= bits - 1;
        return bits & (~bits + 1);
    }
    int hole_of(int quarter, std::uint64_t bit) const {
        return star_->hole_at_spot(quarter, std::countr_zero(bit));
    }
    bool may_enter(int hole, const Quarters& occupied) const {
        const Spot at = star_->spot(hole);
        return (occupied.of[at.quarter] & at.bit) == 0 && allowed(turn_).contains(hole);
    }

    Rules rules_;
    const Star* star_;
    std::array<Quarters, kMaxSeats> pegs_{};
    std::array<Quarters, kMaxSeats> goals_{};
    std::int32_t moves_made_ = 0;
    std::int32_t turn_ = 0;
};

static_assert(Game<State>);

}  // namespace kiebitz::chinese_checkers
