// The Monte-Carlo player of thesis §7.1 for any hidden game: search sampled worlds as if all cards
// lay open, add up what each move is worth to its player, play the best.
//
// It is PIMC with the searches for several players as evaluation. World i is drawn with a seed of
// its own, so that the answer does not depend on how the worlds are shared out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "search/multiplayer/search.hpp"

namespace kiebitz::players {

struct AveragedMove {
    Move move = 0;
    double mean = 0;  // of the player's own value
};

struct WorldAverage {
    std::vector<AveragedMove> moves;  // best first; ties as the rules list them
    int worlds = 0;                   // that were searched to some depth
    double mean_depth = 0;
    multiplayer::Statistics statistics;
    double seconds = 0;
};

/// `limits` hold for each world.
template <class S, class E, class O>
WorldAverage average_over_worlds(const typename S::View& view, const E& evaluation,
                                 const O& ordering, multiplayer::SearchOptions options,
                                 const multiplayer::Limits& limits, int worlds,
                                 std::uint64_t seed) {
    WorldAverage average;
    options.maxn.exact_root = true;
    options.paranoid.exact_root = !options.paranoid.root_bounds;
    multiplayer::Budget clock(limits);
    for (int w = 0; w < worlds; ++w) {
        Random random(derive_seed(seed, w));
        const S world = S::sample(view, random);
        const int seat = world.to_move();
        if (w == 0) {
            typename S::Moves moves;
            world.legal_moves(moves);
            for (const Move move : moves) average.moves.push_back({move, 0.0});
            if (average.moves.size() == 1) break;
        }
        const auto found = multiplayer::search(world, evaluation, ordering, options, limits);
        average.statistics.nodes += found.statistics.nodes;
        if (limits.interrupted != nullptr && limits.interrupted()) break;
        if (found.each.empty()) continue;
        ++average.worlds;
        average.mean_depth += found.depth;
        for (std::size_t i = 0; i < found.each.size(); ++i) {
            const auto at = std::find_if(average.moves.begin(), average.moves.end(),
                                         [&](const auto& m) { return m.move == found.moves[i]; });
            if (at != average.moves.end()) at->mean += found.each[i][seat];
        }
    }
    if (average.worlds > 0) {
        for (auto& each : average.moves) each.mean /= average.worlds;
        average.mean_depth /= average.worlds;
    }
    std::stable_sort(average.moves.begin(), average.moves.end(),
                     [](const auto& a, const auto& b) { return a.mean > b.mean; });
    average.seconds = clock.seconds();
    return average;
}

}  // namespace kiebitz::players
