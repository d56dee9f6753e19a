// Approximate deep pruning (thesis §5.17): maxⁿ that prunes like alpha-beta, at any distance.
//
// One bound a player is kept on the way down. When together they reach the total, the node is left
// with what it has found. Nothing is searched again, so the tuple may differ from that of maxⁿ
// unless moves are well ordered. The listing of the thesis is lost; this is the algorithm of its
// text.
#pragma once

#include <algorithm>
#include <cassert>
#include <vector>

#include "search/multiplayer/history.hpp"
#include "search/multiplayer/maxn.hpp"
#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

template <class S, class E, class O = AsListed>
class ApproximateDeepSearch {
  public:
    using Found = typename MaxnSearch<S, E, O>::Found;

    ApproximateDeepSearch(const E& evaluation, const O& ordering, const MaxnOptions& options,
                          Budget& budget, Statistics& statistics)
        : evaluation_(evaluation),
          ordering_(ordering),
          options_(options),
          budget_(budget),
          statistics_(statistics) {}

    /// Counts the best move of every node with a choice into a table.
    void learn_into(HistoryTable* history) { lesson_.learn_into(history); }

    Found search(S& state, int depth, const typename S::Moves& moves) {
        players_ = state.players();
        depth_ = depth;
        last_stage_ = stage_of(state) + depth;
        highest_ = evaluation_.highest(state);
        total_ = evaluation_.total(state);
        cut_ = false;
        Found found;
        const int seat = state.to_move();
        Values bounds{};
        const int count = std::min(static_cast<int>(moves.size()), options_.width);
        const int before = lesson_.enter(0);
        for (int i = 0; i < count; ++i) {
            const Values value = child(state, moves[static_cast<std::size_t>(i)], 0, bounds);
            if (options_.exact_root) found.each.push_back(value);
            if (i == 0 || value[seat] > found.value[seat]) {
                found.value = value;
                found.best = i;
            }
            if (!options_.exact_root) bounds[seat] = std::max(bounds[seat], value[seat]);
        }
        lesson_.leave(state, 0, before, count > 1, moves[static_cast<std::size_t>(found.best)]);
        found.cut = cut_;
        return found;
    }

  private:
    Values child(S& state, Move move, int ply, const Values& bounds) {
        budget_.spend();
        ++statistics_.nodes;
        const auto token = state.apply(move);
        const Values value = visit(state, ply + 1, bounds);
        state.undo(move, token);
        return value;
    }

    Values visit(S& state, int ply, Values bounds) {
        const bool deep =
            options_.unit == Unit::stage ? stage_of(state) >= last_stage_ : ply >= depth_;
        if (state.is_over() || deep) {
            cut_ = cut_ || !state.is_over();
            ++statistics_.leaves;
            lesson_.reach(ply);
            return evaluation_.value(state);
        }
        assert(ply < kMaxDepth);
        const int seat = state.to_move();
        typename S::Moves moves;
        state.legal_moves(moves);
        if (options_.alike_once) drop_alike(state, moves);
        ordering_.order(state, moves);
        const int count = std::min(static_cast<int>(moves.size()), options_.width);
        Values best{};
        Move best_move{};
        const int before = lesson_.enter(ply);
        for (int i = 0; i < count; ++i) {
            const Move move = moves[static_cast<std::size_t>(i)];
            const Values value = child(state, move, ply, bounds);
            if (i == 0 || value[seat] > best[seat]) {
                best = value;
                best_move = move;
            }
            bounds[seat] = std::max(bounds[seat], best[seat]);
            if (i + 1 == count) break;
            if (options_.immediate && best[seat] >= highest_) {
                ++statistics_.immediate;
                break;
            }
            Score sum = 0;
            for (int s = 0; s < players_; ++s) sum += bounds[s];
            if (sum >= total_) {
                ++statistics_.deep;
                break;
            }
        }
        lesson_.leave(state, ply, before, count > 1, best_move);
        return best;
    }

    const E& evaluation_;
    const O& ordering_;
    MaxnOptions options_;
    Budget& budget_;
    Statistics& statistics_;
    HistoryLesson lesson_;
    Score highest_ = 0;
    Score total_ = 0;
    int players_ = 0;
    int depth_ = 0;
    int last_stage_ = 0;
    bool cut_ = false;
};

}  // namespace kiebitz::multiplayer
