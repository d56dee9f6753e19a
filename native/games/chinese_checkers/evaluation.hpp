// What a Chinese Checkers position is worth (thesis §7.3.1): the distance of the pegs to the goal,
// of the last peg above all, how close together they are, and how many have arrived. The values of
// all seats are made to sum to a constant, as §5.10 proposes, or left as they are: what a seat has
// done for itself alone.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "games/chinese_checkers/chinese_checkers.hpp"
#include "games/chinese_checkers/closing_book.hpp"
#include "games/constant_sum.hpp"

namespace kiebitz::chinese_checkers {

/// For one search at a time, and for states of the same rules.
class Evaluation {
  public:
    using Values = std::array<Score, 6>;
    static constexpr Score kTotal = 10000;

    enum class Sum : std::uint8_t { constant, free };

    /// With a book (small board only), the exact number of moves a seat would need alone.
    explicit Evaluation(std::shared_ptr<const ClosingBook> book = nullptr, Sum sum = Sum::constant)
        : book_(std::move(book)), sum_(sum) {}

    Values value(const State& state) const {
        const int n = state.players();
        Values values{};
        if (state.is_over()) {
            for (int s = 0; s < n; ++s) {
                if (state.score(s) > 0) {
                    values[s] = kTotal;
                    return values;
                }
            }
        }
        std::int64_t sum = 0;
        for (int s = 0; s < n; ++s) {
            values[s] = std::max(1, kFarthest - known_toil(state, s));
            sum += values[s];
        }
        if (sum_ == Sum::constant) share_total(values, n, sum, kTotal);
        return values;
    }

    /// How much is still to do, in tenths of a step; small is good.
    int toil(const State& state, int seat) const { return toil(state, seat, state.pegs(seat)); }

    /// By how much a move leaves the seat to move with more or less to do: moves ordered by it are
    /// ordered by the evaluation, which for the other seats changes only together with it.
    class AfterMove {
      public:
        AfterMove(const Evaluation& evaluation, const State& state)
            : evaluation_(evaluation), state_(state), pegs_(state.pegs(state.to_move())) {
            const Star& star = state.star();
            is_by_book_ = evaluation.book_ != nullptr && state.rules().side == 3;
            if (is_by_book_) return;
            const int goal = state.rules().goal(state.to_move());
            goal_ = star.point(goal);
            const int tip = star.tip(goal);
            goal_.each([&](int hole) {
                if (!pegs_.contains(hole)) waiting_[gaps_++] = hole;
            });
            tip_ = tip;
            pegs_.each([&](int hole) {
                holes_[count_++] = hole;
                const int steps = steps_from(hole);
                if (steps > farthest_[0]) {
                    farthest_ = {steps, farthest_[0]};
                    last_ = hole;
                } else {
                    farthest_[1] = std::max(farthest_[1], steps);
                }
                for (int i = 0; i + 1 < count_; ++i) apart_ += star.distance(hole, holes_[i]);
            });
        }

        int operator()(Move move) const {
            const int from = State::from_of(move);
            const int to = State::to_of(move);
            if (is_by_book_ || goal_.contains(from) || goal_.contains(to)) return whole(from, to);
            const int others = from == last_ ? farthest_[1] : farthest_[0];
            const int steps = steps_from(to);
            const int nearer = steps - steps_from(from);
            const int apart = apart_ + sum_to(to) - sum_to(from) - state_.star().distance(from, to);
            return 10 * nearer + 8 * (std::max(others, steps) - farthest_[0]) + apart / 4 -
                   apart_ / 4;
        }

      private:
        /// The holes that wait for a peg change, so that all is counted again.
        int whole(int from, int to) const {
            Holes pegs = pegs_;
            pegs.flip(from);
            pegs.flip(to);
            if (now_ < 0) now_ = evaluation_.toil(state_, state_.to_move());
            return evaluation_.toil(state_, state_.to_move(), pegs) - now_;
        }
        int steps_from(int hole) const {
            const Star& star = state_.star();
            if (goal_.contains(hole)) return star.distance(hole, tip_);
            int nearest = kMaxHoles;
            for (int g = 0; g < gaps_; ++g) {
                nearest = std::min(nearest, star.distance(hole, waiting_[g]));
            }
            return std::max(star.distance(hole, tip_), nearest + star.side() - 1);
        }
        int sum_to(int hole) const {
            int sum = 0;
            for (int i = 0; i < count_; ++i) sum += state_.star().distance(hole, holes_[i]);
            return sum;
        }

        const Evaluation& evaluation_;
        const State& state_;
        Holes pegs_;
        Holes goal_{};
        std::array<int, 10> holes_{}, waiting_{};
        std::array<int, 2> farthest_{};
        int count_ = 0, gaps_ = 0, tip_ = 0, last_ = -1, apart_ = 0;
        mutable int now_ = -1;
        bool is_by_book_ = false;
    };
    AfterMove cost_of_moves(const State& state) const { return {*this, state}; }

    Score highest(const State&) const { return kTotal; }
    Score total(const State& state) const {
        return sum_ == Sum::constant ? kTotal : std::max(kTotal, state.players() * kFarthest);
    }
    Score step() const { return 1; }
    Score least(const State&, int) const { return 0; }
    Score most(const State&, int) const { return kTotal; }

  private:
    // More than any toil: ten pegs, sixteen steps each, and as far apart as can be.
    static constexpr Score kFarthest = 2400;

    int toil(const State& state, int seat, const Holes& own) const {
        const Star& star = state.star();
        if (book_ != nullptr && state.rules().side == 3) {
            return 60 * book_->moves_left(state.rules(), own, seat) + steps_left(state, seat, own);
        }
        const Holes& goal = star.point(state.rules().goal(seat));
        const int tip = star.tip(state.rules().goal(seat));
        std::array<int, 10> pegs{};
        int count = 0;
        own.each([&](int hole) { pegs[count++] = hole; });
        // The holes of the goal that wait for a peg: who is outside goes there, not to the tip.
        std::array<int, 10> waiting{};
        int gaps = 0;
        goal.each([&](int hole) {
            if (!own.contains(hole)) waiting[gaps++] = hole;
        });
        int distance = 0;
        int farthest = 0;
        int apart = 0;
        int arrived = 0;
        for (int i = 0; i < count; ++i) {
            int steps = star.distance(pegs[i], tip);
            if (goal.contains(pegs[i])) {
                ++arrived;
            } else {
                int nearest = kMaxHoles;
                for (int g = 0; g < gaps; ++g) {
                    nearest = std::min(nearest, star.distance(pegs[i], waiting[g]));
                }
                steps = std::max(steps, nearest + star.side() - 1);
            }
            distance += steps;
            farthest = std::max(farthest, steps);
            for (int j = 0; j < i; ++j) apart += star.distance(pegs[i], pegs[j]);
        }
        return 10 * distance + 8 * farthest + apart / 4 - 5 * arrived;
    }

    /// A seat's pegs stand the same at most leaves of a search, so what was counted is kept: the
    /// last count of each place in a table.
    int known_toil(const State& state, int seat) const {
        const Quarters& pegs = state.quarters(seat);
        std::uint64_t key = static_cast<std::uint64_t>(seat);
        for (const std::uint64_t quarter : pegs.of) key = (key ^ quarter) * 0x9E3779B97F4A7C15;
        Counted& last = counted_[key >> (64 - kCountedBits)];
        if (last.toil < 0 || !(last.pegs == pegs)) last = {pegs, toil(state, seat)};
        return last.toil;
    }

    struct Counted {
        Quarters pegs;
        int toil = -1;
    };
    static constexpr int kCountedBits = 10;
    mutable std::vector<Counted> counted_ = std::vector<Counted>(std::size_t{1} << kCountedBits);

    static int steps_left(const State& state, int seat, const Holes& own) {
        const Star& star = state.star();
        const int tip = star.tip(state.rules().goal(seat));
        int distance = 0;
        own.each([&](int hole) { distance += star.distance(hole, tip); });
        return distance;
    }

    std::shared_ptr<const ClosingBook> book_;
    Sum sum_;
};

}  // namespace kiebitz::chinese_checkers
