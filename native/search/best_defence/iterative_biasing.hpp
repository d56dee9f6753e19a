// Iterative biasing (001 §7.4, Fig. 23): vector minimaxing once for each guess "the best plan gets
// the largest payoff in world k", and the best plan of them all. With reductions it is ivm-beta,
// iprm and iprm-beta. ivm-ties, ours, lets the guess decide only between equal plans: then the text
// of §8 about ivm holds, which it does not by the definition of §7.4.
#pragma once

#include <vector>

#include "search/best_defence/vector_minimax.hpp"

namespace kiebitz::best_defence {

/// The guesses that 001 suggests: the largest minimax value of the root in any world, in each world
/// that has it. None, if even the largest is the lowest payoff there is.
template <std::size_t Words>
std::vector<Guess> largest_payoff_guesses(const Encoded<Words>& game) {
    for (std::size_t level = game.levels(); level > 0; --level) {
        std::vector<Guess> guesses;
        for (std::size_t w = 0; w < game.graph().worlds(); ++w) {
            if (game.minimax(game.root()).test(game.bit(level, w))) guesses.push_back({level, w});
        }
        if (!guesses.empty()) return guesses;
    }
    return {};
}

template <std::size_t Words>
Outcome iterative_biasing(const Encoded<Words>& game, Heuristics heuristics, Ties ties,
                          Budget& budget, bool only_ties = false) {
    std::vector<Guess> guesses = largest_payoff_guesses(game);
    for (Guess& guess : guesses) guess.only_ties = only_ties;
    if (guesses.empty()) return vector_minimax(game, heuristics, ties, budget);
    Outcome best;
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        Outcome outcome;
        VectorMinimax<Words> search(game, heuristics, ties, guesses[i], outcome.plan, budget);
        try {
            const auto result = search.search();
            outcome.value = game.value(result.actual);
            outcome.believed = game.value(result.believed);
            outcome.payoffs = game.decode(game.root(), result.actual);
            outcome.root = result.step;
        } catch (const LimitReached&) {
            // Any-time, as the paper says: the best of the guesses tried, if there is one.
            if (i == 0) throw;
            best.finished = false;
            return best;
        }
        if (i == 0 || outcome.believed > best.believed + epsilon) best = std::move(outcome);
    }
    return best;
}

}  // namespace kiebitz::best_defence
