// Moves by a key, smallest first; equal keys stay in the order in which they came.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "games/game.hpp"

namespace kiebitz {

namespace ordering_detail {

struct Keyed {
    int key;
    Move move;
};
inline constexpr int kFewKeys = 64;

/// By insertion: best for short lists.
inline void insert_in_order(std::span<Keyed> keyed, Move* moves) {
    for (std::size_t i = 1; i < keyed.size(); ++i) {
        const Keyed own = keyed[i];
        std::size_t at = i;
        for (; at > 0 && keyed[at - 1].key > own.key; --at) keyed[at] = keyed[at - 1];
        keyed[at] = own;
    }
    for (const Keyed& each : keyed) *moves++ = each.move;
}

/// By counting how many moves have each key: best for long lists with few different keys.
inline void count_in_order(std::span<const Keyed> keyed, int lowest, Move* moves) {
    std::array<std::uint32_t, kFewKeys> place{};
    for (const Keyed& each : keyed) ++place[each.key - lowest];
    std::uint32_t before = 0;
    for (std::uint32_t& here : place) before += std::exchange(here, before);
    for (const Keyed& each : keyed) moves[place[each.key - lowest]++] = each.move;
}

}  // namespace ordering_detail

template <class Moves, class Key>
void order_by(Moves& moves, Key&& key) {
    using namespace ordering_detail;
    const std::size_t size = moves.size();
    if (size < 2) return;
    constexpr std::size_t kSmall = 160;
    std::array<Keyed, kSmall> few;
    std::vector<Keyed> many;
    if (size > kSmall) many.resize(size);
    const std::span keyed(size > kSmall ? many.data() : few.data(), size);
    int lowest = key(moves[0]);
    int highest = lowest;
    for (std::size_t i = 0; i < size; ++i) {
        keyed[i] = {key(moves[i]), moves[i]};
        lowest = std::min(lowest, keyed[i].key);
        highest = std::max(highest, keyed[i].key);
    }
    constexpr std::size_t kLong = 20;
    if (size >= kLong && highest - lowest < kFewKeys) {
        count_in_order(keyed, lowest, moves.begin());
    } else {
        insert_in_order(keyed, moves.begin());
    }
}

}  // namespace kiebitz
