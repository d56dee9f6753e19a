// Move ordering, with the fastest-cut-first heuristics (thesis §3.6): among the moves that may well
// cut, try first the one whose subtree is small.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::search {

enum class Ordering : std::uint8_t {
    generated,         // as the game lists them, the table's best move first
    value,             // V: by the value of the last, shallower search
    value_minus_size,  // V - C * S / max S
    size_per_chance,   // S / P, which minimises the expected work at a cut node (theorem 3.6.1)
    size,              // S alone
    likely_then_size,  // moves with V >= beta - C before the others, and of those the smallest
    combined,          // V - C * S - D * S / P, with sizes as parts of the largest
};

/// How often a move cut whose last value was so much above beta; what P is trained from.
class CutCounts {
  public:
    static constexpr int reach = 16;  // differences are counted up to here, either way

    void add(Score above_beta, bool cut) {
        auto& [all, cuts] = counts_[place(above_beta)];
        ++all;
        cuts += cut ? 1 : 0;
    }
    /// All moves and those that cut, from the lowest difference to the highest.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counted() const {
        return {counts_.begin(), counts_.end()};
    }
    static std::size_t place(Score above_beta) {
        return static_cast<std::size_t>(std::clamp<Score>(above_beta, -reach, reach) + reach);
    }
    static constexpr std::size_t places = 2 * reach + 1;

  private:
    std::array<std::pair<std::uint64_t, std::uint64_t>, places> counts_{};
};

struct OrderingOptions {
    Ordering kind = Ordering::value;
    double size_weight = 4;       // C
    double chance_weight = 0;     // D
    double chance_below = 0.1;    // P of a move whose last value was below beta; 1 above
    std::vector<double> chances;  // P by V - beta, as CutCounts has it; empty: not trained
    bool frontier_values =
        true;  // V also of positions that were only evaluated before, not expanded
    bool frontier_sizes = false;  // S also of positions that were not expanded before
    std::uint64_t seed = 1;       // moves about which nothing is known come in random order
};

/// What is known of a move before it is searched, in its mover's view.
struct Prospect {
    Move move = 0;
    bool visited = false;   // has a value from an earlier search
    bool expanded = false;  // has had its moves generated
    Score value = 0;
    // Its number of moves: the best estimate of a subtree that will be cut (§3.8). 0: not known.
    int size = 0;
    double badness = 0;  // what it is sorted by
};

/// Sorts prospects, the most promising first.
inline void sort_prospects(std::span<Prospect> prospects, Score beta,
                           const OrderingOptions& options, std::uint64_t position) {
    Random random(derive_seed(options.seed, position));
    random.shuffle(prospects);
    int largest = 1;
    for (const Prospect& p : prospects) largest = std::max(largest, p.size);
    const auto chance = [&](double above_beta) {
        if (!options.chances.empty())
            return options.chances[CutCounts::place(static_cast<Score>(std::floor(above_beta)))];
        return above_beta >= 0 ? 1 : options.chance_below;
    };
    const auto badness = [&](const Prospect& p) -> double {
        const bool size_known = p.size > 0;
        // Nothing known: behind the moves that were good enough, before those that were not.
        const bool value_known = p.expanded || (p.visited && options.frontier_values);
        const double value = value_known ? p.value : beta - 0.5;
        const double size = size_known ? static_cast<double>(p.size) / largest : 0.5;
        switch (options.kind) {
            case Ordering::generated:
                return 0;
            case Ordering::value:
                return -value;
            case Ordering::value_minus_size:
                return options.size_weight * size - value;
            case Ordering::size_per_chance:
                return size / chance(value - beta);
            case Ordering::size:
                return size;
            case Ordering::likely_then_size:
                // All sizes are at most 1, and what is less likely comes by its value.
                return value >= beta - options.size_weight ? size : 2 + (beta - value);
            case Ordering::combined:
                return options.size_weight * size +
                       options.chance_weight * size / chance(value - beta) - value;
        }
        return 0;
    };
    for (Prospect& p : prospects) p.badness = badness(p);
    std::stable_sort(prospects.begin(), prospects.end(),
                     [](const Prospect& a, const Prospect& b) { return a.badness < b.badness; });
}

}  // namespace kiebitz::search
