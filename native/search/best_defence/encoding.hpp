// A world graph with its payoffs as bits: what all algorithms work on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "search/best_defence/bits.hpp"
#include "search/best_defence/world_graph.hpp"

namespace kiebitz::best_defence {

/// The distinct payoffs of a graph, ascending.
inline std::vector<Payoff> payoff_values(const WorldGraph& graph) {
    std::vector<bool> seen(1 << 16, false);
    std::vector<Payoff> values;
    for (NodeId node = 0; node < graph.size(); ++node) {
        if (graph.kind(node) != Kind::leaf) continue;
        for (std::size_t w = 0; w < graph.worlds(); ++w) {
            const Payoff payoff = graph.payoff(node, w);
            if (payoff == undefined || seen[static_cast<std::uint16_t>(payoff)]) continue;
            seen[static_cast<std::uint16_t>(payoff)] = true;
            values.push_back(payoff);
        }
    }
    std::sort(values.begin(), values.end());
    return values;
}

template <std::size_t Words>
class Encoded {
  public:
    using Set = Bits<Words>;

    Encoded(const WorldGraph& graph, const std::vector<Payoff>& values)
        : graph_(graph),
          values_(values),
          weight_(bit_weights(graph, values)),
          active_(graph.size()),
          minimax_(graph.size()) {
        for (NodeId node = 0; node < graph.size(); ++node) {
            encode_possible(node);
            switch (graph.kind(node)) {
                case Kind::leaf:
                    encode_leaf(node);
                    break;
                case Kind::max:
                    for (NodeId child : graph.children(node)) {
                        minimax_[node] = minimax_[node] | minimax_[child];
                    }
                    break;
                case Kind::min:
                    minimax_[node] = active_[node];
                    for (NodeId child : graph.children(node)) {
                        minimax_[node] = restrict(minimax_[node], child, minimax_[child]);
                    }
                    break;
            }
        }
    }

    const WorldGraph& graph() const { return graph_; }
    NodeId root() const { return graph_.root(); }
    std::span<const NodeId> children(NodeId node) const { return graph_.children(node); }
    Kind kind(NodeId node) const { return graph_.kind(node); }

    /// All bits of the worlds in which the node can be reached.
    const Set& active(NodeId node) const { return active_[node]; }
    /// The perfect-information value of the node in each world; at a leaf, its payoffs.
    const Set& minimax(NodeId node) const { return minimax_[node]; }
    double weight(const Set& set) const { return weight_(set); }
    /// The expected payoff over all worlds: the lowest value, and what the bits add to it.
    double value(const Set& set) const {
        double total = 0.0;
        for (double p : graph_.probabilities()) total += p;
        return values_.front() * total + weight_(set);
    }

    /// What the set adds up to over worlds that count so many times each.
    double sum(const Set& set, const std::vector<int>& times) const {
        double total = 0.0;
        for (std::size_t w = 0; w < graph_.worlds(); ++w) {
            for (std::size_t level = 1; times[w] > 0 && level <= levels(); ++level) {
                if (set.test(bit(level, w)))
                    total += times[w] * (values_[level] - values_[level - 1]);
            }
        }
        return total;
    }

    /// min of the vector at a MIN node and that of one of its branches; where the branch is
    /// impossible, it does not matter.
    Set restrict(const Set& vector, NodeId child, const Set& child_vector) const {
        return vector - (active_[child] - child_vector);
    }

    std::size_t bit(std::size_t level, std::size_t world) const {
        return (level - 1) * graph_.worlds() + world;
    }
    std::size_t levels() const { return values_.size() - 1; }

    /// The payoffs that a set at the given node stands for.
    std::vector<Payoff> decode(NodeId node, const Set& set) const {
        std::vector<Payoff> payoffs(graph_.worlds(), undefined);
        for (std::size_t w = 0; w < graph_.worlds(); ++w) {
            if (!has_world(graph_.possible(node), w)) continue;
            payoffs[w] = values_.front();
            for (std::size_t level = 1; level <= levels(); ++level) {
                if (set.test(bit(level, w))) payoffs[w] = values_[level];
            }
        }
        return payoffs;
    }

  private:
    static std::vector<double> bit_weights(const WorldGraph& graph,
                                           const std::vector<Payoff>& values) {
        std::vector<double> weights;
        for (std::size_t level = 1; level < values.size(); ++level) {
            for (double p : graph.probabilities()) {
                weights.push_back(p * (values[level] - values[level - 1]));
            }
        }
        return weights;
    }

    void encode_possible(NodeId node) {
        for (std::size_t w = 0; w < graph_.worlds(); ++w) {
            if (!has_world(graph_.possible(node), w)) continue;
            for (std::size_t level = 1; level <= levels(); ++level)
                active_[node].set(bit(level, w));
        }
    }

    void encode_leaf(NodeId node) {
        for (std::size_t w = 0; w < graph_.worlds(); ++w) {
            const Payoff payoff = graph_.payoff(node, w);
            for (std::size_t level = 1; level <= levels(); ++level) {
                if (payoff != undefined && payoff >= values_[level]) {
                    minimax_[node].set(bit(level, w));
                }
            }
        }
    }

    const WorldGraph& graph_;
    std::vector<Payoff> values_;
    Weights<Words> weight_;
    std::vector<Set> active_;
    std::vector<Set> minimax_;
};

}  // namespace kiebitz::best_defence
