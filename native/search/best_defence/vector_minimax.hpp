// Vector minimaxing (001 §7.1) with the heuristics against non-locality: payoff-reduction (§7.2),
// beta-reduction (§7.3) and biasing (§7.4). They combine freely, as in the cube of Fig. 25.
#pragma once

#include <unordered_map>
#include <vector>

#include "search/best_defence/choice.hpp"

namespace kiebitz::best_defence {

struct Heuristics {
    bool payoff_reduction = false;
    bool beta_reduction = false;
};

template <std::size_t Words>
class VectorMinimax {
  public:
    using Set = Bits<Words>;

    /// What a subtree gives: the vector that the search sees, with its reductions, and the true
    /// one.
    struct Result {
        Set believed;
        Set actual;
        StepId step = no_step;
    };

    VectorMinimax(const Encoded<Words>& game, Heuristics heuristics, Ties ties,
                  std::optional<Guess> guess, Plan& plan, Budget& budget)
        : game_(game),
          heuristics_(heuristics),
          preference_(game, ties, guess),
          plan_(plan),
          budget_(budget) {}

    Result search() { return search(game_.root(), game_.active(game_.root())); }

  private:
    /// Both reductions lower the payoffs at the leaves to what can still be had in each world: the
    /// least minimax value, or the least vector already fixed, of the MIN nodes above. `ceiling` is
    /// that bound, and with the node all that the result depends on.
    Result search(NodeId node, Set ceiling) {
        ceiling = ceiling & game_.active(node);
        if (game_.kind(node) == Kind::leaf) {
            return {game_.minimax(node) & ceiling, game_.minimax(node), no_step};
        }
        const Key key{node, ceiling};
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        budget_.spend();
        const Result result =
            game_.kind(node) == Kind::max ? search_max(node, ceiling) : search_min(node, ceiling);
        known_.emplace(key, result);
        return result;
    }

    Result search_max(NodeId node, const Set& ceiling) {
        const auto children = game_.children(node);
        auto choice = preference_.choice(ceiling.hash(node));
        Result best;
        std::size_t best_branch = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Result result = search(children[i], ceiling);
            if (choice.offer(result.believed)) {
                best = result;
                best_branch = i;
            }
        }
        best.step = plan_.add_max(node, best_branch, best.step);
        return best;
    }

    Result search_min(NodeId node, Set ceiling) {
        if (heuristics_.payoff_reduction) ceiling = ceiling & game_.minimax(node);
        const auto children = game_.children(node);
        Result worst{ceiling, game_.active(node), no_step};
        std::vector<StepId> next;
        next.reserve(children.size());
        for (NodeId child : children) {
            const Result result = search(child, ceiling);
            worst.believed = game_.restrict(worst.believed, child, result.believed);
            worst.actual = game_.restrict(worst.actual, child, result.actual);
            next.push_back(result.step);
            if (heuristics_.beta_reduction) ceiling = worst.believed;
        }
        worst.step = plan_.add_min(node, next);
        return worst;
    }

    struct Key {
        NodeId node;
        Set ceiling;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const { return key.ceiling.hash(key.node); }
    };

    const Encoded<Words>& game_;
    Heuristics heuristics_;
    Preference<Words> preference_;
    Plan& plan_;
    Budget& budget_;
    std::unordered_map<Key, Result, KeyHash> known_;
};

/// vector-mm, vm-beta, prm and prm-beta.
template <std::size_t Words>
Outcome vector_minimax(const Encoded<Words>& game, Heuristics heuristics, Ties ties,
                       Budget& budget) {
    Outcome outcome;
    VectorMinimax<Words> search(game, heuristics, ties, {}, outcome.plan, budget);
    const auto result = search.search();
    outcome.value = game.value(result.actual);
    outcome.believed = game.value(result.believed);
    outcome.payoffs = game.decode(game.root(), result.actual);
    outcome.root = result.step;
    return outcome;
}

}  // namespace kiebitz::best_defence
