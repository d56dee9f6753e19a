// Game trees over many worlds (001 §2): one public tree, a payoff for every world at each leaf.
//
// A payoff is undefined (the paper's ⊥) in the worlds in which the leaf cannot be reached. MIN's
// moves may differ from world to world; MAX, who does not know the world, has the same moves in all
// of them. Positions that are the same may be shared, so the tree may be a graph without cycles:
// children are added before their parents.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kiebitz::best_defence {

using Payoff = std::int16_t;
using NodeId = std::uint32_t;

constexpr Payoff undefined = std::numeric_limits<Payoff>::min();
constexpr NodeId no_node = std::numeric_limits<NodeId>::max();

enum class Kind : std::uint8_t { leaf, max, min };

/// Which worlds are possible, one bit a world.
using WorldSet = std::vector<std::uint64_t>;

inline WorldSet empty_world_set(std::size_t worlds) {
    return WorldSet((worlds + 63) / 64, 0);
}
inline bool has_world(std::span<const std::uint64_t> set, std::size_t world) {
    return ((set[world / 64] >> (world % 64)) & 1) != 0;
}
inline void add_world(std::span<std::uint64_t> set, std::size_t world) {
    set[world / 64] |= std::uint64_t{1} << (world % 64);
}

class WorldGraph {
  public:
    /// The probabilities of the worlds; any positive weights will do.
    explicit WorldGraph(std::vector<double> probabilities)
        : probabilities_(std::move(probabilities)), set_words_((probabilities_.size() + 63) / 64) {
        if (probabilities_.empty()) throw std::invalid_argument("a game tree needs a world");
    }

    NodeId add_leaf(std::span<const Payoff> payoffs) {
        if (payoffs.size() != worlds()) throw std::invalid_argument(leaf_message(payoffs.size()));
        const NodeId id = add_node(Kind::leaf, payoffs_.size());
        for (std::size_t w = 0; w < worlds(); ++w) {
            if (payoffs[w] != undefined) add_world(mutable_possible(id), w);
        }
        if (is_impossible(id)) throw std::invalid_argument("a leaf that no world can reach");
        payoffs_.insert(payoffs_.end(), payoffs.begin(), payoffs.end());
        return id;
    }

    /// A leaf with the same payoff in all the worlds that reach it.
    NodeId add_uniform_leaf(std::span<const std::uint64_t> possible, Payoff payoff) {
        assert(payoff != undefined && possible.size() == set_words_);
        const NodeId id = add_node(Kind::leaf, uniform_mark | static_cast<std::uint16_t>(payoff));
        std::copy(possible.begin(), possible.end(), mutable_possible(id).begin());
        return id;
    }

    NodeId add_max(std::span<const NodeId> children) {
        const NodeId id = add_inner(Kind::max, children);
        for (NodeId child : children) {
            for (std::size_t i = 0; i < set_words_; ++i) {
                if (possible(child)[i] != possible(id)[i]) {
                    throw std::invalid_argument(
                        "MAX does not know the world: all branches of a MAX node must be possible "
                        "in the same worlds");
                }
            }
        }
        return id;
    }

    NodeId add_min(std::span<const NodeId> children) { return add_inner(Kind::min, children); }

    std::size_t worlds() const { return probabilities_.size(); }
    const std::vector<double>& probabilities() const { return probabilities_; }
    std::size_t size() const { return kinds_.size(); }
    /// The node added last.
    NodeId root() const {
        assert(size() > 0);
        return static_cast<NodeId>(size() - 1);
    }

    Kind kind(NodeId node) const { return kinds_[node]; }
    std::span<const NodeId> children(NodeId node) const {
        if (kinds_[node] == Kind::leaf) return {};
        return {edges_.data() + (starts_[node] >> degree_bits),
                static_cast<std::size_t>(starts_[node] & max_degree)};
    }
    std::span<const std::uint64_t> possible(NodeId node) const {
        return {possible_.data() + node * set_words_, set_words_};
    }
    Payoff payoff(NodeId leaf, std::size_t world) const {
        assert(kinds_[leaf] == Kind::leaf);
        if (!has_world(possible(leaf), world)) return undefined;
        const std::uint64_t start = starts_[leaf];
        if ((start & uniform_mark) != 0) {
            return static_cast<Payoff>(static_cast<std::uint16_t>(start & 0xffff));
        }
        return payoffs_[start + world];
    }

  private:
    static constexpr std::uint64_t uniform_mark = std::uint64_t{1} << 63;
    static constexpr int degree_bits = 20;
    static constexpr std::uint64_t max_degree = (std::uint64_t{1} << degree_bits) - 1;

    NodeId add_node(Kind kind, std::uint64_t start) {
        kinds_.push_back(kind);
        starts_.push_back(start);
        possible_.resize(possible_.size() + set_words_, 0);
        return static_cast<NodeId>(kinds_.size() - 1);
    }

    NodeId add_inner(Kind kind, std::span<const NodeId> children) {
        if (children.empty()) throw std::invalid_argument("an inner node needs a branch");
        if (children.size() > max_degree) throw std::invalid_argument("too many branches");
        for (NodeId child : children) {
            if (child >= size()) throw std::invalid_argument("a branch to a node not yet added");
        }
        const NodeId id = add_node(kind, (edges_.size() << degree_bits) | children.size());
        edges_.insert(edges_.end(), children.begin(), children.end());
        for (NodeId child : children) {
            for (std::size_t i = 0; i < set_words_; ++i)
                mutable_possible(id)[i] |= possible(child)[i];
        }
        return id;
    }

    std::span<std::uint64_t> mutable_possible(NodeId node) {
        return {possible_.data() + node * set_words_, set_words_};
    }
    bool is_impossible(NodeId node) const {
        for (std::uint64_t word : possible(node)) {
            if (word != 0) return false;
        }
        return true;
    }
    std::string leaf_message(std::size_t given) const {
        return "a leaf has " + std::to_string(given) + " payoffs for " + std::to_string(worlds()) +
               " worlds";
    }

    std::vector<double> probabilities_;
    std::size_t set_words_;
    std::vector<Kind> kinds_;
    std::vector<std::uint64_t> starts_;
    std::vector<NodeId> edges_;
    std::vector<Payoff> payoffs_;
    std::vector<std::uint64_t> possible_;
};

}  // namespace kiebitz::best_defence
