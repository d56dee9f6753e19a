// The transposition table of partition search (thesis §4.5).
//
// A position at a trick boundary is found by its shape: the side on lead's seat and the 16 suit
// lengths. Under each shape lies a list of patterns. A pattern names the owners of the highest
// cards of each suit, down to the lowest winning rank of the proof; whoever holds the cards below,
// the bounds hold. Ranks are relative (only cards still in play count), so an entry serves every
// deal with that trump.
//
// A pattern is 16 bytes, one 32-bit lane a suit: the owners, two bits each, from the top; then four
// bits for the number of owners that matter; then two bits of the bounds.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef KIEBITZ_BRIDGE_AVX2
#include <immintrin.h>
#endif

#include "cards/random.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

struct alignas(16) Lanes {
    std::array<std::uint32_t, 4> suit;
};

constexpr std::uint32_t top_mask(unsigned depth) {
    return depth == 0 ? 0 : ~std::uint32_t{0} << (32 - 2 * depth);
}

/// What the table knows about a position.
struct Knowledge {
    const Lanes* decides = nullptr;  // the pattern that tells, if one does
    bool north_south = false;        // the answer, when decided
    bool tight = false;              // it would not hold for one trick more
    std::uint8_t move = no_move;     // what decided a matching entry before: suit and relative rank

    static constexpr std::uint8_t no_move = 0xff;
};

class PatternTable {
  public:
    explicit PatternTable(std::size_t memory) : memory_(memory) { clear(); }

    void clear() {
        slots_.assign(std::size_t{1} << 12, Slot{});
        shapes_ = 0;
        chunks_.clear();
        chunks_.push_back(Chunk{});
    }

    std::size_t bytes() const {
        return slots_.capacity() * sizeof(Slot) + chunks_.capacity() * sizeof(Chunk);
    }

    /// Whether North-South make `target` tricks, if a stored pattern tells.
    Knowledge find(std::uint64_t shape, const Lanes& position, int target) const {
        Knowledge known;
        for (std::uint32_t index = slots_[slot_of(shape)].first; index != 0;) {
            const Chunk& chunk = chunks_[index];
            for (unsigned i = 0; i < chunk.used; ++i) {
                const Lanes& pattern = chunk.patterns[i];
                if (!matches(pattern, position)) continue;
                const bool makes = lower(pattern) >= target;
                if (makes || upper(pattern) < target) {
                    known.decides = &pattern;
                    known.north_south = makes;
                    known.tight = makes ? lower(pattern) == target : upper(pattern) == target - 1;
                    return known;
                }
                if (known.move == Knowledge::no_move) known.move = chunk.moves[i];
            }
            index = chunk.next;
        }
        return known;
    }

    /// How many of the highest cards of a suit a pattern names.
    static unsigned depth(std::uint32_t lane) { return (lane >> 2) & 15; }

    void store(std::uint64_t shape, const Lanes& position,
               const std::array<std::uint8_t, 4>& depths, int low, int high, std::uint8_t move) {
        if (bytes() + chunks_.size() * sizeof(Chunk) / 8 > memory_ &&
            chunks_.size() + 1 >= chunks_.capacity()) {
            clear();
        }
        Lanes fresh{};
        for (std::size_t s = 0; s < 4; ++s) {
            fresh.suit[s] = (position.suit[s] & top_mask(depths[s])) |
                            static_cast<std::uint32_t>(depths[s]) << 2;
        }
        if (2 * (shapes_ + 1) > slots_.size()) grow();
        Slot& slot = slots_[slot_of(shape)];
        if (slot.first == 0) {
            slot.shape = shape;
            ++shapes_;
        }
        for (std::uint32_t index = slot.first; index != 0; index = chunks_[index].next) {
            Chunk& chunk = chunks_[index];
            for (unsigned i = 0; i < chunk.used; ++i) {
                Lanes& old = chunk.patterns[i];
                if (!same(old, fresh)) continue;
                set_bounds(old, low > lower(old) ? low : lower(old),
                           high < upper(old) ? high : upper(old));
                chunk.moves[i] = move;
                return;
            }
        }
        if (slot.first == 0 || chunks_[slot.first].used == Chunk::capacity) {
            Chunk chunk{};
            chunk.next = slot.first;
            slot.first = static_cast<std::uint32_t>(chunks_.size());
            chunks_.push_back(chunk);
        }
        Chunk& chunk = chunks_[slot.first];
        set_bounds(fresh, low, high);
        chunk.patterns[chunk.used] = fresh;
        chunk.moves[chunk.used++] = move;
    }

  private:
    struct Slot {
        std::uint64_t shape = 0;
        std::uint32_t first = 0;  // chunk; 0 means empty
    };
    struct alignas(64) Chunk {
        static constexpr unsigned capacity = 7;
        std::uint32_t next;
        std::uint8_t used;
        std::array<std::uint8_t, capacity> moves;
        std::array<Lanes, capacity> patterns;
    };
    static_assert(sizeof(Chunk) == 128);

    static int lower(const Lanes& p) {
        return static_cast<int>((p.suit[0] & 3) | (p.suit[1] & 3) << 2);
    }
    static int upper(const Lanes& p) {
        return static_cast<int>((p.suit[2] & 3) | (p.suit[3] & 3) << 2);
    }
    static void set_bounds(Lanes& p, int low, int high) {
        const unsigned l = static_cast<unsigned>(low), h = static_cast<unsigned>(high);
        p.suit[0] = (p.suit[0] & ~3U) | (l & 3);
        p.suit[1] = (p.suit[1] & ~3U) | (l >> 2);
        p.suit[2] = (p.suit[2] & ~3U) | (h & 3);
        p.suit[3] = (p.suit[3] & ~3U) | (h >> 2);
    }
    static bool same(const Lanes& a, const Lanes& b) {
        return (((a.suit[0] ^ b.suit[0]) | (a.suit[1] ^ b.suit[1]) | (a.suit[2] ^ b.suit[2]) |
                 (a.suit[3] ^ b.suit[3])) &
                ~3U) == 0;
    }

#ifdef KIEBITZ_BRIDGE_AVX2
    static bool matches(const Lanes& pattern, const Lanes& position) {
        const __m128i p = _mm_load_si128(reinterpret_cast<const __m128i*>(&pattern));
        const __m128i x = _mm_load_si128(reinterpret_cast<const __m128i*>(&position));
        // 2 * depth sits in bits 1 to 5; a shift by 32 gives an empty mask.
        const __m128i twice = _mm_and_si128(_mm_srli_epi32(p, 1), _mm_set1_epi32(30));
        const __m128i mask =
            _mm_sllv_epi32(_mm_set1_epi32(-1), _mm_sub_epi32(_mm_set1_epi32(32), twice));
        return _mm_testz_si128(_mm_xor_si128(p, x), mask) != 0;
    }
#else
    static bool matches(const Lanes& pattern, const Lanes& position) {
        for (std::size_t s = 0; s < 4; ++s) {
            const std::uint32_t lane = pattern.suit[s];
            if (((lane ^ position.suit[s]) & top_mask(depth(lane))) != 0) return false;
        }
        return true;
    }
#endif

    std::size_t home_of(std::uint64_t shape) const {
        return static_cast<std::size_t>((shape * 0x9e3779b97f4a7c15ULL) >> 32) &
               (slots_.size() - 1);
    }

    std::size_t slot_of(std::uint64_t shape) const {
        std::size_t i = home_of(shape);
        while (slots_[i].first != 0 && slots_[i].shape != shape) i = (i + 1) & (slots_.size() - 1);
        return i;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.first != 0) slots_[slot_of(slot.shape)] = slot;
        }
    }

    std::size_t memory_;
    std::size_t shapes_ = 0;
    std::vector<Slot> slots_;
    std::vector<Chunk> chunks_;  // number 0 is never used
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
