// Minimum proof trees of prefix value trees (thesis §3.5, figure 3.2), where all values are known.
//
// To prove a minimax value is to prove that it is not smaller, for which the second player needs
// all its moves and the first player one, and that it is not larger, the other way round. The two
// proofs share one line of best play. So a position is needed for the lower bound, for the upper
// bound, or for both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "games/game.hpp"

namespace kiebitz::search {

/// A game that knows the minimax value of every position.
template <class S>
concept SolvedGame = Game<S> && requires(const S state, int seat) {
    { state.exact(seat) } -> std::same_as<Score>;
};

template <SolvedGame G>
class MinimumProof {
  public:
    /// The fewest positions that prove the minimax value of the first `depth` moves.
    std::uint64_t minimax(G state, int depth) {
        value_ = state.exact(0);
        return both(state, depth);
    }

    /// The fewest positions that prove that seat 0 gets at least `target`; 0 if it does not.
    std::uint64_t target(G state, Score target, int depth) {
        if (state.exact(0) < target) return 0;
        value_ = target;
        return one(state, depth, 0, unlimited);
    }

  private:
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    /// Proof that `prover` gets at least its share of the value; stops where it reaches the limit.
    std::uint64_t one(G& state, int depth, int prover, std::uint64_t limit) {
        if (depth == 0 || state.is_over()) return 1;
        typename G::Moves moves;
        state.legal_moves(moves);
        if (depth == 1) {  // leaves: the prover needs one, the other side all
            const std::uint64_t size = 1 + (state.to_move() == prover ? 1 : moves.size());
            return std::min(size, limit);
        }
        if (state.to_move() != prover) {
            std::uint64_t size = 1;
            std::uint64_t left = moves.size();
            for (Move move : moves) {
                if (limit != unlimited && size + left >= limit) return limit;
                --left;
                const auto token = state.apply(move);
                size +=
                    one(state, depth - 1, prover, limit == unlimited ? limit : limit - size - left);
                state.undo(move, token);
            }
            return std::min(size, limit);
        }
        std::uint64_t best = limit == unlimited ? limit : limit - 1;
        for (Move move : moves) {
            const auto token = state.apply(move);
            if (state.exact(prover) >= (prover == 0 ? value_ : -value_)) {
                best = std::min(best, one(state, depth - 1, prover, best));
            }
            state.undo(move, token);
        }
        return best + 1;
    }

    /// Both proofs, from a position of the line of best play.
    std::uint64_t both(G& state, int depth) {
        if (depth == 0 || state.is_over()) return 1;
        typename G::Moves moves;
        state.legal_moves(moves);
        const int mover = state.to_move();
        // The mover needs one best move for its own bound; the opponent's bound needs all moves.
        std::uint64_t all = 0, least_more = unlimited;
        for (Move move : moves) {
            const auto token = state.apply(move);
            const std::uint64_t refuted = one(state, depth - 1, 1 - mover, unlimited);
            all += refuted;
            if (state.exact(0) == value_)
                least_more = std::min(least_more, both(state, depth - 1) - refuted);
            state.undo(move, token);
        }
        return 1 + all + least_more;
    }

    Score value_ = 0;
};

}  // namespace kiebitz::search
