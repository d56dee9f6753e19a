// What the solver is asked about a position, and what it answers.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cards/card_set.hpp"
#include "solvers/common.hpp"

namespace kiebitz::solvers::skat {

using solvers::Bounds;
using solvers::Limits;

inline constexpr int kExact = -1;  // no threshold: the exact value
inline constexpr int kAllTricks =
    121;  // as a threshold: every trick that is left; the answer is 0 or 1
inline constexpr int kNoGuess = std::numeric_limits<int>::min();

struct Question {
    bool moves = false;  // the same for every legal card
    bool line = false;   // only with the exact value
    /// Does the value reach this number? Much cheaper. The answer is in the bounds: yes if the
    /// lower one reaches it, no if the upper one does not.
    int threshold = kExact;
    /// About where the exact value is expected, from outside; the first window is put around it. A
    /// bad guess costs nodes and changes no value.
    int guess = kNoGuess;
};

struct MoveValue {
    Card card;
    Bounds value;
};

/// Suit games and grand: the declarer's final card points, skat included. Null: how many of the
/// remaining tricks, the current one included, the declarer survives; all of them is a won game.
struct Solution {
    Bounds value{0, 120};
    std::vector<MoveValue> moves;  // by card number; empty if not asked for
    std::vector<Card> line;        // one best line; empty if not asked for
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool complete = true;  // false: a limit was reached; the bounds are what was proved until then
};

}  // namespace kiebitz::solvers::skat
