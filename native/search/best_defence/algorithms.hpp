// The algorithms of 001 by name, on any world graph.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "search/best_defence/plan.hpp"
#include "search/best_defence/world_graph.hpp"

namespace kiebitz::best_defence {

enum class Algorithm : std::uint8_t {
    monte_carlo,
    vector_mm,
    vm_alpha_beta,
    vm_beta,
    prm,
    ivm,
    prm_beta,
    ivm_beta,
    iprm,
    iprm_beta,
    exact,
    ivm_ties,
};

constexpr std::array<std::string_view, 12> algorithm_names{
    "monte-carlo", "vector-mm", "vm-alpha-beta", "vm-beta",   "prm",   "ivm",
    "prm-beta",    "ivm-beta",  "iprm",          "iprm-beta", "exact", "ivm-ties",
};

struct SearchOptions {
    Algorithm algorithm = Algorithm::exact;
    Ties ties;       // the exact search does not need them
    int sample = 0;  // Monte Carlo: worlds drawn at each decision; 0: all of them, once each
    Limits limits{};
};

/// Worlds times (distinct payoffs - 1) may not be more than this.
constexpr std::size_t max_bits = 2048;

/// Runs the algorithm from the root of the graph. `finished` is false where the limit ended it;
/// with nothing found at all the outcome has no plan (`root` is no_step, no payoffs). Throws
/// std::invalid_argument if the graph has too many worlds and payoffs.
Outcome solve(const WorldGraph& graph, const SearchOptions& options);

/// What the plan gets in each world against best defence, found by walking the graph anew.
std::vector<Payoff> payoffs_of(const WorldGraph& graph, const Plan& plan, StepId root);

}  // namespace kiebitz::best_defence
