// Random binary trees for the best defence model (Frank & Basin 2001, §4 and §8.3).
//
// MAX and MIN move in turn, MAX first. Chance has chosen one of `worlds` worlds, each equally
// likely. A leaf has one payoff, 0 or 1, in each world. MAX never sees the world; MIN sees it in
// some worlds and cannot tell the others apart.
#pragma once

#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cards/random.hpp"
#include "games/game.hpp"
#include "games/synthetic/binary_line.hpp"

namespace kiebitz::synthetic {

struct BestDefenceParameters {
    int depth = 4;    // moves from the root to a leaf
    int worlds = 10;  // at most 32
    int known_worlds =
        9;  // in how many of them MIN sees the world: i, a level of knowledge of i / (n - 1)
    double similarity =
        0;  // q: the chance that a world's payoffs are those of one common dummy world
};

/// The leaf probability with which a forced win for MAX is equally likely at every depth (the Last
/// Player Theorem, Nau 1982): p = (3 - sqrt 5) / 2 at odd depths, 1 - p at even ones.
inline double last_player_probability(int depth) {
    const double p = (3 - std::sqrt(5.0)) / 2;
    return depth % 2 == 1 ? p : 1 - p;
}

class BestDefenceTree {
  public:
    static constexpr int max_depth = 20;
    using Worlds = std::uint32_t;  // a set of worlds, as bits

    BestDefenceTree(const BestDefenceParameters& parameters, std::uint64_t seed)
        : parameters_(parameters) {
        assert(parameters.depth >= 1 && parameters.depth <= max_depth);
        assert(parameters.worlds >= 1 && parameters.worlds <= 32);
        assert(parameters.known_worlds >= 0 && parameters.known_worlds <= parameters.worlds);
        Random random(seed);
        const double p = last_player_probability(parameters.depth);
        const auto draw = [&] { return random.uniform() < p; };
        leaves_.resize(std::size_t{1} << parameters.depth);
        for (auto& leaf : leaves_) {
            for (int w = 0; w < worlds(); ++w) leaf |= Worlds{draw()} << w;
        }
        if (parameters.similarity > 0) overwrite_with_dummy(random, draw);
        std::vector<int> order;
        for (int w = 0; w < worlds(); ++w) order.push_back(w);
        random.shuffle(std::span<int>(order));
        for (int i = 0; i < parameters.known_worlds; ++i)
            known_ |= Worlds{1} << order[static_cast<std::size_t>(i)];
    }

    const BestDefenceParameters& parameters() const { return parameters_; }
    int depth() const { return parameters_.depth; }
    int worlds() const { return parameters_.worlds; }
    Worlds all_worlds() const { return static_cast<Worlds>((std::uint64_t{1} << worlds()) - 1); }

    /// The worlds in which MAX wins 1 at the end of a history (the moves as bits, the first move
    /// highest).
    Worlds payoffs(std::uint32_t history) const { return leaves_[history]; }

    /// The worlds that MIN can tell from all others.
    Worlds known_to_min() const { return known_; }

  private:
    template <class Draw>
    void overwrite_with_dummy(Random& random, Draw&& draw) {
        std::vector<bool> dummy(leaves_.size());
        for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) dummy[leaf] = draw();
        for (int w = 0; w < worlds(); ++w) {
            if (random.uniform() >= parameters_.similarity) continue;
            for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
                leaves_[leaf] = (leaves_[leaf] & ~(Worlds{1} << w)) | Worlds{dummy[leaf]} << w;
            }
        }
    }

    BestDefenceParameters parameters_;
    std::vector<Worlds> leaves_;
    Worlds known_ = 0;
};

/// A play of such a tree in one world. The tree is the rules, and known to both.
class BestDefenceGame : public BinaryLine {
  public:
    /// What a seat knows: the moves, and the worlds that it holds possible.
    struct View {
        std::shared_ptr<const BestDefenceTree> tree;
        int depth = 0;
        std::uint32_t history = 0;
        BestDefenceTree::Worlds worlds = 0;

        bool operator==(const View&) const = default;
    };

    BestDefenceGame(std::shared_ptr<const BestDefenceTree> tree, int world, int depth = 0,
                    std::uint32_t history = 0)
        : BinaryLine(world, tree->depth(), depth, history), tree_(std::move(tree)) {
        assert(world >= 0 && world < tree_->worlds());
    }

    const BestDefenceTree& tree() const { return *tree_; }
    int to_move() const { return depth_ & 1; }
    Score score(int seat) const {
        if (!is_over()) return 0;
        const auto won = static_cast<Score>((tree_->payoffs(history_) >> world_) & 1);
        return seat == 0 ? won : -won;
    }
    bool operator==(const BestDefenceGame&) const = default;

    View view(int seat) const { return {tree_, depth_, history_, possible(seat)}; }
    bool is_consistent_with(const View& seen) const {
        return tree_ == seen.tree && depth_ == seen.depth && history_ == seen.history &&
               ((seen.worlds >> world_) & 1) != 0;
    }
    static BestDefenceGame sample(const View& seen, Random& random) {
        auto skip = random.below(static_cast<std::uint32_t>(std::popcount(seen.worlds)));
        auto worlds = seen.worlds;
        for (; skip > 0; --skip) worlds &= worlds - 1;
        return {seen.tree, std::countr_zero(worlds), seen.depth, seen.history};
    }

  private:
    BestDefenceTree::Worlds possible(int seat) const {
        if (seat == 0) return tree_->all_worlds();
        const auto known = tree_->known_to_min();
        return ((known >> world_) & 1) != 0 ? BestDefenceTree::Worlds{1} << world_
                                            : tree_->all_worlds() & ~known;
    }

    std::shared_ptr<const BestDefenceTree> tree_;
};

static_assert(HiddenGame<BestDefenceGame>);

}  // namespace kiebitz::synthetic
