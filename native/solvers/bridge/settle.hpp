// From "do North-South make so many?" to how many they make.
#pragma once

#include <vector>

#include "solvers/bridge/engine.hpp"
#include "solvers/bridge/position.hpp"
#include "solvers/bridge/question.hpp"

namespace kiebitz::solvers::bridge {

/// A first guess at North-South's tricks: high cards, and length in trumps.
int guess_tricks(const Position& position);

/// North-South's tricks from the position on. When a limit is reached, `spent` becomes true and the
/// bounds are those proved until then. When the player to move can force the value, `decisive`
/// becomes a card that does.
Bounds settle(Engine& engine, const Position& position, int guess, Bounds known, bool& spent,
              Card* decisive = nullptr);

/// The same tricks, of `total`, for the side of a seat.
Bounds for_side(const Bounds& north_south, int seat, int total);

/// Best first; equals from the lowest rank, suits in order.
void sort_moves(std::vector<MoveValue>& moves);

}  // namespace kiebitz::solvers::bridge
