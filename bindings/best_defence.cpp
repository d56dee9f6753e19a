#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "registry.hpp"
#include "search/best_defence/algorithms.hpp"
#include "search/best_defence/random_trees.hpp"
#include "solvers/single_suit/suit_graph.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace best_defence;

using PayoffList = std::vector<std::optional<int>>;
/// Node, choice, continuations; -1 where nothing is left to decide.
using StepTuple = std::tuple<NodeId, std::uint32_t, std::vector<std::int64_t>>;

struct Answer {
    double value, believed, upper;
    bool finished;
    std::uint64_t nodes;
    PayoffList payoffs;
    std::vector<StepTuple> steps;
};

struct SuitAnswer {
    Answer answer;
    std::vector<std::pair<std::vector<int>, double>> layouts;
    std::vector<int> groups;
    /// For every step the seat to play and the card of each branch.
    std::vector<std::pair<int, std::vector<int>>> plays;
    std::size_t positions;
};

/// The algorithm of a name; `monte-carlo:20` draws 20 worlds at each decision.
SearchOptions checked_algorithm(const std::string& name) {
    SearchOptions options;
    const std::string sampled = "monte-carlo:";
    if (name.starts_with(sampled)) {
        const std::string number = name.substr(sampled.size());
        if (number.empty() || number.size() > 5 ||
            number.find_first_not_of("0123456789") != std::string::npos || std::stoi(number) == 0) {
            throw std::invalid_argument("Monte Carlo draws 1 to 99999 worlds, not " + number);
        }
        options.algorithm = Algorithm::monte_carlo;
        options.sample = std::stoi(number);
        return options;
    }
    const auto found = std::find(algorithm_names.begin(), algorithm_names.end(), name);
    if (found == algorithm_names.end()) {
        std::string message = "no algorithm " + name + "; there are";
        for (auto known : algorithm_names) message += " " + std::string(known);
        throw std::invalid_argument(message);
    }
    options.algorithm = static_cast<Algorithm>(found - algorithm_names.begin());
    return options;
}

SearchOptions checked_options(const std::string& algorithm, std::optional<std::uint64_t> ties,
                              std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
    SearchOptions options = checked_algorithm(algorithm);
    if (ties) options.ties = {true, *ties};
    // Zero of either ends the search at once.
    if (nodes) options.limits.nodes = std::max<std::uint64_t>(*nodes, 1);
    if (seconds) options.limits.seconds = std::max(*seconds, 1e-9);
    return options;
}

PayoffList listed(const std::vector<Payoff>& payoffs) {
    PayoffList list;
    for (Payoff payoff : payoffs) {
        list.push_back(payoff == undefined ? std::nullopt : std::optional<int>(payoff));
    }
    return list;
}

Answer answer_of(const WorldGraph& graph, const Outcome& outcome) {
    Answer answer{outcome.value,
                  outcome.believed,
                  outcome.upper,
                  outcome.finished,
                  outcome.nodes,
                  listed(outcome.payoffs),
                  {}};
    if (outcome.payoffs.empty() || outcome.root == no_step) return answer;
    for (const ListedStep& step : list_steps(graph, outcome.plan, outcome.root)) {
        std::vector<std::int64_t> next;
        for (StepId id : step.next) next.push_back(id == no_step ? -1 : std::int64_t{id});
        answer.steps.emplace_back(step.node, step.choice, std::move(next));
    }
    return answer;
}

/// Kinds are "leaf", "max" and "min" as 0, 1 and 2; children come before their parents.
WorldGraph checked_graph(const std::vector<int>& kinds,
                         const std::vector<std::vector<NodeId>>& children,
                         const std::vector<PayoffList>& payoffs,
                         const std::vector<double>& probabilities) {
    if (kinds.size() != children.size() || kinds.size() != payoffs.size() || kinds.empty()) {
        throw std::invalid_argument("kinds, children and payoffs must be of one length");
    }
    for (double p : probabilities) {
        if (!(p > 0.0 && p < 1e9)) throw std::invalid_argument("probabilities must be positive");
    }
    WorldGraph graph(probabilities);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == 1) {
            graph.add_max(children[i]);
        } else if (kinds[i] == 2) {
            graph.add_min(children[i]);
        } else {
            std::vector<Payoff> vector;
            for (const auto& payoff : payoffs[i]) {
                if (payoff && (*payoff <= undefined || *payoff > 32767)) {
                    throw std::invalid_argument("payoffs must be between -32767 and 32767");
                }
                vector.push_back(payoff ? static_cast<Payoff>(*payoff) : undefined);
            }
            graph.add_leaf(vector);
        }
    }
    return graph;
}

Answer solve_tree(const std::vector<int>& kinds, const std::vector<std::vector<NodeId>>& children,
                  const std::vector<PayoffList>& payoffs, const std::vector<double>& probabilities,
                  const std::string& algorithm, std::optional<std::uint64_t> ties,
                  std::optional<std::uint64_t> max_nodes, std::optional<double> max_seconds) {
    const SearchOptions options = checked_options(algorithm, ties, max_nodes, max_seconds);
    nb::gil_scoped_release unlocked;
    const WorldGraph graph = checked_graph(kinds, children, payoffs, probabilities);
    return answer_of(graph, solve(graph, options));
}

SuitAnswer solve_suit(int north, int south, int vacant_west, int vacant_east,
                      std::optional<int> at_least, const std::string& algorithm,
                      std::optional<std::uint64_t> ties, std::optional<std::uint64_t> max_nodes,
                      std::optional<double> max_seconds, std::size_t max_positions,
                      int declarer_plays) {
    using namespace single_suit;
    if (declarer_plays < 0 || declarer_plays > 2) {
        throw std::invalid_argument("declarer's plays are 0 to 2");
    }
    if (north < 0 || north > all_ranks || south < 0 || south > all_ranks) {
        throw std::invalid_argument("a holding is a mask of 13 ranks");
    }
    if (at_least && (*at_least < 0 || *at_least > rank_count)) {
        throw std::invalid_argument("tricks are 0 to 13");
    }
    SearchOptions options = checked_options(algorithm, ties, max_nodes, max_seconds);
    nb::gil_scoped_release unlocked;
    const Suit suit(static_cast<Ranks>(north), static_cast<Ranks>(south), vacant_west, vacant_east);
    SuitAnswer result{};
    for (const Layout& layout : suit.layouts()) {
        const auto groups = static_cast<std::ptrdiff_t>(suit.groups().size());
        result.layouts.emplace_back(
            std::vector<int>(layout.west.begin(), layout.west.begin() + groups),
            layout.probability);
    }
    for (const Group& group : suit.groups()) result.groups.push_back(group.ranks);
    const auto start = std::chrono::steady_clock::now();
    std::optional<SuitGraph> built;
    try {
        Limits building = options.limits;
        building.nodes = 0;  // they are the search's
        built.emplace(suit, Objective{at_least}, max_positions, building,
                      static_cast<DeclarerPlays>(declarer_plays));
    } catch (const LimitReached&) {
        const int rounds = std::max(std::popcount(suit.north()), std::popcount(suit.south()));
        result.answer.finished = false;
        result.answer.upper = at_least ? 1.0 : rounds;
        return result;
    }
    const SuitGraph& graph = *built;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    if (max_seconds) options.limits.seconds = std::max(*max_seconds - spent.count(), 1e-9);
    result.answer = answer_of(graph.graph(), solve(graph.graph(), options));
    result.positions = graph.graph().size();
    for (const auto& [node, choice, next] : result.answer.steps) {
        std::vector<int> cards;
        const std::size_t branches = graph.graph().children(node).size();
        for (std::size_t b = 0; b < branches; ++b) cards.push_back(graph.play(node, b).card);
        // A lead may come from either hand: the seat is that of the choice.
        const auto seat = graph.play(node, choice).seat;
        result.plays.emplace_back(static_cast<int>(seat), std::move(cards));
    }
    return result;
}

/// For each level of knowledge and each algorithm: trees without an optimal strategy, loss in all.
std::vector<std::vector<std::pair<std::uint64_t, double>>> random_tree_failures(
    int depth, int worlds, double similarity, const std::vector<int>& known_worlds,
    const std::vector<std::string>& algorithms, int trees, std::uint64_t seed) {
    if (depth < 1 || depth > 16) throw std::invalid_argument("the depth must be from 1 to 16");
    if (worlds < 1 || worlds > 32) throw std::invalid_argument("worlds must be from 1 to 32");
    if (!(similarity >= 0 && similarity <= 1)) {
        throw std::invalid_argument("the similarity must be from 0 to 1");
    }
    for (int known : known_worlds) {
        if (known < 0 || known > worlds) {
            throw std::invalid_argument("known worlds must be from 0 to the number of worlds");
        }
    }
    std::vector<SearchOptions> chosen;
    for (const std::string& name : algorithms) chosen.push_back(checked_algorithm(name));
    nb::gil_scoped_release unlocked;
    const auto failures =
        failures_on_random_trees({depth, worlds, 0, similarity}, known_worlds, chosen, trees, seed);
    std::vector<std::vector<std::pair<std::uint64_t, double>>> result;
    for (const auto& level : failures) {
        result.emplace_back();
        for (const Failures& one : level) result.back().emplace_back(one.errors, one.loss);
    }
    return result;
}

}  // namespace

void register_best_defence(nb::module_& core) {
    nb::module_ module = core.def_submodule("best_defence", "Games over many worlds (001).");
    nb::class_<Answer>(module, "Answer")
        .def_ro("value", &Answer::value)
        .def_ro("believed", &Answer::believed)
        .def_ro("upper", &Answer::upper)
        .def_ro("finished", &Answer::finished)
        .def_ro("nodes", &Answer::nodes)
        .def_ro("payoffs", &Answer::payoffs)
        .def_ro("steps", &Answer::steps);
    nb::class_<SuitAnswer>(module, "SuitAnswer")
        .def_ro("answer", &SuitAnswer::answer)
        .def_ro("layouts", &SuitAnswer::layouts)
        .def_ro("groups", &SuitAnswer::groups)
        .def_ro("plays", &SuitAnswer::plays)
        .def_ro("positions", &SuitAnswer::positions);
    module.def("solve_tree", &solve_tree, "kinds"_a, "children"_a, "payoffs"_a, "probabilities"_a,
               "algorithm"_a, "ties"_a.none(), "max_nodes"_a.none(), "max_seconds"_a.none());
    module.def("solve_suit", &solve_suit, "north"_a, "south"_a, "vacant_west"_a, "vacant_east"_a,
               "at_least"_a.none(), "algorithm"_a, "ties"_a.none(), "max_nodes"_a.none(),
               "max_seconds"_a.none(), "max_positions"_a, "declarer_plays"_a = 0);
    module.def("random_tree_failures", &random_tree_failures, "depth"_a, "worlds"_a, "similarity"_a,
               "known_worlds"_a, "algorithms"_a, "trees"_a, "seed"_a);
    module.def("algorithm_names", [] {
        return std::vector<std::string>(algorithm_names.begin(), algorithm_names.end());
    });
}

}  // namespace kiebitz::bindings
