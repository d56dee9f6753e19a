// What the solver is asked, and what it answers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/bridge/cards.hpp"
#include "solvers/common.hpp"

namespace kiebitz::solvers::bridge {

using solvers::Bounds;
using solvers::Limits;

enum class Moves { none, one, best, all };  // which cards a solution lists

struct Question {
    Moves moves = Moves::none;
};

/// Tricks of the player's side from here on, the current one included.
struct MoveValue {
    Card card;
    Bounds value;
};

/// What an answer cost. `complete` is false if a limit was reached; the bounds are what was proved
/// until then.
struct Cost {
    std::uint64_t nodes = 0;      // cards tried
    std::uint64_t positions = 0;  // at trick boundaries
    double seconds = 0;
    bool complete = true;
};

struct Solution : Cost {
    Bounds value;                  // tricks of the side to move from here on
    std::vector<MoveValue> moves;  // what was asked for, best first
};

/// Tricks by strain (S H D C NT) and declarer (N E S W).
struct Table : Cost {
    std::array<std::array<Bounds, 4>, 5> tricks{};
};

/// Optimal play to the end.
struct Line : Cost {
    std::vector<Card> cards;
};

struct Trace : Cost {
    std::vector<Bounds> tricks;  // of North-South in the whole play, before and after each card
};

}  // namespace kiebitz::solvers::bridge
