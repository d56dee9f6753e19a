// Monte Carlo sampling with every world in the sample (001 §3): in one pass the minimax value of
// each world is backed up, and each MAX node takes the branch with the best sum of them.
#pragma once

#include <vector>

#include "search/best_defence/choice.hpp"

namespace kiebitz::best_defence {

template <std::size_t Words>
Outcome monte_carlo(const Encoded<Words>& game, Ties ties, Budget& budget) {
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
            std::size_t best = 0;
            for (std::size_t i = 0; i < children.size(); ++i) {
                if (choice.offer(game.minimax(children[i]))) best = i;
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
