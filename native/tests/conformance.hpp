// What every native game must satisfy, on random walks: undo restores everything, hashes agree with
// equality, and Views hide what they should.
#pragma once

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz {

template <Game S, class Choose>
S random_walk(S state, Random& random, Choose choose, std::size_t longest = 1000) {
    std::vector<std::pair<Move, typename S::Undo>> taken;
    std::vector<S> snapshots;
    typename S::Moves moves;
    while (!state.is_over() && taken.size() < longest) {
        state.legal_moves(moves);
        REQUIRE(!moves.empty());
        REQUIRE(state.to_move() >= 0);
        REQUIRE(state.to_move() < state.players());
        const Move move = choose(moves, random);
        snapshots.push_back(state);
        taken.emplace_back(move, state.apply(move));
        CHECK(!(state == snapshots.back()));
    }
    S end = state;
    while (!taken.empty()) {
        auto& [move, token] = taken.back();
        state.undo(move, token);
        CHECK(state == snapshots.back());
        CHECK(state.hash() == snapshots.back().hash());
        taken.pop_back();
        snapshots.pop_back();
    }
    return end;
}

/// Any legal move, all equally likely.
struct ChooseUniformly {
    template <class Moves>
    Move operator()(const Moves& moves, Random& random) const {
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
};

template <HiddenGame S>
void check_views(const S& state, Random& random) {
    for (int seat = 0; seat < state.players(); ++seat) {
        const auto view = state.view(seat);
        CHECK(state.is_consistent_with(view));
        const S other = S::sample(view, random);
        CHECK(other.is_consistent_with(view));
        CHECK(other.view(seat) == view);
    }
}

}  // namespace kiebitz
