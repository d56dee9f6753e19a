// How a table of suit games or grand lies in its file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiebitz::solvers::skat::trump_payload {

inline constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

struct Layout {
    std::uint64_t slots = 0, splits = 0, ownerships = 0, rows = 0, entries = 0;
    std::uint64_t full = 0, nodes = 0, missing = 0;

    /// Whether a payload of so many bytes can be one: keys, places, bases, entries.
    bool fits(std::uint64_t bytes) const {
        const std::uint64_t most = bytes;
        return slots <= most && ownerships <= most && entries <= most && slots != 0 &&
               (slots & (slots - 1)) == 0 && splits < slots &&
               sizeof(Layout) + 12 * slots + 8 * ownerships + 4 * entries == bytes;
    }
};

struct Place {
    std::uint32_t first = 0;
    std::uint16_t depths = 0;
    std::uint16_t size = 0;
};
inline constexpr unsigned kHighRow = 1U << 15;

// An entry: what each suit is worth, and the value.
inline constexpr int kDigitBits = 4, kTrumpShift = 16, kValueShift = 22;

}  // namespace kiebitz::solvers::skat::trump_payload
