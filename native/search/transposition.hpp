// A transposition table: what a search has learned about positions, by their hash.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace kiebitz::search {

/// What a stored value says about the true one.
enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };

constexpr bool is_lower(Bound bound) {
    return (static_cast<int>(bound) & 1) != 0;
}
constexpr bool is_upper(Bound bound) {
    return (static_cast<int>(bound) & 2) != 0;
}

inline constexpr Move no_move = ~Move{0};

struct TableEntry {
    std::uint64_t key = 0;
    Score value = 0;
    Move best = no_move;
    std::int16_t depth = -1;  // of the search below the position that the value comes from
    Bound bound = Bound::none;
};

/// Buckets of two: one keeps the deepest search, the other the latest.
class TranspositionTable {
  public:
    /// With room for at least so many entries; 0 means no table.
    explicit TranspositionTable(std::size_t entries)
        : buckets_(entries == 0 ? 0 : std::bit_ceil((entries + 1) / 2)) {}

    bool empty() const { return buckets_.empty(); }

    const TableEntry* find(std::uint64_t key) const {
        if (buckets_.empty()) return nullptr;
        const Bucket& bucket = buckets_[key & (buckets_.size() - 1)];
        if (bucket.deepest.key == key && bucket.deepest.bound != Bound::none)
            return &bucket.deepest;
        if (bucket.latest.key == key && bucket.latest.bound != Bound::none) return &bucket.latest;
        return nullptr;
    }

    void store(const TableEntry& entry) {
        if (buckets_.empty()) return;
        assert(entry.bound != Bound::none);
        Bucket& bucket = buckets_[entry.key & (buckets_.size() - 1)];
        if (bucket.deepest.key == entry.key || bucket.deepest.bound == Bound::none ||
            entry.depth >= bucket.deepest.depth) {
            if (bucket.deepest.key != entry.key) bucket.latest = bucket.deepest;
            bucket.deepest = entry;
        } else {
            bucket.latest = entry;
        }
    }

    void clear() { buckets_.assign(buckets_.size(), {}); }

  private:
    struct Bucket {
        TableEntry deepest, latest;
    };

    std::vector<Bucket> buckets_;
};

}  // namespace kiebitz::search
