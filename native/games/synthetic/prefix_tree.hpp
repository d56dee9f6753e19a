// Prefix value trees (thesis §3.7): random two-player trees whose true minimax values are known
// everywhere while they are generated, so that search in large trees can be judged.
//
// A move costs its mover a damage of 0 to `damage`, and in every position one move costs nothing.
// The value of a position is then the sum of the damages so far: it is also its minimax value. A
// position is the hash of its path, so nothing is stored and a tree may be of any size.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::synthetic {

struct PrefixParameters {
    int least_branching = 4;
    int most_branching = 12;  // at most 64; each node's number of moves is drawn from this range
    int damage = 6;           // edge values are drawn from [-damage, 0]
    // Evaluation errors are drawn from [-noise, noise]; below zero they are normally distributed
    // with that standard deviation, in whole numbers and up to four times of it.
    int noise = 4;
    int depth = 10;  // moves from the root to a leaf

    bool operator==(const PrefixParameters&) const = default;
};

class PrefixTree {
  public:
    static constexpr int max_branching = 64;
    using Parameters = PrefixParameters;
    using Moves = FixedMoveList<max_branching>;
    struct Undo {
        std::uint64_t hash;
        Score value;
    };

    PrefixTree(const PrefixParameters& parameters, std::uint64_t seed)
        : parameters_(parameters), hash_(derive_seed(seed)) {
        assert(parameters.least_branching >= 1);
        assert(parameters.most_branching >= parameters.least_branching);
        assert(parameters.most_branching <= max_branching);
        assert(parameters.damage >= 0 && parameters.depth >= 0);
    }

    int players() const { return 2; }
    int to_move() const { return depth_ & 1; }
    int depth() const { return depth_; }
    bool is_over() const { return depth_ == parameters_.depth; }
    int branching() const {
        const auto range = static_cast<std::uint32_t>(parameters_.most_branching -
                                                      parameters_.least_branching + 1);
        return parameters_.least_branching + static_cast<int>(drawn(0, range));
    }
    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        for (int move = 0; move < branching(); ++move) moves.push(static_cast<Move>(move));
    }
    Undo apply(Move move) {
        assert(!is_over() && move < static_cast<Move>(branching()));
        const Undo before{hash_, value_};
        value_ += to_move() == 0 ? -damage(move) : damage(move);
        hash_ = derive_seed(hash_, move);
        ++depth_;
        return before;
    }
    void undo(Move, const Undo& before) {
        hash_ = before.hash;
        value_ = before.value;
        --depth_;
    }

    /// The minimax value of this position, whatever the depth of the tree.
    Score exact(int seat) const { return seat == 0 ? value_ : -value_; }
    /// The value as a heuristic would see it.
    Score evaluate(int seat) const {
        const Score error = evaluation_error();
        return seat == 0 ? value_ + error : -(value_ + error);
    }
    Score score(int seat) const { return exact(seat); }
    std::uint64_t hash() const { return hash_; }
    bool operator==(const PrefixTree& other) const {
        return hash_ == other.hash_ && depth_ == other.depth_;
    }

  private:
    Score evaluation_error() const {
        if (parameters_.noise >= 0) {
            const auto range = static_cast<std::uint32_t>(2 * parameters_.noise + 1);
            return static_cast<Score>(drawn(1, range)) - parameters_.noise;
        }
        // Box and Muller.
        Random random(derive_seed(hash_, 1001));
        const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
        const double normal = radius * std::cos(2 * std::numbers::pi * random.uniform());
        return static_cast<Score>(std::lround(-parameters_.noise * std::clamp(normal, -4.0, 4.0)));
    }
    /// What a move costs its mover.
    Score damage(Move move) const {
        if (move == drawn(2, static_cast<std::uint32_t>(branching()))) return 0;
        return static_cast<Score>(
            drawn(16 + move, static_cast<std::uint32_t>(parameters_.damage) + 1));
    }
    /// A number below the bound that belongs to this position; ranges are small, so the high bits
    /// of a product are uniform enough.
    std::uint32_t drawn(std::uint64_t index, std::uint32_t bound) const {
        return static_cast<std::uint32_t>(((derive_seed(hash_, 1000 + index) >> 32) * bound) >> 32);
    }

    PrefixParameters parameters_;
    std::uint64_t hash_;
    Score value_ = 0;  // in the first player's view
    int depth_ = 0;
};

static_assert(Game<PrefixTree>);

}  // namespace kiebitz::synthetic
