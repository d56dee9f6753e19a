// The recursion levels of imperfect information Monte Carlo search, exactly, on BCD trees (thesis
// §9.5).
//
// R0 is PIMC: in each information set it plays the move whose open-hand value is best on average
// over all worlds of the set, each with the same weight; equal moves are mixed evenly. R(n+1)
// values a move by letting Rn play on from it for both sides.
//
// A table has one number for each history and world of each depth, history-major.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/random.hpp"
#include "games/synthetic/bcd_tree.hpp"

namespace kiebitz::search {

using synthetic::BcdTree;

/// How a player answers an opponent whose policy it knows.
///
/// `best` is the best response. `playout` knows the opponent's policy just as well and weighs the
/// worlds by how likely the opponent would have come here in each, but values a move by letting the
/// opponent's policy play on for both sides: one step of improvement on it. The "BR" of figure 9.2
/// is this one.
enum class Response : std::uint8_t { best, playout };

/// What a policy does with equal moves: both with the same chance, or one of them, drawn once for
/// each information set (§9.5 proposes the latter as a test).
enum class EqualMoves : std::uint8_t { mixed, fixed };

class RecursionLevels {
  public:
    using Table = std::vector<std::vector<double>>;

    explicit RecursionLevels(const BcdTree& tree, EqualMoves equal = EqualMoves::mixed)
        : tree_(tree),
          equal_(equal),
          worlds_(static_cast<std::size_t>(tree.worlds())),
          moves_(tree.moves()) {}

    /// What the first player wins in each position when all worlds are open.
    Table open_values() const {
        Table values = leaves();
        for (int depth = moves_ - 1; depth >= 0; --depth) {
            const bool first_moves = BcdTree::mover(depth) == 0;
            for_each(depth, values, [&](double& value, double left, double right, std::size_t) {
                value = first_moves ? std::max(left, right) : std::min(left, right);
            });
        }
        return values;
    }

    /// The policy (chance of the second move) that in each information set plays the better
    /// successor by `values`, averaged with the weights of the worlds; all the same without
    /// weights.
    Table policy_by(const Table& values, const Table* weights = nullptr) const {
        Table policy = empty(moves_);
        for (int depth = 0; depth < moves_; ++depth) {
            const auto& after = values[index(depth + 1)];
            const auto* weight = weights != nullptr ? (*weights)[index(depth)].data() : nullptr;
            const int sign = BcdTree::mover(depth) == 0 ? 1 : -1;
            for_each_set(depth, [&](std::size_t history, std::span<const std::size_t> set) {
                const double* left = &after[2 * history * worlds_];
                const double* right = left + worlds_;
                double difference = 0;
                for (std::size_t w : set) {
                    const double share = weight != nullptr ? weight[history * worlds_ + w] : 1;
                    difference += share * (right[w] - left[w]);
                }
                difference *= sign;
                const double chance = difference > 0   ? 1
                                      : difference < 0 ? 0
                                                       : of_equals(depth, history, set.front());
                for (std::size_t w : set) policy[index(depth)][history * worlds_ + w] = chance;
            });
        }
        return policy;
    }

    /// What the first player wins in each position when the two play these policies.
    Table values(const Table& first, const Table& second) const {
        Table values = leaves();
        for (int depth = moves_ - 1; depth >= 0; --depth) {
            const auto& chance = (BcdTree::mover(depth) == 0 ? first : second)[index(depth)];
            for_each(depth, values, [&](double& value, double left, double right, std::size_t i) {
                value = left + chance[i] * (right - left);
            });
        }
        return values;
    }

    /// The first player's expected win.
    static double expectation(const Table& values) {
        double sum = 0;
        for (double value : values[0]) sum += value;
        return sum / static_cast<double>(values[0].size());
    }

    /// How likely `opponent`'s policy lets each position come about, when the other side wants it.
    Table reach(int opponent, const Table& policy) const {
        Table reach = empty(moves_ + 1);
        std::fill(reach[0].begin(), reach[0].end(), 1.0);
        for (int depth = 0; depth < moves_; ++depth) {
            const bool moves_here = BcdTree::mover(depth) == opponent;
            const auto& chance = policy[index(depth)];
            for (std::size_t i = 0; i < reach[index(depth)].size(); ++i) {
                const double here = reach[index(depth)][i];
                const std::size_t left = 2 * (i / worlds_) * worlds_ + i % worlds_;
                reach[index(depth + 1)][left] = moves_here ? here * (1 - chance[i]) : here;
                reach[index(depth + 1)][left + worlds_] = moves_here ? here * chance[i] : here;
            }
        }
        return reach;
    }

    /// What `player` wins by its best response to the opponent's policy.
    double best_response(int player, const Table& opponent) const {
        // Each position's value times the opponent's reach of it, in the player's view.
        Table worth = reach(1 - player, opponent);
        const double sign = player == 0 ? 1 : -1;
        auto& ends = worth[index(moves_)];
        for (std::size_t i = 0; i < ends.size(); ++i) ends[i] *= sign * leaf(i);
        for (int depth = moves_ - 1; depth >= 0; --depth) {
            if (BcdTree::mover(depth) != player) {
                for_each(depth, worth, [](double& value, double left, double right, std::size_t) {
                    value = left + right;
                });
                continue;
            }
            for_each_set(depth, [&](std::size_t history, std::span<const std::size_t> set) {
                const double* left = &worth[index(depth + 1)][2 * history * worlds_];
                double difference = 0;
                for (std::size_t w : set) difference += left[w + worlds_] - left[w];
                const double* chosen = difference > 0 ? left + worlds_ : left;
                for (std::size_t w : set) worth[index(depth)][history * worlds_ + w] = chosen[w];
            });
        }
        return expectation(worth);
    }

    /// What `player` wins by the playout response (see Response) to the opponent's policy.
    double playout_response(int player, const Table& opponent) const {
        const Table weights = reach(1 - player, opponent);
        const Table answer = policy_by(values(opponent, opponent), &weights);
        return player == 0 ? expectation(values(answer, opponent))
                           : -expectation(values(opponent, answer));
    }

    /// The sum of what the response wins in both seats.
    double exploitability(const Table& policy, Response response) const {
        return response == Response::best
                   ? best_response(0, policy) + best_response(1, policy)
                   : playout_response(0, policy) + playout_response(1, policy);
    }

    /// R0 to R`highest`.
    std::vector<Table> levels(int highest) const {
        std::vector<Table> policies;
        policies.push_back(policy_by(open_values()));
        for (int n = 1; n <= highest; ++n) {
            policies.push_back(policy_by(values(policies.back(), policies.back())));
        }
        return policies;
    }

    /// Zeros for every position of the first `depths` depths.
    Table empty(int depths) const {
        Table table(index(depths));
        for (std::size_t depth = 0; depth < table.size(); ++depth) {
            table[depth].resize((std::size_t{1} << depth) * worlds_);
        }
        return table;
    }

    /// Calls `visit(history, worlds)` for each information set of a depth.
    template <class Visit>
    void for_each_set(int depth, Visit&& visit) const {
        const int types = tree_.types(), player = BcdTree::mover(depth);
        std::array<std::size_t, BcdTree::max_types> set{};
        for (std::uint32_t history = 0; history < std::uint32_t{1} << depth; ++history) {
            for (int own = 0; own < types; ++own) {
                unsigned done = 0;
                for (int other = 0; other < types; ++other) {
                    if (((done >> other) & 1) != 0) continue;
                    const unsigned mask = tree_.information_set(depth, history, own, other);
                    done |= mask;
                    std::size_t size = 0;
                    for (int type = other; type < types; ++type) {
                        if (((mask >> type) & 1) == 0) continue;
                        set[size++] = static_cast<std::size_t>(tree_.world(player, own, type));
                    }
                    visit(std::size_t{history}, std::span<const std::size_t>(set.data(), size));
                }
            }
        }
    }

  private:
    double of_equals(int depth, std::size_t history, std::size_t world) const {
        if (equal_ == EqualMoves::mixed) return 0.5;
        return static_cast<double>(derive_seed(static_cast<std::uint64_t>(depth), history, world) &
                                   1);
    }

    static std::size_t index(int depth) { return static_cast<std::size_t>(depth); }

    double leaf(std::size_t i) const {
        return tree_.leaf(static_cast<std::uint32_t>(i / worlds_), static_cast<int>(i % worlds_));
    }

    Table leaves() const {
        Table values = empty(moves_ + 1);
        auto& ends = values[index(moves_)];
        for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = leaf(i);
        return values;
    }

    /// Calls `set(value, left, right, i)` for each position of a depth with its successors' values.
    template <class Set>
    void for_each(int depth, Table& table, Set&& set) const {
        auto& here = table[index(depth)];
        const auto& below = table[index(depth + 1)];
        for (std::size_t base = 0; base < here.size(); base += worlds_) {
            const double* left = &below[2 * base];
            const double* right = left + worlds_;
            for (std::size_t w = 0; w < worlds_; ++w)
                set(here[base + w], left[w], right[w], base + w);
        }
    }

    const BcdTree& tree_;
    EqualMoves equal_;
    std::size_t worlds_;
    int moves_;
};

/// One tree's share of figures 9.1 and 9.2.
struct RecursionTable {
    std::vector<int> levels;
    std::vector<double>
        gain;  // [row][column]: what the column player wins of the row player, both seats
    std::vector<double> best;     // [row]: what the best response wins, both seats
    std::vector<double> playout;  // [row]: what the playout response wins, both seats
};

inline RecursionTable recursion_table(const BcdTree& tree, std::span<const int> levels,
                                      EqualMoves equal = EqualMoves::mixed) {
    assert(!levels.empty());
    const RecursionLevels recursion(tree, equal);
    const auto policies = recursion.levels(*std::max_element(levels.begin(), levels.end()));
    const std::size_t n = levels.size();
    RecursionTable table{{levels.begin(), levels.end()}, std::vector<double>(n * n), {}, {}};
    for (std::size_t row = 0; row < n; ++row) {
        const auto& first = policies[static_cast<std::size_t>(levels[row])];
        for (std::size_t column = 0; column < n; ++column) {
            const auto& second = policies[static_cast<std::size_t>(levels[column])];
            const double wins = RecursionLevels::expectation(recursion.values(first, second));
            table.gain[row * n + column] -= wins;
            table.gain[column * n + row] += wins;
        }
        table.best.push_back(recursion.exploitability(first, Response::best));
        table.playout.push_back(recursion.exploitability(first, Response::playout));
    }
    return table;
}

}  // namespace kiebitz::search
