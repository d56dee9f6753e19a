// Paranoid search (thesis §4.2): all others are one opponent, so alpha-beta applies (§5.1). With
// two players this is minimax. Zero-window search (§6.2) and its iterative form (§6.2.1) are built
// on it.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "search/multiplayer/maxn.hpp"
#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

/// What the root player maximises and all others minimise.
enum class Objective : std::uint8_t {
    lead,  // own value minus all others' (the thesis)
    own,   // own value alone: the same in a constant-sum game
};

struct ParanoidOptions {
    bool alpha_beta = true;
    Objective objective = Objective::lead;
    Unit unit = Unit::move;
    int width = std::numeric_limits<int>::max();
    bool branch_and_bound = true;  // §5.8: monotone heuristics
    bool alike_once = false;       // of moves that cannot differ one is searched
    bool best_first = true;  // what was best a move or a trick less deep, if the table knows it
    bool exact_root = false;
    bool root_bounds = false;  // values of the root's moves as alpha-beta leaves them: most are
                               // bounds only, and averaging them over worlds is a mistake
};

/// Bounds on minimax values. Unlike maxⁿ tuples they do not depend on how ties break.
class BoundTable {
  public:
    enum class Bound : std::uint8_t { none, exact, at_least, at_most };
    struct Entry {
        std::uint64_t key = 0;
        Score value = 0;
        Move best = 0;
        Bound bound = Bound::none;
    };

    explicit BoundTable(std::size_t entries) : entries_(std::bit_ceil(entries)) {}
    Entry& slot(std::uint64_t key) { return entries_[key & (entries_.size() - 1)]; }

  private:
    std::vector<Entry> entries_;
};

template <class S, class E, class O = AsListed>
class ParanoidSearch {
  public:
    static constexpr Score kInfinity = std::numeric_limits<Score>::max() / 2;

    ParanoidSearch(const E& evaluation, const O& ordering, const ParanoidOptions& options,
                   Budget& budget, Statistics& statistics, BoundTable* table = nullptr)
        : evaluation_(evaluation),
          ordering_(ordering),
          options_(options),
          budget_(budget),
          statistics_(statistics),
          table_(table) {}

    /// Counts the best move of every node with a choice into a table.
    void learn_into(HistoryTable* history) { lesson_.learn_into(history); }

    struct Found {
        Score value = 0;
        int best = 0;
        bool cut = false;
        std::vector<Score> each;
    };

    /// The value of the position for its player, and the first of the moves that has it. With a
    /// window, a value outside of it is only a bound.
    Found search(S& state, int depth, const typename S::Moves& moves, Score alpha = -kInfinity,
                 Score beta = kInfinity) {
        root_ = state.to_move();
        depth_ = depth;
        last_stage_ = stage_of(state) + depth;
        cut_ = false;
        Found found;
        found.value = -kInfinity;
        const int count = std::min(static_cast<int>(moves.size()), options_.width);
        const int before = lesson_.enter(0);
        for (int i = 0; i < count; ++i) {
            const Score floor = options_.exact_root ? alpha : std::max(alpha, found.value);
            const Score value = child(state, moves[static_cast<std::size_t>(i)], 0, floor, beta);
            if (options_.exact_root || options_.root_bounds) found.each.push_back(value);
            if (value > found.value) {
                found.value = value;
                found.best = i;
            }
            if (options_.alpha_beta && found.value >= beta && !options_.exact_root) break;
        }
        lesson_.leave(state, 0, before, count > 1, moves[static_cast<std::size_t>(found.best)]);
        found.cut = cut_;
        return found;
    }

  private:
    Score child(S& state, Move move, int ply, Score alpha, Score beta) {
        budget_.spend();
        ++statistics_.nodes;
        const auto token = state.apply(move);
        const Score value = visit(state, ply + 1, alpha, beta);
        state.undo(move, token);
        return value;
    }

    Score worth(const S& state) const {
        const Values values = evaluation_.value(state);
        if (options_.objective == Objective::own) return values[root_];
        Score others = 0;
        for (int s = 0; s < state.players(); ++s) others += s == root_ ? 0 : values[s];
        return values[root_] - others;
    }

    /// Between what the heuristics still leave possible (§5.8).
    std::pair<Score, Score> reach(const S& state) const {
        const Score least = evaluation_.least(state, root_), most = evaluation_.most(state, root_);
        if (options_.objective == Objective::own) return {least, most};
        Score others_least = 0, others_most = 0;
        for (int s = 0; s < state.players(); ++s) {
            if (s == root_) continue;
            others_least += evaluation_.least(state, s);
            others_most += evaluation_.most(state, s);
        }
        // All together have no more than the total.
        others_most = std::min(others_most, evaluation_.total(state) - least);
        return {least - others_most, most - others_least};
    }

    Score visit(S& state, int ply, Score alpha, Score beta) {
        const bool deep =
            options_.unit == Unit::stage ? stage_of(state) >= last_stage_ : ply >= depth_;
        if (state.is_over() || deep) {
            cut_ = cut_ || !state.is_over();
            ++statistics_.leaves;
            lesson_.reach(ply);
            return worth(state);
        }
        assert(ply < kMaxDepth);
        if (options_.branch_and_bound && options_.alpha_beta) {
            const auto [least, most] = reach(state);
            if (most <= alpha || least >= beta) {
                ++statistics_.branch_and_bound;
                return most <= alpha ? most : least;
            }
        }
        BoundTable::Entry* entry = nullptr;
        std::uint64_t hash = 0, key = 0;
        int left = 0;
        if (table_ != nullptr) {
            hash = state.hash();
            left = options_.unit == Unit::stage ? last_stage_ - stage_of(state) : depth_ - ply;
            key = key_of(hash, left);
            entry = &table_->slot(key);
            if (entry->key == key) {
                using Bound = BoundTable::Bound;
                if (entry->bound == Bound::exact ||
                    (entry->bound == Bound::at_least && entry->value >= beta) ||
                    (entry->bound == Bound::at_most && entry->value <= alpha)) {
                    ++statistics_.table_hits;
                    return entry->value;
                }
            }
        }
        const bool ours = state.to_move() == root_;
        typename S::Moves moves;
        state.legal_moves(moves);
        if (options_.alike_once) drop_alike(state, moves);
        ordering_.order(state, moves);
        const int count = std::min(static_cast<int>(moves.size()), options_.width);
        if (entry != nullptr && options_.best_first && left > 1) {
            const std::uint64_t before = key_of(hash, left - 1);
            const BoundTable::Entry& shorter = table_->slot(before);
            if (shorter.key == before) to_front(moves, count, shorter.best);
        }
        Score low = alpha;
        Score high = beta;
        Score best = ours ? -kInfinity : kInfinity;
        Move best_move{};
        const int before = lesson_.enter(ply);
        for (int i = 0; i < count; ++i) {
            const Move move = moves[static_cast<std::size_t>(i)];
            const Score value = child(state, move, ply, low, high);
            if (i == 0 || (ours ? value > best : value < best)) {
                best = value;
                best_move = move;
            }
            if (!options_.alpha_beta) continue;
            if (ours) {
                low = std::max(low, best);
            } else {
                high = std::min(high, best);
            }
            if (low >= high) {
                if (i + 1 < count) ++statistics_.alpha_beta;
                break;
            }
        }
        lesson_.leave(state, ply, before, count > 1, best_move);
        if (entry != nullptr) {
            using Bound = BoundTable::Bound;
            const Bound bound = best <= alpha  ? Bound::at_most
                                : best >= beta ? Bound::at_least
                                               : Bound::exact;
            *table_slot(key) = {key, best, best_move, bound};
        }
        return best;
    }

    std::uint64_t key_of(std::uint64_t hash, int left) const {
        return mix64(hash ^ mix64(static_cast<std::uint64_t>(left) * 8 + root_));
    }

    /// A move before the others, whose order stays. What is not among the first `count` stays out.
    static void to_front(typename S::Moves& moves, int count, Move move) {
        for (int i = 1; i < count; ++i) {
            if (moves[static_cast<std::size_t>(i)] != move) continue;
            for (; i > 0; --i) {
                std::swap(moves[static_cast<std::size_t>(i)],
                          moves[static_cast<std::size_t>(i - 1)]);
            }
            return;
        }
    }

    /// The slot again: the search below may have written to it.
    BoundTable::Entry* table_slot(std::uint64_t key) { return &table_->slot(key); }

    const E& evaluation_;
    const O& ordering_;
    ParanoidOptions options_;
    Budget& budget_;
    Statistics& statistics_;
    BoundTable* table_;
    HistoryLesson lesson_;
    int root_ = 0;
    int depth_ = 0;
    int last_stage_ = 0;
    bool cut_ = false;
};

/// Whether the value is above `bound`, by a search with a window of nothing (§6.2).
template <class Search, class S>
bool is_above(Search& search, S& state, int depth, const typename S::Moves& moves, Score bound) {
    return search.search(state, depth, moves, bound, bound + 1).value > bound;
}

/// The value by questions alone: a binary search between values that surely enclose it.
template <class Search, class S>
Score value_by_questions(Search& search, S& state, int depth, const typename S::Moves& moves,
                         Score low, Score high) {
    while (low < high) {
        const Score middle = low + (high - low) / 2;
        const bool above = is_above(search, state, depth, moves, middle);
        (above ? low : high) = above ? middle + 1 : middle;
    }
    return low;
}

/// Iterative zero-window search (§6.2.1): where a player's value stays or grows by one `step` from
/// one depth to the next, one question a depth gives the exact value of each. Returns the values of
/// depth 1, 2, …; they are exact only under theorem 6.1 (one trick a depth, own tricks counted).
template <class Search, class S>
std::vector<Score> values_by_depth(Search& search, S& state, int depth,
                                   const typename S::Moves& moves, Score start, Score step) {
    std::vector<Score> values;
    Score value = start;
    for (int d = 1; d <= depth; ++d) {
        if (is_above(search, state, d, moves, value)) value += step;
        values.push_back(value);
    }
    return values;
}

}  // namespace kiebitz::multiplayer
