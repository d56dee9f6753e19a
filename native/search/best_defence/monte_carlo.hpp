// Monte Carlo sampling (001 §3): in one pass the minimax value of each world is backed up, and each
// MAX node takes the branch with the best sum of them: over all worlds, or over some that are drawn
// there by their probabilities, as a player does who has no time for all.
#pragma once

#include <algorithm>
#include <vector>

#include "cards/random.hpp"
#include "search/best_defence/choice.hpp"

namespace kiebitz::best_defence {

/// The worlds that are possible at a node, drawn so many times; how often each came.
inline std::vector<int> drawn_worlds(const WorldGraph& graph, NodeId node, int draws,
                                     std::uint64_t seed) {
    std::vector<double> below(graph.worlds());
    double total = 0.0;
    for (std::size_t w = 0; w < graph.worlds(); ++w) {
        if (has_world(graph.possible(node), w)) total += graph.probabilities()[w];
        below[w] = total;
    }
    std::vector<int> times(graph.worlds(), 0);
    Random random(derive_seed(seed, node));
    for (int i = 0; i < draws; ++i) {
        const auto at = std::upper_bound(below.begin(), below.end(), random.uniform() * total);
        ++times[std::min<std::size_t>(static_cast<std::size_t>(at - below.begin()),
                                      graph.worlds() - 1)];
    }
    return times;
}

template <std::size_t Words>
Outcome monte_carlo(const Encoded<Words>& game, Ties ties, int sample, Budget& budget) {
    using Set = Bits<Words>;
    const Preference<Words> preference(game, ties);
    Outcome outcome;
    std::vector<Set> actual(game.graph().size());
    std::vector<StepId> steps(game.graph().size(), no_step);
    std::vector<StepId> next;
    for (NodeId node = 0; node <= game.root(); ++node) {
        budget.spend();
        const auto children = game.children(node);
        if (game.kind(node) == Kind::leaf) {
            actual[node] = game.minimax(node);
        } else if (game.kind(node) == Kind::max) {
            auto choice = preference.choice(node);
            const auto times = drawn_worlds(game.graph(), node, sample, derive_seed(ties.seed, 2));
            std::size_t best = 0;
            for (std::size_t i = 0; i < children.size(); ++i) {
                const Set& value = game.minimax(children[i]);
                const bool better =
                    sample == 0 ? choice.offer(value) : choice.offer_value(game.sum(value, times));
                if (better) best = i;
            }
            actual[node] = actual[children[best]];
            steps[node] = outcome.plan.add_max(node, best, steps[children[best]]);
        } else {
            actual[node] = game.active(node);
            next.clear();
            for (NodeId child : children) {
                actual[node] = game.restrict(actual[node], child, actual[child]);
                next.push_back(steps[child]);
            }
            steps[node] = outcome.plan.add_min(node, next);
        }
    }
    outcome.value = game.value(actual[game.root()]);
    outcome.believed = game.value(game.minimax(game.root()));
    outcome.payoffs = game.decode(game.root(), actual[game.root()]);
    outcome.root = steps[game.root()];
    return outcome;
}

}  // namespace kiebitz::best_defence
