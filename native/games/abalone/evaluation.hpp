// What an Abalone position is worth (thesis §7.4): marbles left and pushed off, nearness to the
// centre and to the edge, and how well the marbles hang together. The values of all seats sum to a
// constant.
#pragma once

#include <algorithm>

#include "games/abalone/abalone.hpp"
#include "games/constant_sum.hpp"

namespace kiebitz::abalone {

class Evaluation {
  public:
    using Values = std::array<Score, 6>;
    static constexpr Score kTotal = 10000;

    Values value(const State& state) const {
        const int n = state.players();
        Values values{};
        for (int s = 0; s < n; ++s) {
            if (state.pushed(s) >= kToWin) {
                values[s] = kTotal;
                return values;
            }
        }
        std::int64_t sum = 0;
        for (int s = 0; s < n; ++s) {
            values[s] = standing(state, s);
            sum += values[s];
        }
        share_total(values, n, sum, kTotal);
        return values;
    }

    Score highest(const State&) const { return kTotal; }
    Score total(const State&) const { return kTotal; }
    Score step() const { return 1; }
    Score least(const State&, int) const { return 0; }
    Score most(const State&, int) const { return kTotal; }

  private:
    static Score standing(const State& state, int seat) {
        const Hexagon& board = Hexagon::instance();
        const Marbles own = state.marbles(seat);
        int worth = 1 + 200 * state.pushed(seat);
        for (Marbles rest = own; rest != 0; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            const int out = board.from_centre(cell);
            worth += 60 + 6 * (4 - out) - (out == 4 ? 10 : 0);
            for (int d = 0; d < 3; ++d) {
                const int next = board.next(cell, d);
                if (next >= 0 && (own >> next & 1) != 0) worth += 3;
            }
        }
        return worth;
    }
};

}  // namespace kiebitz::abalone
