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
        if (sum_ == Sum::free) return values;
        for (int s = 0; s < n; ++s) {
            values[s] = static_cast<Score>(std::int64_t{kTotal} * values[s] / sum);
        }
        return values;
    }

    /// How much is still to do, in tenths of a step; small is good.
    int toil(const State& state, int seat) const {
        const Star& star = state.star();
        if (book_ != nullptr && state.rules().side == 3) {
            return 60 * book_->moves_left(state.rules(), state.pegs(seat), seat) +
                   steps_left(state, seat);
        }
        const Holes& goal = star.point(state.rules().goal(seat));
        const int tip = star.tip(state.rules().goal(seat));
        const Holes own = state.pegs(seat);
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

    static int steps_left(const State& state, int seat) {
        const Star& star = state.star();
        const int tip = star.tip(state.rules().goal(seat));
        int distance = 0;
        state.pegs(seat).each([&](int hole) { distance += star.distance(hole, tip); });
        return distance;
    }

    std::shared_ptr<const ClosingBook> book_;
    Sum sum_;
};

}  // namespace kiebitz::chinese_checkers
