// What players, beliefs and evaluations need to know of a game with hidden cards.
//
// Each game has one small struct like this; all that chooses moves is written once over it.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::players {

/// What a move is worth to the party of the seat that moves. Which of the two counts first, and how
/// much, is the game's `merit`.
struct Value {
    double win = 0;     // 1 for a won game, where a game can be won
    double points = 0;  // what is counted besides, or alone
};

/// More worlds than anybody lists.
inline constexpr std::uint64_t kCountless = std::numeric_limits<std::uint64_t>::max();

/// - `View`: what a seat knows; `World`: where the hidden cards are.
/// - `Worlds(view)`: `count()` (zero: the View contradicts itself), `sample(random)`, `nth(i)`,
///   `contains(world)`.
/// - `Simulation(view, world)`: play in one world, where every seat sees only what it may see.
/// - `value(end, view)`: what the end of a simulation is worth to the View's seat.
/// - `merit(value)`: the one number by which moves are compared; `plain(number)` has that merit,
///   and `voted(share, value)` that of a share of the votes.
/// - `are_alike(view, a, b)`: two moves that cannot end differently.
/// - `manners(view)`: a move that is not foolish, for whoever has no time to think.
template <class G>
concept HiddenCards = requires(const typename G::View& view, const typename G::World& world,
                               typename G::Moves& moves, const typename G::Worlds& worlds,
                               typename G::Simulation& play, Random& random, Move move) {
    typename G::Worlds;
    { G::seat(view) } -> std::same_as<int>;
    { G::legal_moves(view, moves) } -> std::same_as<void>;
    { worlds.count() } -> std::same_as<std::uint64_t>;
    { worlds.sample(random) } -> std::same_as<typename G::World>;
    { worlds.nth(std::uint64_t{}) } -> std::same_as<typename G::World>;
    { worlds.contains(world) } -> std::same_as<bool>;
    { play.is_over() } -> std::same_as<bool>;
    { play.to_move() } -> std::same_as<int>;
    { play.view(0) } -> std::same_as<typename G::View>;
    { play.play(move) } -> std::same_as<void>;
    { G::value(play, view) } -> std::same_as<Value>;
    { G::merit(Value{}) } -> std::same_as<double>;
    { G::plain(0.0) } -> std::same_as<Value>;
    { G::voted(0.0, Value{}) } -> std::same_as<Value>;
    { G::are_alike(view, move, move) } -> std::same_as<bool>;
    { G::manners(view) } -> std::same_as<Move>;
};

}  // namespace kiebitz::players
