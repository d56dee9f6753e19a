// Vector minimaxing with alpha-beta pruning, vm-αβ (001 Fig. 21). Unlike in games with perfect
// information, what is pruned changes the result: a branch that is never examined cannot mislead.
#pragma once

#include <unordered_map>
#include <vector>

#include "search/best_defence/choice.hpp"

namespace kiebitz::best_defence {

template <std::size_t Words>
class VmAlphaBeta {
  public:
    using Set = Bits<Words>;

    struct Result {
        Set believed;
        Set actual;
        StepId step = no_step;
        bool cut = false;  // no better than alpha: the vector is alpha itself, the plan has gaps
    };

    VmAlphaBeta(const Encoded<Words>& game, Ties ties, Plan& plan, Budget& budget)
        : game_(game), preference_(game, ties), plan_(plan), budget_(budget) {}

    Result search() { return search(game_.root(), Alpha{}, game_.active(game_.root())); }

  private:
    /// A vector that MAX has elsewhere; none at first.
    using Alpha = std::optional<Set>;

    Result search(NodeId node, const Alpha& alpha, Set beta) {
        beta = beta & game_.active(node);
        if (game_.kind(node) == Kind::leaf) {
            return {game_.minimax(node), game_.minimax(node)};
        }
        const Key key{node, alpha, beta};
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        budget_.spend();
        const Result result = game_.kind(node) == Kind::max ? search_max(node, alpha, beta)
                                                            : search_min(node, alpha, beta);
        known_.emplace(key, result);
        return result;
    }

    Result search_max(NodeId node, Alpha alpha, const Set& beta) {
        const auto children = game_.children(node);
        // The inherited alpha competes with the branches; where it stays ahead, the MIN node above
        // is cut off, and what is noted here is never played.
        auto choice = preference_.choice(beta.hash(node));
        if (alpha) choice.offer(*alpha);
        Result best;
        best.cut = true;
        std::size_t best_branch = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Result result = search(children[i], alpha, beta);
            if (!result.cut && choice.offer(result.believed)) {
                best = result;
                best_branch = i;
                alpha = result.believed;
            }
            if (beta.within(*alpha)) {
                alpha = beta;
                break;
            }
        }
        best.believed = *alpha;
        best.step = plan_.add_max(node, best_branch, best.step);
        return best;
    }

    Result search_min(NodeId node, const Alpha& alpha, Set beta) {
        const auto children = game_.children(node);
        Result worst{beta, game_.active(node)};
        std::vector<StepId> next(children.size(), no_step);
        for (std::size_t i = 0; i < children.size(); ++i) {
            const NodeId child = children[i];
            // Sums over different worlds cannot be compared, so alpha goes no further than to
            // branches that are possible in all worlds of this node.
            const bool comparable = game_.active(child) == game_.active(node);
            const Result result = search(child, comparable ? alpha : Alpha{}, worst.believed);
            worst.believed = game_.restrict(worst.believed, child, result.believed);
            worst.actual = game_.restrict(worst.actual, child, result.actual);
            next[i] = result.step;
            if (alpha && worst.believed.within(*alpha)) {
                worst.believed = *alpha;
                worst.cut = true;
                break;
            }
        }
        worst.step = plan_.add_min(node, next);
        return worst;
    }

    struct Key {
        NodeId node;
        Alpha alpha;
        Set beta;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            const std::uint64_t seed = key.beta.hash(key.node);
            return key.alpha ? key.alpha->hash(~seed) : seed;
        }
    };

    const Encoded<Words>& game_;
    Preference<Words> preference_;
    Plan& plan_;
    Budget& budget_;
    std::unordered_map<Key, Result, KeyHash> known_;
};

template <std::size_t Words>
Outcome vm_alpha_beta(const Encoded<Words>& game, Ties ties, Budget& budget) {
    Outcome outcome;
    VmAlphaBeta<Words> search(game, ties, outcome.plan, budget);
    const auto result = search.search();
    outcome.value = game.value(result.actual);
    outcome.believed = game.value(result.believed);
    outcome.payoffs = game.decode(game.root(), result.actual);
    outcome.root = result.step;
    return outcome;
}

}  // namespace kiebitz::best_defence
