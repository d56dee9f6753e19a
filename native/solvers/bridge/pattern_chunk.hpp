// Seven patterns side by side: what tables of partition search are made of.
//
// A pattern is 16 bytes, one 32-bit lane a suit: the owners, two bits each, from the top; then two
// bits of the bounds; then six bits that tell how many of the bits above do not matter. Seven
// patterns lie together in two cache lines, lane by lane, so that one vector operation compares a
// suit of all. The eighth lane is the table's own: word 7 of each of the four rows of eight.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef KIEBITZ_BRIDGE_AVX2
#include <immintrin.h>
#endif

#include "cards/compiler.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

struct alignas(16) Lanes {
    std::array<std::uint32_t, 4> suit;
};

constexpr unsigned bound_shift = 6;
constexpr std::uint32_t bound_bits = 3U << bound_shift;
constexpr std::uint32_t unnamed_bits = (1U << bound_shift) - 1;

/// One suit of a pattern that names the owners of the `depth` highest cards. The last of thirteen
/// follows from the lengths, so twelve are enough.
constexpr std::uint32_t lane_of(std::uint32_t owners, unsigned depth) {
    const unsigned unnamed = depth < 12 ? 32 - 2 * depth : 8;
    return unnamed == 32 ? 32 : (owners >> unnamed << unnamed) | unnamed;
}
constexpr unsigned depth_of(std::uint32_t lane) {
    return (32 - (lane & unnamed_bits)) / 2;
}
inline Lanes pattern_of(const Lanes& position, const std::array<std::uint8_t, 4>& depths) {
    Lanes pattern{};
    for (std::size_t s = 0; s < 4; ++s) pattern.suit[s] = lane_of(position.suit[s], depths[s]);
    return pattern;
}

/// The hands are of one size, so one of the 16 lengths follows from the others: the leader takes
/// its place.
constexpr std::uint64_t key_of(std::uint64_t shape, int leader) {
    return (shape & ~(std::uint64_t{15} << 60)) | static_cast<std::uint64_t>(leader) << 60;
}
constexpr std::uint64_t hash_of(std::uint64_t key) {
    return key * 0x9e3779b97f4a7c15ULL;
}

/// What the table knows about a position, in one register.
class Knowledge {
  public:
    Knowledge() = default;
    /// `named`: how many of the highest cards of each suit it relies on, a byte each.
    Knowledge(bool north_south, bool tight, int bound, std::uint32_t named)
        : bits_(std::uint64_t{named} << 32 | static_cast<std::uint64_t>(bound) << 8 |
                (tight ? 4U : 0U) | (north_south ? 2U : 0U) | 1U) {}

    bool decides() const { return (bits_ & 1) != 0; }
    bool north_south() const { return (bits_ & 2) != 0; }  // the answer, when decided
    bool tight() const { return (bits_ & 4) != 0; }        // it would not hold for one trick more
    /// Tricks of North-South, at least or at most.
    int bound() const { return static_cast<int>(bits_ >> 8 & 15); }
    unsigned depth(int suit) const { return static_cast<unsigned>(bits_ >> (32 + 8 * suit)) & 15; }

  private:
    std::uint64_t bits_ = 0;
};

/// What lies in a table of one thread, or in one that others read meanwhile.
inline std::uint32_t value_of(std::uint32_t word) {
    return word;
}
inline std::uint32_t value_of(const std::atomic<std::uint32_t>& word) {
    return word.load(std::memory_order_relaxed);
}

/// The first `used` of the seven patterns at `words`, which are 32 and begin a cache line.
template <class Word>
class Patterns {
  public:
    static constexpr unsigned capacity = 7;

    Patterns(const Word* words, unsigned used) : words_(words), used_(used) {}

    std::uint32_t lane(std::size_t suit, unsigned i) const {
        return value_of(words_[8 * suit + i]);
    }
    int lower(unsigned i) const { return bits(0, i) | bits(1, i) << 2; }
    int upper(unsigned i) const { return bits(2, i) | bits(3, i) << 2; }

    /// Whether North-South make `target` tricks in this position, if a pattern tells.
    /// `fewest_ranks`: of patterns that decide one that names the fewest cards.
    KIEBITZ_ALWAYS_INLINE bool decide(const Lanes& position, int target, bool fewest_ranks,
                                      Knowledge& known) const {
        unsigned chosen = capacity, unnamed = 0;
        for (unsigned found = matching(position); found != 0; found &= found - 1) {
            const auto i = static_cast<unsigned>(std::countr_zero(found));
            if (lower(i) < target && upper(i) >= target) continue;
            unsigned bits = 0;
            for (std::size_t s = 0; s < 4; ++s) bits += lane(s, i) & unnamed_bits;
            if (chosen != capacity && bits <= unnamed) continue;
            chosen = i;
            unnamed = bits;
            if (!fewest_ranks) break;
        }
        if (chosen == capacity) return false;
        const int low = lower(chosen), high = upper(chosen);
        const bool makes = low >= target;
        std::uint32_t named = 0;
        for (std::size_t s = 0; s < 4; ++s) named |= depth_of(lane(s, chosen)) << (8 * s);
        known =
            Knowledge(makes, makes ? low == target : high == target - 1, makes ? low : high, named);
        return true;
    }

#ifdef KIEBITZ_BRIDGE_AVX2
    /// Which patterns this position fits, a bit each.
    unsigned matching(const Lanes& position) const {
        __m256i differ = _mm256_setzero_si256();
        for (std::size_t s = 0; s < 4; ++s) {
            const __m256i p = row(s);
            const __m256i x = _mm256_set1_epi32(static_cast<int>(position.suit[s]));
            // A shift by 32 leaves nothing.
            const __m256i unnamed = _mm256_and_si256(p, _mm256_set1_epi32(unnamed_bits));
            differ = _mm256_or_si256(differ, _mm256_srlv_epi32(_mm256_xor_si256(p, x), unnamed));
        }
        const __m256i same = _mm256_cmpeq_epi32(differ, _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) &
               ((1U << used_) - 1);
    }
    /// Which patterns are this one.
    unsigned equal(const Lanes& pattern) const {
        __m256i differ = _mm256_setzero_si256();
        for (std::size_t s = 0; s < 4; ++s) {
            const __m256i p = row(s);
            const __m256i x = _mm256_set1_epi32(static_cast<int>(pattern.suit[s]));
            differ = _mm256_or_si256(differ, _mm256_xor_si256(p, x));
        }
        const __m256i but_bounds = _mm256_set1_epi32(static_cast<int>(~bound_bits));
        const __m256i same =
            _mm256_cmpeq_epi32(_mm256_and_si256(differ, but_bounds), _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) &
               ((1U << used_) - 1);
    }
#else
    unsigned matching(const Lanes& position) const {
        unsigned found = 0;
        for (unsigned i = 0; i < used_; ++i) {
            std::uint32_t differ = 0;
            for (std::size_t s = 0; s < 4; ++s) {
                const std::uint32_t mine = lane(s, i);
                const std::uint64_t other = mine ^ position.suit[s];
                differ |= static_cast<std::uint32_t>(other >> (mine & unnamed_bits));
            }
            if (differ == 0) found |= 1U << i;
        }
        return found;
    }
    unsigned equal(const Lanes& pattern) const {
        unsigned found = 0;
        for (unsigned i = 0; i < used_; ++i) {
            std::uint32_t differ = 0;
            for (std::size_t s = 0; s < 4; ++s) differ |= lane(s, i) ^ pattern.suit[s];
            if ((differ & ~bound_bits) == 0) found |= 1U << i;
        }
        return found;
    }
#endif

  private:
    int bits(std::size_t s, unsigned i) const {
        return static_cast<int>(lane(s, i) >> bound_shift & 3);
    }

#ifdef KIEBITZ_BRIDGE_AVX2
    __m256i row(std::size_t s) const {
        if constexpr (!std::is_same_v<Word, std::uint32_t>) {
            // Of what others may be writing nothing is read.
            alignas(32) static constexpr std::array<std::int32_t, 16> ones{-1, -1, -1, -1,
                                                                           -1, -1, -1};
            const __m256i mask =
                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ones[capacity - used_]));
            return _mm256_maskload_epi32(reinterpret_cast<const int*>(words_ + 8 * s), mask);
        } else {
            return _mm256_load_si256(reinterpret_cast<const __m256i*>(words_ + 8 * s));
        }
    }
#endif

    const Word* words_;
    unsigned used_;
};

inline std::uint32_t with_bounds(std::uint32_t lane, std::size_t suit, int low, int high) {
    const auto both = static_cast<unsigned>(low | high << 4);
    return (lane & ~bound_bits) | (both >> (2 * suit) & 3) << bound_shift;
}

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
