// Values that sum to a constant (Sturtevant's thesis, §5.10): prunings that compare what players
// have with all that there is work on nothing else.
#pragma once

#include <array>
#include <cstdint>

#include "games/game.hpp"

namespace kiebitz {

/// Makes what the first `n` seats stand at parts of the total, in whole numbers that sum to it
/// exactly: what rounding down leaves goes to those who lost most by it. Approximate deep pruning
/// cuts where bounds reach the total, so a sum that falls short of it costs nodes.
template <std::size_t Seats>
void share_total(std::array<Score, Seats>& values, int n, std::int64_t sum, Score total) {
    std::array<std::int64_t, Seats> rest{};
    std::int64_t left = total;
    for (int s = 0; s < n; ++s) {
        const std::int64_t part = std::int64_t{total} * values[s];
        values[s] = static_cast<Score>(part / sum);
        rest[s] = part % sum;
        left -= values[s];
    }
    for (; left > 0; --left) {
        int most = 0;
        for (int s = 1; s < n; ++s) {
            if (rest[s] > rest[most]) most = s;
        }
        ++values[most];
        rest[most] = -1;
    }
}

}  // namespace kiebitz
