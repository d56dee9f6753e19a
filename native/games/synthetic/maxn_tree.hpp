// Random trees for n players (Sturtevant 2003, ch. 4): every node has the same number of moves, the
// players move in turn, and each leaf has a random score for each player.
//
// A position is the hash of its path, so nothing is stored and a tree may be of any size.
#pragma once

#include <cassert>
#include <cstdint>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::synthetic {

struct MaxnParameters {
    int players = 3;    // at most 8
    int branching = 4;  // at most 64
    int depth = 6;
    Score total = 100;  // what the players share
    bool constant_sum =
        true;  // every leaf hands out the whole total; else each score is 0..total on its own

    bool operator==(const MaxnParameters&) const = default;
};

class MaxnTree {
  public:
    static constexpr int max_players = 8;
    static constexpr int max_branching = 64;
    using Parameters = MaxnParameters;
    using Moves = FixedMoveList<max_branching>;
    using Undo = std::uint64_t;  // the hash before the move

    MaxnTree(const MaxnParameters& parameters, std::uint64_t seed)
        : parameters_(parameters), hash_(derive_seed(seed)) {
        assert(parameters.players >= 2 && parameters.players <= max_players);
        assert(parameters.branching >= 1 && parameters.branching <= max_branching);
        assert(parameters.depth >= 0 && parameters.total >= 0);
    }

    int players() const { return parameters_.players; }
    int to_move() const { return depth_ % parameters_.players; }
    bool is_over() const { return depth_ == parameters_.depth; }
    Score maxsum() const { return parameters_.total; }
    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        for (int move = 0; move < parameters_.branching; ++move)
            moves.push(static_cast<Move>(move));
    }
    Undo apply(Move move) {
        assert(!is_over() && move < static_cast<Move>(parameters_.branching));
        const Undo before = hash_;
        hash_ = derive_seed(hash_, move);
        ++depth_;
        return before;
    }
    void undo(Move, Undo before) {
        hash_ = before;
        --depth_;
    }
    /// A constant sum is shared by cutting the total at random places: each player's share is the
    /// piece between two cuts that follow each other.
    Score score(int seat) const {
        if (!is_over()) return 0;
        if (!parameters_.constant_sum) return draw(seat);
        const Score left = seat == 0 ? 0 : cut(seat);
        const Score right = seat + 1 == parameters_.players ? parameters_.total : cut(seat + 1);
        return right - left;
    }
    std::uint64_t hash() const { return hash_; }
    bool operator==(const MaxnTree& other) const {
        return hash_ == other.hash_ && depth_ == other.depth_;
    }

  private:
    Score draw(int index) const {
        Random random(derive_seed(hash_, 1000 + index));
        return static_cast<Score>(random.below(static_cast<std::uint32_t>(parameters_.total) + 1));
    }
    /// The `rank`-th smallest of the players - 1 cuts.
    Score cut(int rank) const {
        const int cuts = parameters_.players - 1;
        for (int i = 0;; ++i) {
            const Score here = draw(i);
            int place = 0;  // among the cuts, equal ones in the order drawn
            for (int j = 0; j < cuts; ++j) place += draw(j) < here || (j <= i && draw(j) == here);
            if (place == rank) return here;
        }
    }

    MaxnParameters parameters_;
    std::uint64_t hash_;
    int depth_ = 0;
};

static_assert(Game<MaxnTree>);

}  // namespace kiebitz::synthetic
