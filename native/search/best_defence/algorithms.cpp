#include "search/best_defence/algorithms.hpp"

#include <stdexcept>
#include <string>

#include "search/best_defence/exact.hpp"
#include "search/best_defence/iterative_biasing.hpp"
#include "search/best_defence/monte_carlo.hpp"
#include "search/best_defence/vm_alpha_beta.hpp"

namespace kiebitz::best_defence {

namespace {

template <std::size_t Words>
Outcome run(const Encoded<Words>& game, const SearchOptions& options, Budget& budget) {
    const Ties& ties = options.ties;
    switch (options.algorithm) {
        case Algorithm::monte_carlo:
            return monte_carlo(game, ties, options.sample, budget);
        case Algorithm::vector_mm:
            return vector_minimax(game, {false, false}, ties, budget);
        case Algorithm::vm_alpha_beta:
            return vm_alpha_beta(game, ties, budget);
        case Algorithm::vm_beta:
            return vector_minimax(game, {false, true}, ties, budget);
        case Algorithm::prm:
            return vector_minimax(game, {true, false}, ties, budget);
        case Algorithm::ivm:
            return iterative_biasing(game, {false, false}, ties, budget);
        case Algorithm::prm_beta:
            return vector_minimax(game, {true, true}, ties, budget);
        case Algorithm::ivm_beta:
            return iterative_biasing(game, {false, true}, ties, budget);
        case Algorithm::iprm:
            return iterative_biasing(game, {true, false}, ties, budget);
        case Algorithm::iprm_beta:
            return iterative_biasing(game, {true, true}, ties, budget);
        case Algorithm::ivm_ties:
            return iterative_biasing(game, {false, false}, ties, budget, true);
        case Algorithm::exact:
            return exact(game, budget);
    }
    throw std::logic_error("unknown algorithm");
}

template <std::size_t Words>
Outcome solve_with(const WorldGraph& graph, const std::vector<Payoff>& values,
                   const SearchOptions& options) {
    const Encoded<Words> game(graph, values);
    Budget budget(options.limits);
    Outcome outcome;
    try {
        outcome = run(game, options, budget);
    } catch (const LimitReached&) {
        outcome.finished = false;
        outcome.value = outcome.believed = game.value({});
    }
    if (options.algorithm != Algorithm::exact || outcome.payoffs.empty()) {
        outcome.upper = game.value(game.minimax(game.root()));
    }
    outcome.nodes = budget.nodes();
    return outcome;
}

}  // namespace

Outcome solve(const WorldGraph& graph, const SearchOptions& options) {
    const std::vector<Payoff> values = payoff_values(graph);
    const std::size_t bits = graph.worlds() * (values.size() - 1);
    if (bits <= 64) return solve_with<1>(graph, values, options);
    if (bits <= 128) return solve_with<2>(graph, values, options);
    if (bits <= 192) return solve_with<3>(graph, values, options);
    if (bits <= 512) return solve_with<8>(graph, values, options);
    if (bits <= max_bits) return solve_with<32>(graph, values, options);
    throw std::invalid_argument("worlds times (distinct payoffs - 1) is " + std::to_string(bits) +
                                "; at most " + std::to_string(max_bits) + " are possible");
}

std::vector<Payoff> payoffs_of(const WorldGraph& graph, const Plan& plan, StepId root) {
    const auto walk = [&](const auto& self, NodeId node, StepId step) -> std::vector<Payoff> {
        std::vector<Payoff> payoffs(graph.worlds(), undefined);
        if (graph.kind(node) == Kind::leaf) {
            for (std::size_t w = 0; w < graph.worlds(); ++w) payoffs[w] = graph.payoff(node, w);
            return payoffs;
        }
        const auto children = graph.children(node);
        if (graph.kind(node) == Kind::max) {
            return self(self, children[plan.step(step).choice], plan.next(step));
        }
        for (std::size_t i = 0; i < children.size(); ++i) {
            const auto branch = self(self, children[i], plan.next(step, i));
            for (std::size_t w = 0; w < graph.worlds(); ++w) {
                if (branch[w] == undefined) continue;
                payoffs[w] = payoffs[w] == undefined ? branch[w] : std::min(payoffs[w], branch[w]);
            }
        }
        return payoffs;
    };
    return walk(walk, graph.root(), root);
}

}  // namespace kiebitz::best_defence
