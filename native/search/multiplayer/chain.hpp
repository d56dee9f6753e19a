// When a node cannot matter: the chain of bounds above it (thesis §5.3 to §5.15).
//
// Walk up from a node through ancestors with different players. Each of them already has a move
// worth b to it, and leaves that move only for strictly more (ties go to the first). The player at
// the node will get at least what it has found. If all of that together is more than the total that
// there is, the node's value cannot travel to the top of the chain, whatever it turns out to be.
//
//   top = parent        shallow pruning (§5.3)
//   top further up      speculative pruning (§5.13), or last-branch pruning (§5.12) when every
//                       player in between is at its last move
//   others              count with what they are sure to get: alpha-beta branch-and-bound (§5.9)
//   whole steps         players must gain at least μ each: the discrete bounds (§5.15)
//
// A prune further up is safe only while no player in between has a move that itself would travel to
// the top; when one of them finds such a move later, what was pruned is searched again.
#pragma once

#include <algorithm>
#include <cassert>

#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

/// One node on the path from the root.
struct Frame {
    Values best{};
    int seat = 0;
    int best_index = -1;    // -1: no move searched yet
    int child_index = 0;    // the move being searched
    bool at_last = false;   // … is the last one
    bool isolated = false;  // bounds do not cross this node: every move gets its exact value
};

struct ChainRules {
    bool shallow = true;
    bool last_branch = false;
    bool speculative = true;
    bool discrete = true;
    bool first_wins_ties = true;
    Score total = 0;
    Score step = 1;
};

/// Whether the player of `frame` must be offered strictly more than its best to take this child.
inline bool wants_more(const Frame& frame, const ChainRules& rules) {
    return rules.first_wins_ties && frame.child_index > frame.best_index;
}

/// Whether a value that reached `ply` + 1 would be taken by the players from `ply` up to `top`.
inline bool travels(const Frame* frames, const Values& value, int ply, int top,
                    const ChainRules& rules) {
    for (int k = ply; k >= top; --k) {
        const Frame& frame = frames[k];
        assert(frame.best_index >= 0);
        const Score offered = value[frame.seat];
        const Score has = frame.best[frame.seat];
        if (wants_more(frame, rules) ? offered <= has : offered < has) return false;
    }
    return true;
}

/// The ply of the nearest ancestor that makes the node at `ply` irrelevant, or -1.
///
/// `found` is what the node's own player is sure of; `settled` says that this is the best of moves
/// searched and that nothing pruned below awaits another search. `least(seat)` bounds any seat.
template <class Least>
int irrelevant_to(const Frame* frames, int ply, Score found, bool settled, int players,
                  const ChainRules& rules, Least&& least) {
    const Frame& node = frames[ply];
    std::uint32_t seen = 1U << node.seat;
    Score sum = found;      // what the players of the chain have
    Score stepped = found;  // … and what they want, when values come in whole steps
    bool strict = false;
    for (int top = ply - 1; top >= 0; --top) {
        const Frame& frame = frames[top];
        if (frame.isolated || frame.best_index < 0 || (seen >> frame.seat & 1) != 0) return -1;
        const int between = ply - 1 - top;
        if (between > 0) {
            // The player just below the new top joins those in between.
            const Frame& joined = frames[top + 1];
            if (!rules.speculative && !(rules.last_branch && joined.at_last)) return -1;
        }
        seen |= 1U << frame.seat;
        const Score has = frame.best[frame.seat];
        const Score sure = least(frame.seat);
        const bool more = wants_more(frame, rules);
        sum += std::max(has, sure);
        stepped += std::max(has + (more ? rules.step : 0), sure);
        strict = strict || (more && has >= sure);
        if (between == 0 && !rules.shallow) continue;

        bool safe = true;
        for (int k = ply - 1; k > top && safe; --k) {
            safe = !travels(frames, frames[k].best, k - 1, top, rules);
        }
        if (!safe) continue;

        Score others = 0;
        for (int s = 0; s < players; ++s) {
            if ((seen >> s & 1) == 0) others += least(s);
        }
        const Score need = sum + others;
        if (strict ? need >= rules.total : need > rules.total) return top;
        if (!rules.discrete) continue;
        if (stepped + others > rules.total) return top;
        // The best move so far does not travel; a better one must be better by a step (§5.15).
        if (settled && rules.first_wins_ties && stepped + others + rules.step > rules.total &&
            !travels(frames, node.best, ply - 1, top, rules)) {
            return top;
        }
    }
    return -1;
}

}  // namespace kiebitz::multiplayer
