#include "search/best_defence/random_trees.hpp"

#include "search/best_defence/partial_knowledge.hpp"

namespace kiebitz::best_defence {

namespace {

double expectation(const WorldGraph& graph, const std::vector<Payoff>& payoffs) {
    double total = 0.0;
    for (std::size_t w = 0; w < graph.worlds(); ++w) {
        total += graph.probabilities()[w] * payoffs[w];
    }
    return total;
}

}  // namespace

WorldGraph graph_of(const synthetic::BestDefenceTree& tree) {
    const auto worlds = static_cast<std::size_t>(tree.worlds());
    WorldGraph graph(std::vector<double>(worlds, 1.0 / static_cast<double>(worlds)));
    std::vector<Payoff> payoffs(worlds);
    const auto build = [&](const auto& self, int depth, std::uint32_t history) -> NodeId {
        if (depth == tree.depth()) {
            for (std::size_t w = 0; w < worlds; ++w) {
                payoffs[w] = static_cast<Payoff>((tree.payoffs(history) >> w) & 1);
            }
            return graph.add_leaf(payoffs);
        }
        const std::vector<NodeId> children{self(self, depth + 1, 2 * history),
                                           self(self, depth + 1, 2 * history + 1)};
        return depth % 2 == 0 ? graph.add_max(children) : graph.add_min(children);
    };
    build(build, 0, 0);
    return graph;
}

std::vector<std::vector<Failures>> failures_on_random_trees(
    const synthetic::BestDefenceParameters& parameters, const std::vector<int>& known_worlds,
    const std::vector<SearchOptions>& algorithms, int trees, std::uint64_t seed) {
    std::vector<std::vector<Failures>> failures(known_worlds.size(),
                                                std::vector<Failures>(algorithms.size()));
    for (int i = 0; i < trees; ++i) {
        const std::uint64_t tree_seed = derive_seed(seed, i);
        std::vector<Outcome> found;
        for (std::size_t level = 0; level < known_worlds.size(); ++level) {
            auto chosen = parameters;
            chosen.known_worlds = known_worlds[level];
            // The same seed gives the same payoffs at every level of knowledge.
            const synthetic::BestDefenceTree tree(chosen, tree_seed);
            const WorldGraph full = graph_of(tree);
            if (level == 0) {
                for (std::size_t a = 0; a < algorithms.size(); ++a) {
                    SearchOptions options = algorithms[a];
                    options.ties = {true, derive_seed(tree_seed, a + 1)};
                    found.push_back(solve(full, options));
                }
            }
            std::vector<bool> known;
            for (int w = 0; w < tree.worlds(); ++w) {
                known.push_back(((tree.known_to_min() >> w) & 1) != 0);
            }
            const WorldGraph seen = with_known_worlds(full, known);
            const double best = solve(seen, {}).value;
            for (std::size_t a = 0; a < algorithms.size(); ++a) {
                const double value =
                    expectation(seen, payoffs_of(seen, found[a].plan, found[a].root));
                if (value < best - 1e-9) {
                    ++failures[level][a].errors;
                    failures[level][a].loss += best - value;
                }
            }
        }
    }
    return failures;
}

}  // namespace kiebitz::best_defence
