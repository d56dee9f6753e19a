// What a game is, to everything above it.
//
// A game is one copyable state type. A move is a number whose meaning is the game's; its text
// belongs to the Python face. There are no chance nodes: whatever chance decides (the deal, a
// starter card) is in the state from the beginning, and Views hide it.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "cards/random.hpp"

namespace kiebitz {

using Move = std::uint32_t;
using Score = std::int32_t;

/// Legal moves of one position, without allocation. The capacity is the game's largest branching.
template <std::size_t Capacity>
class FixedMoveList {
  public:
    void push(Move move) {
        assert(size_ < Capacity);
        moves_[size_++] = move;
    }
    /// Takes what was written from begin() up to there.
    void end_at(const Move* end) {
        size_ = static_cast<std::size_t>(end - moves_.data());
        assert(size_ <= Capacity);
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move& operator[](std::size_t i) {
        assert(i < size_);
        return moves_[i];
    }
    Move operator[](std::size_t i) const {
        assert(i < size_);
        return moves_[i];
    }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    bool contains(Move move) const {
        for (Move other : *this) {
            if (other == move) return true;
        }
        return false;
    }

  private:
    std::array<Move, Capacity> moves_;
    std::size_t size_ = 0;
};

/// An n-player game with moves in turn. `apply` and `undo` do not check their move: a caller passes
/// only what `legal_moves` lists. `undo(move, token)` takes back the last `apply(move)`.
template <class S>
concept Game = std::copyable<S> && requires(S state, const S fixed, Move move, int seat,
                                            typename S::Moves& moves, typename S::Undo token) {
    { fixed.players() } -> std::same_as<int>;
    { fixed.to_move() } -> std::same_as<int>;  // the seat; meaningless when over
    { fixed.is_over() } -> std::same_as<bool>;
    { fixed.legal_moves(moves) } -> std::same_as<void>;  // clears the list first
    { state.apply(move) } -> std::same_as<typename S::Undo>;
    { state.undo(move, token) } -> std::same_as<void>;
    {
        fixed.score(seat)
    } -> std::same_as<Score>;  // final, when over; so far, when the game has that
    { fixed.hash() } -> std::same_as<std::uint64_t>;
    { fixed == fixed } -> std::convertible_to<bool>;
};

/// A game with hidden information. A View holds what one seat may know, and nothing else.
template <class S>
concept HiddenGame =
    Game<S> && requires(const S fixed, const typename S::View& view, int seat, Random& random) {
        { fixed.view(seat) } -> std::same_as<typename S::View>;
        { fixed.is_consistent_with(view) } -> std::same_as<bool>;
        { S::sample(view, random) } -> std::same_as<S>;
        { view == view } -> std::convertible_to<bool>;
    };

}  // namespace kiebitz
