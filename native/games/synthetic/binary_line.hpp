// The moves of a game in which every move is 0 or 1: what games on complete binary trees have in
// common.
#pragma once

#include <cassert>
#include <cstdint>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::synthetic {

/// A path from the root of a binary tree, in one of its worlds.
class BinaryLine {
  public:
    using Moves = FixedMoveList<2>;
    struct Undo {};

    int players() const { return 2; }
    bool is_over() const { return depth_ == longest_; }
    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        moves.push(0);
        moves.push(1);
    }
    Undo apply(Move move) {
        assert(move < 2 && !is_over());
        history_ = 2 * history_ + move;
        ++depth_;
        return {};
    }
    void undo(Move, Undo) {
        assert(depth_ > 0);
        history_ /= 2;
        --depth_;
    }
    std::uint64_t hash() const {
        return mix64((std::uint64_t{1} << depth_ | history_) << 8 |
                     static_cast<std::uint64_t>(world_));
    }
    bool operator==(const BinaryLine&) const = default;

  protected:
    BinaryLine(int world, int longest, int depth = 0, std::uint32_t history = 0)
        : world_(world), longest_(longest), depth_(depth), history_(history) {}

    int world_;
    int longest_;
    int depth_;
    std::uint32_t history_;
};

}  // namespace kiebitz::synthetic
