// maxⁿ (Luckhardt and Irani; thesis ch. 4 and 5) with all its exact prunings, each on a switch.
//
// The value of a node is the tuple of the child that is best for its player. Every pruning here
// returns the tuple that plain maxⁿ returns under the same tie-breaking rule; approximate deep
// pruning, which does not, is in approximate_deep.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <vector>

#include "search/multiplayer/chain.hpp"
#include "search/multiplayer/exact_table.hpp"
#include "search/multiplayer/history.hpp"
#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

struct MaxnOptions {
    bool immediate = true;                    // §5.2: nothing beats the highest value
    bool shallow = true;                      // §5.3: bounds of parent and node
    bool branch_and_bound = true;             // §5.8: monotone heuristics
    bool alpha_beta_branch_and_bound = true;  // §5.9: both together
    bool last_branch = false;                 // §5.12
    bool speculative = true;                  // §5.13
    bool discrete = true;                     // §5.15
    bool alike_once = false;                  // of moves that cannot differ one is searched
    TieBreak ties = TieBreak::first;
    Unit unit = Unit::move;
    int width = std::numeric_limits<int>::max();  // only the first moves of the ordering
    bool exact_root = false;                      // every move of the root gets its exact tuple
};

inline constexpr int kMaxDepth = 512;

template <class S, class E, class O = AsListed>
class MaxnSearch {
  public:
    MaxnSearch(const E& evaluation, const O& ordering, const MaxnOptions& options, Budget& budget,
               Statistics& statistics, ExactTable* table = nullptr)
        : evaluation_(evaluation),
          ordering_(ordering),
          options_(options),
          budget_(budget),
          statistics_(statistics),
          table_(table),
          frames_(kMaxDepth) {}

    /// Counts the best move of every node with a choice into a table.
    void learn_into(HistoryTable* history) { lesson_.learn_into(history); }

    /// Searches `moves` from the position, so deep. Throws LimitReached; the state is then void.
    struct Found {
        Values value{};
        int best = 0;              // index into the moves
        bool cut = false;          // the depth limit was met somewhere
        std::vector<Values> each;  // with exact_root: the tuple of every move
    };

    Found search(S& state, int depth, const typename S::Moves& moves) {
        players_ = state.players();
        root_ = state.to_move();
        depth_ = depth;
        last_stage_ = stage_of(state) + depth;
        highest_ = evaluation_.highest(state);
        rules_ = {options_.shallow,
                  options_.last_branch,
                  options_.speculative,
                  options_.discrete,
                  options_.ties == TieBreak::first,
                  evaluation_.total(state),
                  evaluation_.step()};
        cut_ = false;
        each_.clear();
        root_moves_ = &moves;
        const Outcome outcome = visit(state, 0);
        assert(outcome.top == kExact);
        return {outcome.value, frames_[0].best_index, cut_, each_};
    }

  private:
    static constexpr int kExact = -1;
    /// The node's tuple; or, if `top` is a ply, only that it does not matter to the node there.
    struct Outcome {
        Values value;
        int top;
    };
    struct Pruned {
        int index;
        int top;
    };

    Outcome visit(S& state, int ply) {
        // 1. The end of the game, or of the search.
        if (state.is_over()) return leaf(state, ply);
        if (ply > 0 && is_deep_enough(state, ply)) {
            cut_ = true;
            return leaf(state, ply);
        }

        // 2. The same position, already searched to the same depth.
        std::uint64_t key = 0;
        if (table_ != nullptr && ply > 0) {
            const int left =
                options_.unit == Unit::stage ? last_stage_ - stage_of(state) : depth_ - ply;
            key = mix64(state.hash() ^ mix64(static_cast<std::uint64_t>(left) * 8 + root_));
            if (const Values* known = table_->find(key)) {
                ++statistics_.table_hits;
                return {*known, kExact};
            }
        }

        Frame& node = frames_[ply];
        node = Frame{};
        node.seat = state.to_move();
        node.isolated = ply == 0 && options_.exact_root;

        // 3. Branch-and-bound: the heuristics alone say that the node does not matter.
        std::array<Score, kMaxPlayers> least{};
        Score most = highest_;
        if (options_.branch_and_bound || options_.alpha_beta_branch_and_bound) {
            for (int s = 0; s < players_; ++s) least[s] = evaluation_.least(state, s);
            if (options_.branch_and_bound) {
                most = std::min(most, evaluation_.most(state, node.seat));
                if (is_out_of_reach(state, ply)) {
                    ++statistics_.branch_and_bound;
                    return {{}, ply - 1};
                }
            }
        }
        const bool combined = options_.alpha_beta_branch_and_bound;

        typename S::Moves moves;
        if (ply == 0) {
            moves = *root_moves_;
        } else {
            state.legal_moves(moves);
            if (options_.alike_once) drop_alike(state, moves);
            ordering_.order(state, moves);
        }
        const int count = std::min(static_cast<int>(moves.size()), options_.width);
        assert(count > 0 && ply + 1 < kMaxDepth);

        const int before = lesson_.enter(ply);
        const auto learn = [&] {
            const bool had_choice = count > 1 && node.best_index >= 0;
            lesson_.leave(state, ply, before, had_choice,
                          moves[static_cast<std::size_t>(std::max(0, node.best_index))]);
        };
        std::vector<Pruned> pruned;
        std::vector<int> again;  // pruned moves that have to be searched after all, last one first
        int next = 0;
        while (!again.empty() || next < count) {
            // 4. One child.
            if (again.empty()) {
                node.child_index = next++;
            } else {
                node.child_index = again.back();
                again.pop_back();
                ++statistics_.searched_again;
            }
            node.at_last = again.empty() && next == count;
            const Move move = moves[static_cast<std::size_t>(node.child_index)];
            budget_.spend();
            ++statistics_.nodes;
            const auto token = state.apply(move);
            const Outcome outcome = visit(state, ply + 1);
            state.undo(move, token);

            if (outcome.top != kExact) {
                if (outcome.top < ply) pruned.push_back({node.child_index, outcome.top});
                continue;
            }
            if (node.isolated) each_.push_back(outcome.value);
            if (!is_better(outcome.value, node)) continue;
            node.best = outcome.value;
            node.best_index = node.child_index;
            const Score found = node.best[node.seat];

            // 5. A better move may bring back what was pruned because of the old one.
            for (std::size_t i = 0; i < pruned.size();) {
                if (travels(frames_.data(), node.best, ply - 1, pruned[i].top, rules_)) {
                    again.push_back(pruned[i].index);
                    pruned.erase(pruned.begin() + static_cast<std::ptrdiff_t>(i));
                } else {
                    ++i;
                }
            }
            std::sort(again.begin(), again.end(), std::greater<>());

            // 6. Immediate pruning: no later move can be better.
            if (options_.immediate && rules_.first_wins_ties && found >= most && next < count &&
                !node.isolated) {
                ++statistics_.immediate;
                next = count;
            }

            // 7. Shallow, last-branch and speculative pruning.
            if (ply > 0 && (!again.empty() || next < count)) {
                const auto sure = [&](int seat) { return combined ? least[seat] : 0; };
                const bool settled = again.empty() && pruned.empty();
                const int top =
                    irrelevant_to(frames_.data(), ply, found, settled, players_, rules_, sure);
                if (top >= 0) {
                    ++(top == ply - 1 ? statistics_.shallow : statistics_.speculative);
                    learn();
                    return {node.best, top};
                }
            }
        }

        learn();

        // 8. What is still pruned makes this node's value uncertain up to the highest top.
        if (!pruned.empty()) {
            int top = pruned.front().top;
            for (const Pruned& each : pruned) top = std::min(top, each.top);
            return {node.best, top};
        }
        if (table_ != nullptr && ply > 0) table_->store(key, node.best);
        return {node.best, kExact};
    }

    Outcome leaf(const S& state, int ply) {
        lesson_.reach(ply);
        ++statistics_.leaves;
        return {evaluation_.value(state), kExact};
    }

    bool is_deep_enough(const S& state, int ply) const {
        return options_.unit == Unit::stage ? stage_of(state) >= last_stage_ : ply >= depth_;
    }

    /// §5.8: the parent's player cannot get more here than it already has.
    bool is_out_of_reach(const S& state, int ply) const {
        if (ply == 0) return false;
        const Frame& parent = frames_[ply - 1];
        if (parent.isolated || parent.best_index < 0) return false;
        const Score reach = evaluation_.most(state, parent.seat);
        const Score has = parent.best[parent.seat];
        return wants_more(parent, rules_) ? reach <= has : reach < has;
    }

    bool is_better(const Values& value, const Frame& node) const {
        if (node.best_index < 0) return true;
        const Score offered = value[node.seat];
        const Score has = node.best[node.seat];
        if (offered != has) return offered > has;
        const bool later = node.child_index > node.best_index;
        switch (options_.ties) {
            case TieBreak::first:
                return !later;
            case TieBreak::last:
                return later;
            case TieBreak::least_for_root:
                if (value[root_] != node.best[root_]) return value[root_] < node.best[root_];
                return !later;
            case TieBreak::most_for_root:
                if (value[root_] != node.best[root_]) return value[root_] > node.best[root_];
                return !later;
        }
        return false;
    }

    const E& evaluation_;
    const O& ordering_;
    MaxnOptions options_;
    Budget& budget_;
    Statistics& statistics_;
    ExactTable* table_;
    HistoryLesson lesson_;
    std::vector<Frame> frames_;
    std::vector<Values> each_;
    const typename S::Moves* root_moves_ = nullptr;
    ChainRules rules_;
    Score highest_ = 0;
    int players_ = 0;
    int root_ = 0;
    int depth_ = 0;
    int last_stage_ = 0;
    bool cut_ = false;
};

}  // namespace kiebitz::multiplayer
