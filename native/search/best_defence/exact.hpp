// The optimal plan against best defence. Finding it is NP-complete (001 §6), but most plans need
// never be looked at: a node keeps the payoff vectors that no other plan below it dominates, as αμ
// search does (Cazenave, Ventos 2019), and of these only the ones that can still beat the best plan
// known.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "search/best_defence/front.hpp"
#include "search/best_defence/vector_minimax.hpp"

namespace kiebitz::best_defence {

/// Finds a plan for a payoff vector that is known to be attainable (001 §7.4: given the optimal
/// vector, minimax on "at least as good or not" finds the strategy in linear time). Of several
/// plans it is one with few decisions, which is the easiest to tell and to remember.
template <std::size_t Words>
class PlanFor {
  public:
    using Set = Bits<Words>;

    PlanFor(const Encoded<Words>& game, const Set& target, Plan& plan)
        : game_(game), target_(target), plan_(plan), known_(game.graph().size()) {}

    struct Found {
        StepId step = no_step;
        double decisions = 0.0;  // over all that MIN can do
    };

    /// The plan that gets at least the target in the worlds of the node; nothing if there is none.
    std::optional<Found> find(NodeId node) {
        if (!(target_ & game_.active(node)).within(game_.minimax(node))) return std::nullopt;
        if (game_.kind(node) == Kind::leaf) return Found{};
        if (!known_[node]) {
            known_[node] = game_.kind(node) == Kind::max ? find_max(node) : find_min(node);
        }
        return *known_[node];
    }

  private:
    std::optional<Found> find_max(NodeId node) {
        const auto children = game_.children(node);
        const bool matters = !(target_ & game_.active(node)).empty();
        std::optional<Found> best;
        std::size_t choice = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const auto found = find(children[i]);
            if (!found || (best && best->decisions <= found->decisions)) continue;
            best = found;
            choice = i;
            if (!matters) break;
        }
        if (!best) return std::nullopt;
        const double decision = matters && children.size() > 1 ? 1.0 : 0.0;
        return Found{plan_.add_max(node, choice, best->step), best->decisions + decision};
    }

    std::optional<Found> find_min(NodeId node) {
        std::vector<StepId> next;
        double decisions = 0.0;
        for (NodeId child : game_.children(node)) {
            const auto found = find(child);
            if (!found) return std::nullopt;
            next.push_back(found->step);
            decisions += found->decisions;
        }
        return Found{plan_.add_min(node, next), decisions};
    }

    const Encoded<Words>& game_;
    Set target_;
    Plan& plan_;
    std::vector<std::optional<std::optional<Found>>> known_;
};

template <std::size_t Words>
class Exact {
  public:
    using Set = Bits<Words>;

    /// `best_known` is the weight of a plan that is already found.
    Exact(const Encoded<Words>& game, double best_known, Budget& budget)
        : game_(game), best_known_(best_known), budget_(budget), known_(game.graph().size()) {}

    /// The undominated vectors at the root that beat the best plan known; none if nothing does.
    const Front<Words>& search() { return search(game_.root()); }

  private:
    const Front<Words>& search(NodeId node) {
        if (known_[node]) return *known_[node];
        budget_.spend();
        Front<Words> front;
        // A vector here is part of a plan that gets at most its weight in the worlds that can come
        // here, and at most the perfect-information value in the others.
        const double elsewhere =
            game_.weight(game_.minimax(game_.root()) - game_.active(node)) - best_known_;
        if (promising(game_.minimax(node), elsewhere)) {
            switch (game_.kind(node)) {
                case Kind::leaf:
                    front.add(game_.minimax(node));
                    break;
                case Kind::max:
                    search_max(node, front);
                    break;
                case Kind::min:
                    search_min(node, elsewhere, front);
                    break;
            }
        }
        known_[node] = std::move(front);
        return *known_[node];
    }

    void search_max(NodeId node, Front<Words>& front) {
        for (NodeId child : by_minimax(node)) {
            // Nothing is better than the perfect-information value.
            if (front.covers(game_.minimax(child))) continue;
            for (const Set& vector : search(child)) front.add(vector);
        }
    }

    void search_min(NodeId node, double elsewhere, Front<Words>& front) {
        front.add(game_.minimax(node));
        auto children = by_minimax(node);
        std::reverse(children.begin(), children.end());
        for (NodeId child : children) {
            const Front<Words>& branch = search(child);
            Front<Words> combined;
            for (const Set& vector : front) {
                for (const Set& other : branch) {
                    budget_.spend();
                    const Set both = game_.restrict(vector, child, other);
                    if (promising(both, elsewhere)) combined.add(both);
                }
            }
            front = std::move(combined);
            if (front.empty()) return;
        }
    }

    bool promising(const Set& vector, double elsewhere) const {
        return game_.weight(vector) + elsewhere > epsilon;
    }

    /// The branches, best perfect-information value first.
    std::vector<NodeId> by_minimax(NodeId node) const {
        std::vector<std::pair<double, NodeId>> ordered;
        for (NodeId child : game_.children(node)) {
            ordered.emplace_back(-game_.weight(game_.minimax(child)), child);
        }
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<NodeId> children;
        for (const auto& entry : ordered) children.push_back(entry.second);
        return children;
    }

    const Encoded<Words>& game_;
    double best_known_;
    Budget& budget_;
    std::vector<std::optional<Front<Words>>> known_;
};

template <std::size_t Words>
Outcome exact(const Encoded<Words>& game, Budget& budget) {
    using Set = Bits<Words>;
    Outcome outcome;
    Set best{};
    double upper = game.weight(game.minimax(game.root()));
    bool found = false;
    try {
        // A good plan to begin with: prm-beta is seldom far off, and what cannot beat it is left
        // out. (Biased searches find better ones, but cost more than they save.)
        Plan unused;
        VectorMinimax<Words> heuristic(game, {true, true}, {}, {}, unused, budget);
        best = heuristic.search().actual;
        found = true;
        Exact<Words> search(game, game.weight(best), budget);
        for (const Set& vector : search.search()) {
            if (game.weight(vector) > game.weight(best) + epsilon) best = vector;
        }
        upper = game.weight(best);
    } catch (const Budget::Exhausted&) {
        if (!found) throw;
        outcome.finished = false;
    }
    const auto way = PlanFor<Words>(game, best, outcome.plan).find(game.root());
    assert(way);
    outcome.root = way->step;
    outcome.value = outcome.believed = game.value(best);
    outcome.upper = game.value({}) + upper;
    outcome.payoffs = game.decode(game.root(), best);
    return outcome;
}

}  // namespace kiebitz::best_defence
