// The optimal plan against best defence. Finding it is NP-complete (001 §6), but most plans need
// never be looked at: a node keeps the payoff vectors that no other plan below it dominates, as αμ
// search does (Cazenave, Ventos 2019), and of these only the ones that can still beat the best plan
// known.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
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

/// What can still be hoped for at each node of a plan that beats the best one known.
///
/// Four bounds for a plan that comes through a node. In each world it gets no more than the
/// *ceiling*, the perfect-information value of the nodes on some way there; in the worlds of the
/// node no more than its *hope*. Those are vectors, and blind to strategy fusion: below a MAX node
/// each world has its own choice. So there are two sums as well, *here* over the worlds of the
/// node and *elsewhere* over the others, in which a MAX node is worth its best branch, and branches
/// of a MIN node that share no world are added up. Where here and elsewhere together are not more
/// than the best plan, the node is dead: MAX does not go there, all values above it sink, and with
/// them the ceilings below. Hence several rounds.
template <std::size_t Words>
class Hopes {
  public:
    using Set = Bits<Words>;

    Hopes(const Encoded<Words>& game, double best_known, Budget& budget)
        : game_(game),
          best_known_(best_known),
          hope_(game.graph().size()),
          ceiling_(hope_.size()),
          here_(hope_.size()),
          elsewhere_(hope_.size()),
          dead_(hope_.size(), false) {
        for (NodeId node = 0; node <= game.root(); ++node) hope_[node] = game.minimax(node);
        for (NodeId node = 0; node <= game.root(); ++node) here_[node] = sum_here(node);
        lower(budget);
    }

    /// Takes in what is known by now, until nothing changes.
    void lower(Budget& budget) {
        for (int round = 0; round < max_rounds && !dead_[game_.root()]; ++round) {
            for (NodeId node = 0; node <= game_.root(); ++node) budget.spend();
            look_down();
            if (!look_up()) break;
        }
    }

    /// All vectors of the node that are of use are known.
    void settle(NodeId node, const Front<Words>& front) {
        Set any{};
        double best = 0.0;
        for (const Set& vector : front) {
            any = any | vector;
            best = std::max(best, game_.weight(vector));
        }
        hope_[node] = hope_[node] & any;
        here_[node] = std::min(here_[node], best);
        dead_[node] = front.empty();
    }

    bool dead(NodeId node) const { return dead_[node]; }
    const Set& hope(NodeId node) const { return hope_[node]; }
    double here(NodeId node) const { return here_[node]; }
    /// How far a plan may get below the best one known in the worlds of the node.
    double margin(NodeId node) const { return elsewhere_[node] - best_known_; }

    /// At most the weight of `hope`, less where one of the branches, apart from the worlds `taken`,
    /// cannot get all of it.
    double sum_of_branches(std::span<const NodeId> branches, const Set& hope, Set taken) const {
        double sum = game_.weight(hope);
        while (true) {
            double most = 1e-9;
            NodeId worst = 0;
            for (NodeId child : branches) {
                if (!(game_.active(child) & taken).empty()) continue;
                const double gain = game_.weight(hope & game_.active(child)) - here_[child];
                if (gain > most) {
                    most = gain;
                    worst = child;
                }
            }
            if (most <= 1e-9) return sum;
            sum -= most;
            taken = taken | game_.active(worst);
        }
    }

  private:
    static constexpr int max_rounds = 12;

    /// From the root: ceilings, and what a plan may get in the other worlds.
    void look_down() {
        std::fill(ceiling_.begin(), ceiling_.end(), Set{});
        std::fill(elsewhere_.begin(), elsewhere_.end(), 0.0);
        ceiling_[game_.root()] = hope_[game_.root()];
        for (NodeId node = game_.root() + 1; node-- > 0;) {
            if (dead_[node]) continue;
            elsewhere_[node] =
                std::min(elsewhere_[node], game_.weight(ceiling_[node] - game_.active(node)));
            const bool chooses = game_.kind(node) == Kind::max;
            for (NodeId child : game_.children(node)) {
                // Where the child is impossible, it does not limit anything.
                ceiling_[child] =
                    ceiling_[child] | (ceiling_[node] - (game_.active(child) - hope_[child]));
                double beside = elsewhere_[node];
                if (!chooses)
                    beside +=
                        sum_of_branches(game_.children(node), hope_[node] - game_.active(child),
                                        game_.active(child));
                elsewhere_[child] = std::max(elsewhere_[child], beside);
            }
        }
    }

    /// From the leaves: hopes, sums and dead nodes. Whether anything changed.
    bool look_up() {
        bool changed = false;
        for (NodeId node = 0; node <= game_.root(); ++node) {
            if (dead_[node]) continue;
            Set hope = hope_[node] & ceiling_[node];
            if (game_.kind(node) == Kind::max) {
                Set any{};
                for (NodeId child : game_.children(node)) {
                    if (!dead_[child]) any = any | hope_[child];
                }
                hope = hope & any;
            } else if (game_.kind(node) == Kind::min) {
                for (NodeId child : game_.children(node)) {
                    if (dead_[child]) dead_[node] = true;
                    hope = game_.restrict(hope, child, hope_[child]);
                }
            }
            const bool sinks = hope != hope_[node];
            hope_[node] = hope;
            here_[node] = std::min(here_[node], sum_here(node));
            if (here_[node] + margin(node) <= epsilon) dead_[node] = true;
            changed = changed || sinks || dead_[node];
        }
        return changed;
    }

    double sum_here(NodeId node) const {
        const double all = game_.weight(hope_[node]);
        if (game_.kind(node) == Kind::leaf) return all;
        if (game_.kind(node) == Kind::min)
            return sum_of_branches(game_.children(node), hope_[node], Set{});
        double best = 0.0;
        for (NodeId child : game_.children(node)) {
            if (!dead_[child]) best = std::max(best, here_[child]);
        }
        return std::min(best, all);
    }

    const Encoded<Words>& game_;
    double best_known_;
    std::vector<Set> hope_, ceiling_;
    std::vector<double> here_, elsewhere_;
    std::vector<bool> dead_;
};

template <std::size_t Words>
class Exact {
  public:
    using Set = Bits<Words>;

    /// `best` is what a plan that is already found gets; a better one takes its place.
    Exact(const Encoded<Words>& game, Set& best, Budget& budget)
        : game_(game),
          budget_(budget),
          best_(best),
          best_weight_(game.weight(best)),
          hopes_(game, best_weight_, budget),
          fronts_(game.graph().size()) {}

    /// From the leaves up, one height after the other: what is then known exactly lowers the hopes
    /// of all that is above it, so that few vectors are left to combine where they would be many.
    /// At the root no front is needed, only its best vector.
    void search() {
        const std::vector<bool> last = last_nodes();
        for (const auto& nodes : by_height()) {
            bool chooses = false;  // some plans are incomparable: something to learn from
            for (NodeId node : nodes) {
                if (hopes_.dead(node) || last[node]) continue;
                budget_.spend();
                Front<Words>& front = fronts_[node];
                switch (game_.kind(node)) {
                    case Kind::leaf:
                        front.add(hopes_.hope(node));
                        break;
                    case Kind::max:
                        search_max(node, front);
                        break;
                    case Kind::min:
                        search_min(node, front);
                        break;
                }
                hopes_.settle(node, front);
                chooses = chooses || front.size() != 1;
            }
            if (chooses) hopes_.lower(budget_);
            if (hopes_.dead(game_.root())) return;
        }
        finish(game_.root());
    }

  private:
    std::vector<std::vector<NodeId>> by_height() const {
        std::vector<std::vector<NodeId>> nodes;
        std::vector<std::uint32_t> height(fronts_.size(), 0);
        for (NodeId node = 0; node <= game_.root(); ++node) {
            for (NodeId child : game_.children(node)) {
                height[node] = std::max(height[node], height[child] + 1);
            }
            if (height[node] >= nodes.size()) nodes.resize(height[node] + 1);
            nodes[height[node]].push_back(node);
        }
        return nodes;
    }

    /// The root and, if it is MAX's, its own branches.
    std::vector<bool> last_nodes() const {
        std::vector<bool> last(fronts_.size(), false);
        std::vector<std::uint32_t> parents(fronts_.size(), 0);
        for (NodeId node = 0; node <= game_.root(); ++node) {
            for (NodeId child : game_.children(node)) ++parents[child];
        }
        last[game_.root()] = true;
        if (game_.kind(game_.root()) == Kind::max) {
            for (NodeId child : game_.children(game_.root())) last[child] = parents[child] == 1;
        }
        return last;
    }

    void finish(NodeId node) {
        if (hopes_.dead(node)) return;
        if (!fronts_[node].empty()) {
            for (const Set& vector : fronts_[node]) offer(vector);
        } else if (game_.kind(node) == Kind::leaf) {
            offer(hopes_.hope(node));
        } else if (game_.kind(node) == Kind::max) {
            for (NodeId child : by_hope(node)) finish(child);
        } else {
            const auto children = game_.children(node);
            std::vector<NodeId> rest(children.begin(), children.end());
            combine(hopes_.hope(node), rest);
        }
    }

    void offer(const Set& vector) {
        const double weight = game_.weight(vector);
        if (weight <= best_weight_ + epsilon) return;
        best_ = vector;
        best_weight_ = weight;
    }

    /// Takes a vector of each branch in turn, first of the one that leaves least, as long as the
    /// best plan can still be beaten.
    void combine(const Set& vector, std::vector<NodeId>& rest) {
        if (rest.empty()) return offer(vector);
        std::size_t narrowest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < rest.size(); ++i) {
            double most = 0.0;
            for (const Set& other : fronts_[rest[i]]) {
                budget_.spend();
                most = std::max(most, game_.weight(game_.restrict(vector, rest[i], other)));
            }
            if (most <= best_weight_ + epsilon) return;
            if (most < least) {
                least = most;
                narrowest = i;
            }
        }
        const NodeId child = rest[narrowest];
        Front<Words> distinct;
        for (const Set& other : fronts_[child]) distinct.add(game_.restrict(vector, child, other));
        std::vector<std::pair<double, Set>> choices;
        for (const Set& both : distinct) choices.emplace_back(-game_.weight(both), both);
        std::sort(choices.begin(), choices.end());
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(narrowest));
        for (const auto& [weight, both] : choices) {
            if (hopes_.sum_of_branches(rest, both, Set{}) <= best_weight_ + epsilon) continue;
            combine(both, rest);
        }
        rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(narrowest), child);
    }

    void search_max(NodeId node, Front<Words>& front) {
        const double margin = hopes_.margin(node);
        const Set hope = hopes_.hope(node);
        for (NodeId child : by_hope(node)) {
            if (front.covers(hopes_.hope(child) & hope)) continue;
            for (const Set& vector : fronts_[child]) {
                const Set capped = vector & hope;
                if (game_.weight(capped) + margin > epsilon) front.add(capped);
            }
        }
    }

    void search_min(NodeId node, Front<Words>& front) {
        const double margin = hopes_.margin(node);
        front.add(hopes_.hope(node));
        auto children = by_hope(node);
        std::reverse(children.begin(), children.end());
        for (std::size_t i = 0; i < children.size(); ++i) {
            const NodeId child = children[i];
            const std::span<const NodeId> rest(children.begin() + i + 1, children.end());
            Front<Words> combined;
            for (const Set& vector : front) {
                for (const Set& other : fronts_[child]) {
                    budget_.spend();
                    const Set both = game_.restrict(vector, child, other);
                    if (game_.weight(both) + margin > epsilon &&
                        hopes_.sum_of_branches(rest, both, Set{}) + margin > epsilon) {
                        combined.add(both);
                    }
                }
            }
            front = std::move(combined);
            if (front.empty()) return;
        }
    }

    /// The branches, best hope first.
    std::vector<NodeId> by_hope(NodeId node) const {
        std::vector<std::pair<double, NodeId>> ordered;
        for (NodeId child : game_.children(node)) {
            ordered.emplace_back(-game_.weight(hopes_.hope(child)), child);
        }
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<NodeId> children;
        for (const auto& entry : ordered) children.push_back(entry.second);
        return children;
    }

    const Encoded<Words>& game_;
    Budget& budget_;
    Set& best_;
    double best_weight_;
    Hopes<Words> hopes_;
    std::vector<Front<Words>> fronts_;
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
        Exact<Words>(game, best, budget).search();
        upper = game.weight(best);
    } catch (const LimitReached&) {
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
