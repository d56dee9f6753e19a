// A transposition table of exact maxⁿ tuples (thesis §6.2.3).
//
// A tuple is stored only when it is what plain maxⁿ would return, so that no bounds need comparing.
// That is sound because moves are always searched in the same order: ties break alike wherever the
// position occurs. The key holds the position, the depth left and whose search it is.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "search/multiplayer/values.hpp"

namespace kiebitz::multiplayer {

class ExactTable {
  public:
    explicit ExactTable(std::size_t entries) : entries_(std::bit_ceil(entries)) {}

    const Values* find(std::uint64_t key) const {
        const Entry& entry = entries_[key & (entries_.size() - 1)];
        return entry.key == key && entry.used ? &entry.values : nullptr;
    }
    void store(std::uint64_t key, const Values& values) {
        entries_[key & (entries_.size() - 1)] = {key, values, true};
    }
    void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }

  private:
    struct Entry {
        std::uint64_t key = 0;
        Values values{};
        bool used = false;
    };
    std::vector<Entry> entries_;
};

}  // namespace kiebitz::multiplayer
