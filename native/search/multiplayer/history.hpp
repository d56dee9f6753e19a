// The history heuristic (Schaeffer; thesis §6.3): what was best elsewhere is tried first.
//
// A game names the slot of a move (`history_slot(move)`: in trick games the card that wins so far
// and the card played; on boards from and to). Tables are learned in games and then held fixed
// while a search uses them, because maxⁿ breaks ties by the order of moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

class HistoryTable {
  public:
    static constexpr std::size_t kSlots = std::size_t{1} << 16;

    HistoryTable() : weights_(kSlots, 0) {}

    template <class S>
    static std::size_t slot(const S& state, Move move) {
        if constexpr (requires { state.history_slot(move); }) {
            return state.history_slot(move) % kSlots;
        } else {
            return mix64(move) % kSlots;
        }
    }

    /// A search of so many moves ahead found the move best, or sufficient: 2^plies more, as
    /// Schaeffer has it.
    template <class S>
    void learn(const S& state, Move move, int plies) {
        weights_[slot(state, move)] += std::uint64_t{1} << std::min(plies, 40);
    }

    template <class S>
    std::uint64_t weight(const S& state, Move move) const {
        return weights_[slot(state, move)];
    }

    const std::vector<std::uint64_t>& weights() const { return weights_; }
    std::vector<std::uint64_t>& weights() { return weights_; }

  private:
    std::vector<std::uint64_t> weights_;
};

/// What a search gives a table to learn. How far the search saw from a node is counted in moves,
/// whatever its depth counts: a limit of two tricks is as many moves as these tricks still have.
class HistoryLesson {
  public:
    void learn_into(HistoryTable* table) { table_ = table; }
    void reach(int ply) { deepest_ = std::max(deepest_, ply); }

    /// Around the search of a node: what is below it is looked at by itself.
    int enter(int ply) { return std::exchange(deepest_, ply); }
    /// The best move of a node with a choice, also where it cut the others off.
    template <class S>
    void leave(const S& state, int ply, int before, bool had_choice, Move best) {
        if (table_ != nullptr && had_choice) table_->learn(state, best, deepest_ - ply);
        reach(before);
    }

  private:
    HistoryTable* table_ = nullptr;
    int deepest_ = 0;
};

/// Heaviest first; equal weights stay as the other ordering has them.
template <class O>
struct ByHistory {
    const O& other;
    const HistoryTable& table;

    template <class S, class Moves>
    void order(const S& state, Moves& moves) const {
        other.order(state, moves);
        std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) {
            return table.weight(state, a) > table.weight(state, b);
        });
    }
};

}  // namespace kiebitz::multiplayer
