// Counterfactual regret minimisation (Zinkevich et al. 2007) on BCD trees, in the CFR+ form
// (Tammelin 2014): regrets never fall below zero, the players update in turn, and later strategies
// weigh more in the average.
//
// The equilibrium that it approaches is the yardstick for what the recursion levels lose.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/synthetic/bcd_tree.hpp"
#include "search/recursion_levels.hpp"

namespace kiebitz::search {

class CounterfactualRegret {
  public:
    using Table = RecursionLevels::Table;

    explicit CounterfactualRegret(const BcdTree& tree)
        : tree_(tree), levels_(tree), worlds_(static_cast<std::size_t>(tree.worlds())) {
        current_ = levels_.empty(tree.moves());
        for (auto& depth : current_) std::fill(depth.begin(), depth.end(), 0.5);
        for (int depth = 0; depth < tree.moves(); ++depth) {
            levels_.for_each_set(
                depth, [&](std::size_t history, std::span<const std::size_t> worlds) {
                    sets_.push_back({depth, history, {worlds.begin(), worlds.end()}, {}, {}});
                });
        }
    }

    /// One update of each player.
    void iterate() {
        ++iterations_;
        for (int player = 0; player < 2; ++player) update(player);
    }

    /// The average strategy so far: the chance of the second move, for each history and world.
    Table average() const {
        Table policy = levels_.empty(tree_.moves());
        for (const Set& set : sets_) {
            const double total = set.share[0] + set.share[1];
            write(policy, set, total > 0 ? set.share[1] / total : 0.5);
        }
        return policy;
    }

  private:
    struct Set {
        int depth;
        std::size_t history;
        std::vector<std::size_t> worlds;
        std::array<double, 2> regret;
        std::array<double, 2> share;
    };

    void update(int player) {
        // Each position's value times the opponent's reach of it, in the player's view.
        Table worth = levels_.reach(1 - player, current_);
        const Table own_reach = levels_.reach(player, current_);
        const auto last = static_cast<std::size_t>(tree_.moves());
        for (std::size_t i = 0; i < worth[last].size(); ++i) {
            const int wins =
                tree_.leaf(static_cast<std::uint32_t>(i / worlds_), static_cast<int>(i % worlds_));
            worth[last][i] *= player == 0 ? wins : -wins;
        }
        for (std::size_t depth = last; depth-- > 0;) {
            const bool own = BcdTree::mover(static_cast<int>(depth)) == player;
            for (std::size_t i = 0; i < worth[depth].size(); ++i) {
                const std::size_t left = 2 * (i / worlds_) * worlds_ + i % worlds_;
                const double a = worth[depth + 1][left], b = worth[depth + 1][left + worlds_];
                worth[depth][i] = own ? a + current_[depth][i] * (b - a) : a + b;
            }
        }
        for (Set& set : sets_) {
            if (BcdTree::mover(set.depth) != player) continue;
            const auto depth = static_cast<std::size_t>(set.depth);
            const double* left = &worth[depth + 1][2 * set.history * worlds_];
            double first = 0, second = 0;
            for (std::size_t w : set.worlds) {
                first += left[w];
                second += left[w + worlds_];
            }
            const std::size_t any = set.history * worlds_ + set.worlds.front();
            const double chance = current_[depth][any];
            const double weight = iterations_ * own_reach[depth][any];
            set.share[0] += weight * (1 - chance);
            set.share[1] += weight * chance;
            const double mixed = first + chance * (second - first);
            set.regret[0] = std::max(0.0, set.regret[0] + first - mixed);
            set.regret[1] = std::max(0.0, set.regret[1] + second - mixed);
            const double total = set.regret[0] + set.regret[1];
            write(current_, set, total > 0 ? set.regret[1] / total : 0.5);
        }
    }

    void write(Table& policy, const Set& set, double chance) const {
        for (std::size_t w : set.worlds) {
            policy[static_cast<std::size_t>(set.depth)][set.history * worlds_ + w] = chance;
        }
    }

    const BcdTree& tree_;
    RecursionLevels levels_;
    std::size_t worlds_;
    std::vector<Set> sets_;
    Table current_;
    double iterations_ = 0;
};

}  // namespace kiebitz::search
