// The table of partition search: bounds on North-South's tricks for whole classes of positions.
//
// A position at a trick boundary is found by its shape: the side on lead's seat and the 16 suit
// lengths. Under each shape lies a list of patterns. A pattern names the owners of the highest
// cards of each suit, down to the lowest winning rank of the proof; whoever holds the cards below,
// the bounds hold. Ranks are relative (only cards still in play count), so an entry serves every
// deal with that trump.
//
// A pattern is 16 bytes, one 32-bit lane a suit: the owners, two bits each, from the top; then four
// bits for the number of owners that matter; then two bits of the bounds. Eight patterns lie
// together, lane by lane, so that one vector operation compares a suit of all eight.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef KIEBITZ_BRIDGE_AVX2
#include <immintrin.h>
#endif

#include "cards/compiler.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

struct alignas(16) Lanes {
    std::array<std::uint32_t, 4> suit;
};

constexpr std::uint32_t top_mask(unsigned depth) {
    return depth == 0 ? 0 : ~std::uint32_t{0} << (32 - 2 * depth);
}

/// What the table knows about a position.
struct Knowledge {
    bool decides = false;
    bool north_south = false;             // the answer, when decided
    bool tight = false;                   // it would not hold for one trick more
    std::array<std::uint8_t, 4> depth{};  // how many of the highest cards of each suit it relies on
};

class PatternTable {
  public:
    explicit PatternTable(std::size_t memory) : memory_(memory) { clear(); }

    void clear() {
        slots_.assign(std::size_t{1} << 12, Slot{});
        shift_ = 64 - 12;
        shapes_ = 0;
        chunks_.clear();
        chunks_.push_back(Chunk{});
    }

    std::size_t bytes() const {
        return slots_.capacity() * sizeof(Slot) + chunks_.capacity() * sizeof(Chunk);
    }

    /// Whether North-South make `target` tricks, if a stored pattern tells.
    Knowledge find(std::uint64_t shape, int leader, const Lanes& position, int target) const {
        Knowledge known;
        for (std::uint32_t index = slots_[slot_of(shape)].first[static_cast<std::size_t>(leader)];
             index != 0;) {
            const Chunk& chunk = chunks_[index];
            for (unsigned found = matching(chunk, position); found != 0; found &= found - 1) {
                const auto i = static_cast<unsigned>(std::countr_zero(found));
                const int lower = chunk.lower[i], upper = chunk.upper[i];
                const bool makes = lower >= target;
                if (makes || upper < target) {
                    known.decides = true;
                    known.north_south = makes;
                    known.tight = makes ? lower == target : upper == target - 1;
                    for (std::size_t s = 0; s < 4; ++s) known.depth[s] = chunk.suits[s][i] & 15;
                    return known;
                }
            }
            index = chunk.next;
        }
        return known;
    }

    /// Memory is slow: this shape will be asked about soon.
    void prefetch(std::uint64_t shape) const { kiebitz::prefetch(&slots_[home_of(shape)]); }
    /// And soon after with this leader.
    void prefetch(std::uint64_t shape, int leader) const {
        const Slot& slot = slots_[home_of(shape)];
        const Chunk& chunk = chunks_[slot.first[static_cast<std::size_t>(leader)]];
        kiebitz::prefetch(&chunk.suits[0]);
        kiebitz::prefetch(&chunk.suits[2]);
        kiebitz::prefetch(&chunk.next);
    }

    void store(std::uint64_t shape, int leader, const Lanes& position,
               const std::array<std::uint8_t, 4>& depths, int low, int high) {
        make_room();
        Lanes fresh{};
        for (std::size_t s = 0; s < 4; ++s) {
            fresh.suit[s] =
                (position.suit[s] & top_mask(depths[s])) | static_cast<std::uint32_t>(depths[s]);
        }
        Slot& slot = slots_[slot_of(shape)];
        if (slot.shape == 0) {
            slot.shape = shape;
            ++shapes_;
        }
        std::uint32_t& first = slot.first[static_cast<std::size_t>(leader)];
        for (std::uint32_t index = first; index != 0; index = chunks_[index].next) {
            Chunk& chunk = chunks_[index];
            const unsigned found = equal(chunk, fresh);
            if (found == 0) continue;
            const auto i = static_cast<unsigned>(std::countr_zero(found));
            if (low > chunk.lower[i]) chunk.lower[i] = static_cast<std::uint8_t>(low);
            if (high < chunk.upper[i]) chunk.upper[i] = static_cast<std::uint8_t>(high);
            return;
        }
        if (first == 0 || chunks_[first].used == Chunk::capacity) {
            const std::uint32_t next = first;
            first = static_cast<std::uint32_t>(chunks_.size());
            chunks_.emplace_back();
            chunks_.back().next = next;
        }
        Chunk& chunk = chunks_[first];
        const unsigned i = chunk.used++;
        for (std::size_t s = 0; s < 4; ++s) chunk.suits[s][i] = fresh.suit[s];
        chunk.lower[i] = static_cast<std::uint8_t>(low);
        chunk.upper[i] = static_cast<std::uint8_t>(high);
    }

  private:
    struct alignas(32) Slot {
        std::uint64_t shape = 0;               // 0 means empty
        std::array<std::uint32_t, 4> first{};  // chunk by leader; 0 means none
    };
    struct alignas(32) Chunk {
        static constexpr unsigned capacity = 8;
        std::array<std::array<std::uint32_t, capacity>, 4> suits{};
        std::uint32_t next = 0;
        std::uint32_t used = 0;
        std::array<std::uint8_t, capacity> lower{}, upper{};
        std::array<std::uint8_t, 8> spare{};
    };
    static_assert(sizeof(Chunk) == 160);

#ifdef KIEBITZ_BRIDGE_AVX2
    static unsigned matching(const Chunk& chunk, const Lanes& position) {
        __m256i differ = _mm256_setzero_si256();
        for (std::size_t s = 0; s < 4; ++s) {
            const __m256i p = _mm256_load_si256(reinterpret_cast<const __m256i*>(&chunk.suits[s]));
            const __m256i x = _mm256_set1_epi32(static_cast<int>(position.suit[s]));
            // A shift by 32 gives an empty mask.
            const __m256i twice = _mm256_slli_epi32(_mm256_and_si256(p, _mm256_set1_epi32(15)), 1);
            const __m256i mask = _mm256_sllv_epi32(_mm256_set1_epi32(-1),
                                                   _mm256_sub_epi32(_mm256_set1_epi32(32), twice));
            differ = _mm256_or_si256(differ, _mm256_and_si256(_mm256_xor_si256(p, x), mask));
        }
        const __m256i same = _mm256_cmpeq_epi32(differ, _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) &
               ((1U << chunk.used) - 1);
    }
    static unsigned equal(const Chunk& chunk, const Lanes& pattern) {
        __m256i differ = _mm256_setzero_si256();
        for (std::size_t s = 0; s < 4; ++s) {
            const __m256i p = _mm256_load_si256(reinterpret_cast<const __m256i*>(&chunk.suits[s]));
            const __m256i x = _mm256_set1_epi32(static_cast<int>(pattern.suit[s]));
            differ = _mm256_or_si256(differ, _mm256_xor_si256(p, x));
        }
        const __m256i same = _mm256_cmpeq_epi32(differ, _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) &
               ((1U << chunk.used) - 1);
    }
#else
    static unsigned matching(const Chunk& chunk, const Lanes& position) {
        unsigned found = 0;
        for (unsigned i = 0; i < chunk.used; ++i) {
            std::uint32_t differ = 0;
            for (std::size_t s = 0; s < 4; ++s) {
                const std::uint32_t lane = chunk.suits[s][i];
                differ |= (lane ^ position.suit[s]) & top_mask(lane & 15);
            }
            if (differ == 0) found |= 1U << i;
        }
        return found;
    }
    static unsigned equal(const Chunk& chunk, const Lanes& pattern) {
        unsigned found = 0;
        for (unsigned i = 0; i < chunk.used; ++i) {
            std::uint32_t differ = 0;
            for (std::size_t s = 0; s < 4; ++s) differ |= chunk.suits[s][i] ^ pattern.suit[s];
            if (differ == 0) found |= 1U << i;
        }
        return found;
    }
#endif

    std::size_t home_of(std::uint64_t shape) const {
        return static_cast<std::size_t>((shape * 0x9e3779b97f4a7c15ULL) >> shift_);
    }

    std::size_t slot_of(std::uint64_t shape) const {
        std::size_t i = home_of(shape);
        while (slots_[i].shape != 0 && slots_[i].shape != shape) i = (i + 1) & (slots_.size() - 1);
        return i;
    }

    /// Room for one more shape and one more chunk, within the memory; if there is none, all goes.
    void make_room() {
        const bool more_slots = 2 * (shapes_ + 1) > slots_.size();
        const std::size_t for_slots =
            (more_slots ? 2 * slots_.size() : slots_.capacity()) * sizeof(Slot);
        const std::size_t most = memory_ > for_slots ? (memory_ - for_slots) / sizeof(Chunk) : 0;
        const bool more_chunks = chunks_.size() == chunks_.capacity();
        if ((more_slots || more_chunks) && chunks_.size() >= most) {
            clear();
            return;
        }
        if (more_slots) grow();
        if (more_chunks || chunks_.capacity() > most) {
            std::vector<Chunk> fitting;
            fitting.reserve(std::min(2 * chunks_.size(), most));
            fitting.assign(chunks_.begin(), chunks_.end());
            chunks_.swap(fitting);
        }
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        --shift_;
        for (const Slot& slot : old) {
            if (slot.shape != 0) slots_[slot_of(slot.shape)] = slot;
        }
    }

    std::size_t memory_;
    std::size_t shapes_ = 0;
    unsigned shift_ = 0;
    std::vector<Slot> slots_;
    std::vector<Chunk> chunks_;  // number 0 is never used
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
