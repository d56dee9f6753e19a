// What an algorithm answers: a MAX strategy, and what it is worth against best defence.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cards/budget.hpp"
#include "search/best_defence/world_graph.hpp"

namespace kiebitz::best_defence {

/// A step of a plan. Plans share their parts, so that a plan on a graph is itself a graph.
using StepId = std::uint32_t;
/// The step of a leaf, where nothing is left to decide.
constexpr StepId no_step = std::numeric_limits<StepId>::max();

/// A MAX strategy: at a MAX node one branch, at a MIN node a continuation for every branch. The
/// same node may be played differently in different places of the plan, since MAX remembers how he
/// came there.
class Plan {
  public:
    struct Step {
        NodeId node;
        std::uint32_t choice;  // MAX nodes: which branch
        std::size_t first;     // where its continuations begin
    };

    StepId add_max(NodeId node, std::size_t choice, StepId next) {
        steps_.push_back({node, static_cast<std::uint32_t>(choice), next_.size()});
        next_.push_back(next);
        return static_cast<StepId>(steps_.size() - 1);
    }
    StepId add_min(NodeId node, std::span<const StepId> next) {
        steps_.push_back({node, 0, next_.size()});
        next_.insert(next_.end(), next.begin(), next.end());
        return static_cast<StepId>(steps_.size() - 1);
    }

    const Step& step(StepId id) const { return steps_[id]; }
    /// The continuation: at a MAX node after the choice (branch 0), at a MIN node after that
    /// branch.
    StepId next(StepId id, std::size_t branch = 0) const {
        return next_[steps_[id].first + branch];
    }

  private:
    std::vector<Step> steps_;
    std::vector<StepId> next_;
};

struct Outcome {
    double value = 0.0;           // expected payoff of the plan against best defence
    double believed = 0.0;        // what the algorithm takes it to be; differs for Monte Carlo
    double upper = 0.0;           // no plan has more; equal to value when the optimum is proved
    bool finished = true;         // false: the limit ended the search
    std::vector<Payoff> payoffs;  // of the plan, in each world
    std::uint64_t nodes = 0;
    Plan plan;
    StepId root = no_step;
};

/// The parts of a plan that are in use, numbered anew: the first is the root.
struct ListedStep {
    NodeId node;
    std::uint32_t choice;
    std::vector<StepId> next;
};

inline std::vector<ListedStep> list_steps(const WorldGraph& graph, const Plan& plan, StepId root) {
    std::vector<ListedStep> listed;
    std::unordered_map<StepId, StepId> numbers;
    std::vector<StepId> order;
    const auto number = [&](StepId step) {
        if (step == no_step) return no_step;
        const auto [place, is_new] = numbers.emplace(step, static_cast<StepId>(order.size()));
        if (is_new) order.push_back(step);
        return place->second;
    };
    number(root);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Plan::Step& step = plan.step(order[i]);
        const bool is_max = graph.kind(step.node) == Kind::max;
        const std::size_t branches = is_max ? 1 : graph.children(step.node).size();
        ListedStep entry{step.node, step.choice, {}};
        for (std::size_t b = 0; b < branches; ++b)
            entry.next.push_back(number(plan.next(order[i], b)));
        listed.push_back(std::move(entry));
    }
    return listed;
}

/// How equal choices are made: the first one, or at random as in 001.
struct Ties {
    bool random = false;
    std::uint64_t seed = 0;
};

/// Values that differ by less than this are equal.
constexpr double epsilon = 1e-11;

}  // namespace kiebitz::best_defence
