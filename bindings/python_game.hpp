// A game written in Python, as a Game: the adapter through which it runs in every native search.
//
// The Python object follows the protocol kiebitz.games.GameState: players, to_move, is_over,
// legal_moves, scores, play(move), and it hashes and compares. The number of a move is its place in
// legal_moves. Calls need the GIL, so a search over a PythonGame keeps it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "games/game.hpp"

namespace kiebitz::bindings {

namespace nb = nanobind;

/// A move list of any length, for games whose branching is not known when compiling.
class DynamicMoveList {
  public:
    void push(Move move) { moves_.push_back(move); }
    void clear() { moves_.clear(); }
    std::size_t size() const { return moves_.size(); }
    bool empty() const { return moves_.empty(); }
    Move& operator[](std::size_t i) { return moves_[i]; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + moves_.size(); }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + moves_.size(); }

  private:
    std::vector<Move> moves_;
};

class PythonGame {
  public:
    using Moves = DynamicMoveList;
    using Undo = nb::object;

    explicit PythonGame(nb::object state) : state_(std::move(state)) {}

    const nb::object& object() const { return state_; }

    int players() const { return nb::cast<int>(state_.attr("players")); }
    int to_move() const { return nb::cast<int>(state_.attr("to_move")); }
    bool is_over() const { return nb::cast<bool>(state_.attr("is_over")); }

    void legal_moves(Moves& moves) const {
        moves.clear();
        const nb::object listed = state_.attr("legal_moves");
        const std::size_t n = nb::len(listed);
        for (std::size_t i = 0; i < n; ++i) moves.push(static_cast<Move>(i));
    }

    Undo apply(Move move) {
        nb::object before = state_;
        state_ = before.attr("play")(nb::object(before.attr("legal_moves"))[move]);
        return before;
    }
    void undo(Move, const Undo& before) { state_ = before; }

    Score score(int seat) const {
        return nb::cast<Score>(nb::object(state_.attr("scores"))[static_cast<std::size_t>(seat)]);
    }

    std::uint64_t hash() const { return static_cast<std::uint64_t>(nb::hash(state_)); }
    bool operator==(const PythonGame& other) const { return state_.equal(other.state_); }

  private:
    nb::object state_;
};

static_assert(Game<PythonGame>);

}  // namespace kiebitz::bindings
