// Move ordering, with the fastest-cut-first heuristics (thesis §3.6): among the moves that may well
// cut, try first the one whose subtree is small.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::search {

enum class Ordering : std::uint8_t {
    generated,         // as the game lists them, the table's best move first
    value,             // V: by the value of the last, shallower search
    value_minus_size,  // V - C * S / max S
    size_per_chance,   // S / P, which minimises the expected work at a cut node (theorem 3.6.1)
    size,              // S alone
};

struct OrderingOptions {
    Ordering kind = Ordering::value;
    double size_weight = 4;     // C
    double chance_below = 0.1;  // P of a move whose last value was below beta; 1 above
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
    int size = 0;  // its number of moves: the best estimate of a subtree that will be cut (§3.8)
};

/// Sorts prospects, the most promising first.
inline void sort_prospects(std::span<Prospect> prospects, Score beta,
                           const OrderingOptions& options, std::uint64_t position) {
    Random random(derive_seed(options.seed, position));
    random.shuffle(prospects);
    int largest = 1;
    for (const Prospect& p : prospects) largest = std::max(largest, p.size);
    const auto badness = [&](const Prospect& p) -> double {
        const bool size_known = p.expanded || options.frontier_sizes;
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
                return size / (value >= beta ? 1 : options.chance_below);
            case Ordering::size:
                return size;
        }
        return 0;
    };
    std::stable_sort(prospects.begin(), prospects.end(),
                     [&](const Prospect& a, const Prospect& b) { return badness(a) < badness(b); });
}

}  // namespace kiebitz::search
