// Moves by a key, smallest first; equal keys stay in the order in which they came.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "games/game.hpp"

namespace kiebitz {

template <class Moves, class Key>
void order_by(Moves& moves, Key&& key) {
    const std::size_t size = moves.size();
    if (size < 2) return;
    constexpr std::size_t kSmall = 160;
    std::array<int, kSmall> few;
    std::vector<int> many;
    int* keys = few.data();
    if (size > kSmall) {
        many.resize(size);
        keys = many.data();
    }
    for (std::size_t i = 0; i < size; ++i) keys[i] = key(moves[i]);
    for (std::size_t i = 1; i < size; ++i) {
        const Move move = moves[i];
        const int own = keys[i];
        std::size_t at = i;
        for (; at > 0 && keys[at - 1] > own; --at) {
            keys[at] = keys[at - 1];
            moves[at] = moves[at - 1];
        }
        keys[at] = own;
        moves[at] = move;
    }
}

}  // namespace kiebitz
