// Minimum proof graphs of explicit game graphs (thesis §3.2-3.5).
//
// In a tree they are found bottom-up in linear time. In a graph a position may serve several
// proofs; finding the fewest positions is then NP-complete, and is done here by trying, for every
// position that can be reached in more than one way (a transposition), which proofs it takes part
// in.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "games/game.hpp"

namespace kiebitz::search {

/// A game as a directed graph without cycles. Vertex 0 is the root, and every edge leads to a
/// higher number.
struct GameGraph {
    struct Vertex {
        bool white = true;  // who moves here; white wants a high score
        std::vector<std::uint32_t> children;
        Score score = 0;  // at a leaf, in white's view
    };
    std::vector<Vertex> vertices;

    /// Minimax values of all vertices, in white's view.
    std::vector<Score> values() const {
        std::vector<Score> value(vertices.size());
        for (std::size_t v = vertices.size(); v-- > 0;) {
            const Vertex& vertex = vertices[v];
            value[v] = vertex.score;
            for (std::size_t i = 0; i < vertex.children.size(); ++i) {
                const Score child = value[vertex.children[i]];
                value[v] = i == 0         ? child
                           : vertex.white ? std::max(value[v], child)
                                          : std::min(value[v], child);
            }
        }
        return value;
    }

    /// The vertices below the root that can be reached in more than one way.
    std::vector<std::uint32_t> transpositions() const {
        std::vector<int> parents(vertices.size());
        for (const Vertex& vertex : vertices) {
            for (std::uint32_t child : vertex.children) ++parents[child];
        }
        std::vector<std::uint32_t> found;
        for (std::uint32_t v = 0; v < vertices.size(); ++v) {
            if (parents[v] > 1) found.push_back(v);
        }
        return found;
    }
};

class ProofGraph {
  public:
    static constexpr std::uint64_t impossible = std::numeric_limits<std::uint32_t>::max();

    explicit ProofGraph(const GameGraph& graph)
        : graph_(graph), value_(graph.values()), transpositions_(graph.transpositions()) {
        place_.assign(graph.vertices.size(), -1);
        for (std::size_t i = 0; i < transpositions_.size(); ++i) {
            place_[transpositions_[i]] = static_cast<int>(i);
        }
    }

    /// Which bounds a vertex is proved for, as bits.
    using Need = std::uint8_t;
    static constexpr Need none = 0, lower = 1, upper = 2, both = 3;

    /// The fewest vertices that prove that white gets at least `target`; none if it does not.
    std::optional<std::uint64_t> target(Score target) {
        if (value_[0] < target) return std::nullopt;
        threshold_ = target;
        return fewest(lower);
    }

    /// The fewest vertices that prove the minimax value.
    std::uint64_t minimax() {
        threshold_ = value_[0];
        return fewest(both);
    }

    /// What each vertex proves in the proof that was counted last.
    std::vector<Need> extract() {
        std::vector<Need> needs(graph_.vertices.size(), none);
        chosen_ = best_choice_;
        known_.assign(graph_.vertices.size(), {});
        if (place_[0] < 0) mark(0, asked_, needs);
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            if (chosen_[i] != none) mark(transpositions_[i], chosen_[i], needs);
        }
        return needs;
    }

    /// How many choices for the transpositions a search would try.
    std::uint64_t choices(bool for_minimax) const {
        std::uint64_t product = 1;
        for (std::uint32_t v : transpositions_) {
            const bool either = for_minimax && value_[v] == value_[0];
            product = std::min(impossible, product * (either ? 4 : 2));
        }
        return product;
    }

  private:
    /// Tries every choice of what the transpositions take part in.
    std::uint64_t fewest(Need need) {
        chosen_.assign(transpositions_.size(), none);
        best_choice_ = chosen_;
        asked_ = need;
        return choose(0, need, impossible);
    }

    /// Enters what a vertex proves, and what the vertices below it prove for that. Transpositions
    /// below are entered by themselves.
    void mark(std::uint32_t v, Need need, std::vector<Need>& needs) {
        needs[v] = need;
        const auto& vertex = graph_.vertices[v];
        const Need by_one = need & (vertex.white ? lower : upper);
        const Need by_all = need & (vertex.white ? upper : lower);
        std::uint64_t least_more = impossible;
        std::uint32_t chosen = 0;
        for (std::uint32_t child : vertex.children) {
            if (by_one == none) break;
            const std::uint64_t with = cost(child, by_one | by_all);
            const std::uint64_t without = by_all != none ? cost(child, by_all) : 0;
            if (with >= impossible || with - without >= least_more) continue;
            least_more = with - without;
            chosen = child;
        }
        for (std::uint32_t child : vertex.children) {
            const Need below = by_one != none && child == chosen ? by_one | by_all : by_all;
            if (below != none && place_[child] < 0) mark(child, below, needs);
        }
    }

    std::uint64_t choose(std::size_t place, Need need, std::uint64_t best) {
        if (place == transpositions_.size()) {
            known_.assign(graph_.vertices.size(), {});
            std::uint64_t size = cost(0, need);
            for (std::size_t i = 0; i < chosen_.size() && size < best; ++i) {
                if (chosen_[i] != none) size += own_cost(transpositions_[i], chosen_[i]);
            }
            if (size < best) best_choice_ = chosen_;
            return std::min(best, size);
        }
        for (Need here : {none, lower, upper, both}) {
            if ((here & ~need) != 0 || !holds(transpositions_[place], here)) continue;
            chosen_[place] = here;
            best = choose(place + 1, need, best);
        }
        chosen_[place] = none;
        return best;
    }

    /// Whether the vertex has the bounds that it should prove.
    bool holds(std::uint32_t v, Need need) const {
        return ((need & lower) == 0 || value_[v] >= threshold_) &&
               ((need & upper) == 0 || value_[v] <= threshold_);
    }

    /// The vertices that a proof here adds: none at a transposition that was paid for already.
    std::uint64_t cost(std::uint32_t v, Need need) {
        if (!holds(v, need)) return impossible;
        if (place_[v] < 0) return own_cost(v, need);
        const Need chosen = chosen_[static_cast<std::size_t>(place_[v])];
        return (need & ~chosen) == 0 ? 0 : impossible;
    }

    /// Each vertex is worked out once for each need, so that a tree takes linear time.
    std::uint64_t own_cost(std::uint32_t v, Need need) {
        if (known_[v][need] == 0) known_[v][need] = work_out(v, need);
        return known_[v][need];
    }

    std::uint64_t work_out(std::uint32_t v, Need need) {
        const auto& vertex = graph_.vertices[v];
        if (vertex.children.empty()) return 1;
        // The bound that the mover proves with one move, and the one that needs all moves.
        const Need by_one = need & (vertex.white ? lower : upper);
        const Need by_all = need & (vertex.white ? upper : lower);
        std::uint64_t all = 0, least_more = impossible;
        for (std::uint32_t child : vertex.children) {
            const std::uint64_t without = by_all != none ? cost(child, by_all) : 0;
            all = std::min(impossible, all + without);
            if (by_one == none) continue;
            const std::uint64_t with = cost(child, by_one | by_all);
            // Where `without` is impossible, so is `all`, and the difference does not matter.
            if (with < impossible && without < impossible)
                least_more = std::min(least_more, with - without);
        }
        if (by_one == none) least_more = 0;
        return std::min(impossible, 1 + all + least_more);
    }

    const GameGraph& graph_;
    std::vector<Score> value_;
    std::vector<std::uint32_t> transpositions_;
    std::vector<int> place_;
    std::vector<Need> chosen_, best_choice_;
    Need asked_ = none;
    std::vector<std::array<std::uint64_t, 4>> known_;  // by vertex and need; 0: not yet
    Score threshold_ = 0;
};

}  // namespace kiebitz::search
