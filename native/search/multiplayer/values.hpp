// What the searches for several players share: value tuples, options, limits and statistics.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>

#include "cards/budget.hpp"
#include "games/game.hpp"

namespace kiebitz::multiplayer {

inline constexpr int kMaxPlayers = 6;

/// One value a seat; more is better, and no value is below zero.
using Values = std::array<Score, kMaxPlayers>;

/// Who gets the benefit of a tie (thesis §4.3.1). The prunings of maxⁿ are at their best with
/// `first`; under the other rules only a strictly worse branch can be cut.
enum class TieBreak : std::uint8_t { first, last, least_for_root, most_for_root };

/// Depth counts moves, or whole stages (tricks) in games that have them (thesis §6.1).
enum class Unit : std::uint8_t { move, stage };

struct Limits : kiebitz::Limits {
    int depth = std::numeric_limits<int>::max();
};

/// How often each technique did its work. Nodes are moves made.
struct Statistics {
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t immediate = 0;
    std::uint64_t shallow = 0;
    std::uint64_t branch_and_bound = 0;
    std::uint64_t speculative = 0;  // or last-branch
    std::uint64_t deep = 0;         // approximate
    std::uint64_t searched_again = 0;
    std::uint64_t table_hits = 0;
    std::uint64_t alpha_beta = 0;
};

/// Keeps one of moves that cannot differ, in games that can tell.
template <class S, class Moves>
void drop_alike(const S& state, Moves& moves) {
    if constexpr (requires { state.drop_alike(moves); }) state.drop_alike(moves);
}

/// What a leaf is worth to each seat, and what that says about all leaves below a position.
///
/// `highest` bounds one value and `total` the sum of all (maxp and maxsum of the thesis); `step` is
/// the least difference of two unequal values (μ). `least` and `most` bound the value that a seat
/// can still get: the monotone heuristics of §5.8; an evaluation without any says 0 and `highest`.
template <class E, class S>
concept Evaluation = requires(const E evaluation, const S& state, int seat) {
    { evaluation.value(state) } -> std::same_as<Values>;
    { evaluation.highest(state) } -> std::same_as<Score>;
    { evaluation.total(state) } -> std::same_as<Score>;
    { evaluation.step() } -> std::same_as<Score>;
    { evaluation.least(state, seat) } -> std::same_as<Score>;
    { evaluation.most(state, seat) } -> std::same_as<Score>;
};

/// Puts the moves in the order in which they are searched; must depend on the position alone.
template <class O, class S>
concept Ordering = requires(const O ordering, const S& state, typename S::Moves& moves) {
    { ordering.order(state, moves) } -> std::same_as<void>;
};

/// Moves as the rules list them.
struct AsListed {
    template <class S, class Moves>
    void order(const S&, Moves&) const {}
};

template <class S>
int stage_of(const S& state) {
    if constexpr (requires { state.stage(); }) {
        return state.stage();
    } else {
        return 0;
    }
}

}  // namespace kiebitz::multiplayer
