// Alpha-beta and NegaScout over any Game of two sides: one seat against all others.
//
// Values are in the view of the maximiser, whose opponents all play against it.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/game.hpp"
#include "search/ordering.hpp"
#include "search/transposition.hpp"

namespace kiebitz::search {

inline constexpr Score infinite_score = Score{1} << 28;

/// A game that can be judged before its end.
template <class S>
concept EvaluatedGame = Game<S> && requires(const S state, int seat) {
    { state.evaluate(seat) } -> std::same_as<Score>;
};

struct TwoSidedOptions {
    int maximiser = 0;
    std::size_t table_entries = 0;  // of the transposition table; 0: none
    OrderingOptions ordering;
    bool exact_frontier = false;  // leave the search's frontier to `score` instead of `evaluate`
};

template <Game G>
class TwoSidedSearch {
  public:
    explicit TwoSidedSearch(const TwoSidedOptions& options)
        : options_(options), table_(options.table_entries) {}

    /// The value of the state at a depth, or a bound on it outside of the window (fail-soft).
    Score alpha_beta(G state, Score alpha, Score beta, int depth) {
        return visit<false>(state, alpha, beta, depth);
    }

    /// The same by NegaScout (Reinefeld 1983): after the first move, windows of no width.
    Score nega_scout(G state, Score alpha, Score beta, int depth) {
        return visit<true>(state, alpha, beta, depth);
    }

    /// The same by MTD(f) (Plaat et al. 1996): windows of no width only, from a first guess on.
    Score mtdf(const G& state, Score guess, int depth) {
        assert(!table_.empty());
        Score lower = -infinite_score, upper = infinite_score;
        while (lower < upper) {
            const Score beta = guess == lower ? guess + 1 : guess;
            guess = alpha_beta(state, beta - 1, beta, depth);
            (guess < beta ? upper : lower) = guess;
        }
        return guess;
    }

    /// Positions visited so far, leaves included.
    std::uint64_t nodes() const { return nodes_; }

    const TranspositionTable& table() const { return table_; }

    /// Counts from now on which moves cut, by what was known of them before.
    void count_cuts(CutCounts* counts) { counts_ = counts; }

  private:
    using Moves = typename G::Moves;

    template <bool scout>
    Score visit(G& state, Score alpha, Score beta, int depth) {
        ++nodes_;
        if (state.is_over()) return state.score(options_.maximiser);
        const int sign = state.to_move() == options_.maximiser ? 1 : -1;
        if (depth == 0) {
            const Score value = frontier(state);
            if (!table_.empty() && options_.ordering.frontier_values) {
                table_.store({state.hash(), sign * value, no_move, 0, Bound::exact});
            }
            return value;
        }
        return sign > 0 ? expand<scout>(state, alpha, beta, depth, sign)
                        : -expand<scout>(state, -beta, -alpha, depth, sign);
    }

    /// Negamax at one position, in its mover's view.
    template <bool scout>
    Score expand(G& state, Score alpha, Score beta, int depth, int sign) {
        const std::uint64_t key = state.hash();
        const TableEntry* known = table_.find(key);
        Move best_move = no_move;
        if (known != nullptr) {
            best_move = known->best;
            if (known->depth >= depth) {
                if (is_lower(known->bound) && known->value >= beta) return known->value;
                if (is_upper(known->bound) && known->value <= alpha) return known->value;
                if (known->bound == Bound::exact) return known->value;
            }
        }
        const std::vector<Prospect> prospects = ordered(state, beta, best_move, key, depth);

        Score best = -infinite_score, lower = alpha;
        bool first = true;
        for (const Prospect& prospect : prospects) {
            const Move move = prospect.move;
            const auto token = state.apply(move);
            const auto search = [&](Score low, Score high) {
                return sign > 0 ? visit<scout>(state, low, high, depth - 1)
                                : -visit<scout>(state, -high, -low, depth - 1);
            };
            Score value;
            if (!scout || first || beta - lower <= 1) {
                value = search(lower, beta);
            } else {
                value = search(lower, lower + 1);
                if (value > lower && value < beta) value = std::max(value, search(value, beta));
            }
            state.undo(move, token);
            first = false;
            if (counts_ != nullptr && prospect.expanded)
                counts_->add(prospect.value - beta, value >= beta);
            if (value > best) {
                best = value;
                best_move = move;
                lower = std::max(lower, best);
                if (lower >= beta) break;
            }
        }
        const Bound bound = best >= beta   ? Bound::lower
                            : best > alpha ? Bound::exact
                                           : Bound::upper;
        table_.store({key, best, best_move, static_cast<std::int16_t>(depth), bound});
        return best;
    }

    Score frontier(const G& state) const {
        if constexpr (EvaluatedGame<G>) {
            if (!options_.exact_frontier) return state.evaluate(options_.maximiser);
        }
        return state.score(options_.maximiser);
    }

    /// The moves with what is known of them, in the order of search.
    std::vector<Prospect> ordered(G& state, Score beta, Move best_move, std::uint64_t key,
                                  int depth) {
        const OrderingOptions& ordering = options_.ordering;
        Moves moves;
        state.legal_moves(moves);
        std::vector<Prospect> prospects(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            prospects[i].move = moves[i];
            if (ordering.kind == Ordering::generated && moves[i] == best_move)
                std::rotate(prospects.begin(), prospects.begin() + i, prospects.begin() + i + 1);
        }
        if (ordering.kind == Ordering::generated) return prospects;
        // Above the frontier nothing was expanded: there is nothing to know, unless it is asked
        // for.
        if (depth > 1 || ordering.frontier_values || ordering.frontier_sizes) {
            for (Prospect& prospect : prospects) look_at(state, prospect);
        }
        sort_prospects(prospects, beta, ordering, key);
        return prospects;
    }

    /// What is known of a move before it is searched.
    void look_at(G& state, Prospect& prospect) {
        const int mover = state.to_move();
        const auto token = state.apply(prospect.move);
        if (!state.is_over()) {
            if (const TableEntry* known = table_.find(state.hash())) {
                prospect.visited = true;
                prospect.expanded = known->depth > 0;
                const bool same_side =
                    (state.to_move() == options_.maximiser) == (mover == options_.maximiser);
                prospect.value = same_side ? known->value : -known->value;
            }
            if (prospect.expanded || options_.ordering.frontier_sizes) {
                Moves after;
                state.legal_moves(after);
                prospect.size = static_cast<int>(after.size());
            }
        }
        state.undo(prospect.move, token);
    }

    TwoSidedOptions options_;
    TranspositionTable table_;
    std::uint64_t nodes_ = 0;
    CutCounts* counts_ = nullptr;
};

enum class TwoSidedAlgorithm : std::uint8_t { alpha_beta, nega_scout, mtdf };

struct Deepened {
    Score value = 0;
    std::vector<std::uint64_t> nodes;  // after each depth, all earlier ones included
};

/// Searches to depth 1, 2, ... `depth`; each pass orders its moves by what the last one found.
template <Game G>
Deepened iterative_deepening(const G& state, TwoSidedAlgorithm algorithm, int depth,
                             const TwoSidedOptions& options, CutCounts* counts = nullptr) {
    TwoSidedSearch<G> search(options);
    search.count_cuts(counts);
    Deepened result;
    for (int d = 1; d <= depth; ++d) {
        switch (algorithm) {
            case TwoSidedAlgorithm::alpha_beta:
                result.value = search.alpha_beta(state, -infinite_score, infinite_score, d);
                break;
            case TwoSidedAlgorithm::nega_scout:
                result.value = search.nega_scout(state, -infinite_score, infinite_score, d);
                break;
            case TwoSidedAlgorithm::mtdf:
                result.value = search.mtdf(state, result.value, d);
                break;
        }
        result.nodes.push_back(search.nodes());
    }
    return result;
}

}  // namespace kiebitz::search
