// The table of partition search: bounds on North-South's tricks for whole classes of positions.
//
// A position at a trick boundary is found by its shape: the seat on lead and the 16 suit lengths.
// Under each shape lies a list of patterns. A pattern names the owners of the highest cards of each
// suit, down to the lowest winning rank of the proof; whoever holds the cards below, the bounds
// hold. Ranks are relative (only cards still in play count), so an entry serves every deal with
// that trump.
//
// A pattern is 16 bytes, one 32-bit lane a suit: the owners, two bits each, from the top; then two
// bits of the bounds; then six bits that tell how many of the bits above do not matter. Seven
// patterns lie together in two cache lines, lane by lane, so that one vector operation compares a
// suit of all; the eighth lane holds the shape and where older patterns of it lie.
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

/// What the table knows about a position.
struct Knowledge {
    bool decides = false;
    bool north_south = false;             // the answer, when decided
    bool tight = false;                   // it would not hold for one trick more
    int bound = 0;                        // tricks of North-South, at least or at most
    std::array<std::uint8_t, 4> depth{};  // how many of the highest cards of each suit it relies on
};

class PatternTable {
  public:
    /// `fewest_ranks`: of patterns that decide, and lie together, one that names the fewest cards.
    PatternTable(std::size_t memory, bool fewest_ranks)
        : memory_(memory), fewest_ranks_(fewest_ranks) {
        clear();
    }

    void clear() {
        if (shapes_ != 0 || homes_.empty()) wipe();
    }

    std::size_t bytes() const { return (homes_.capacity() + older_.capacity()) * sizeof(Chunk); }

    /// Whether North-South make `target` tricks, if a stored pattern tells.
    Knowledge find(std::uint64_t shape, int leader, const Lanes& position, int target) const {
        Knowledge known;
        for (const Chunk* chunk = &homes_[slot_of(key_of(shape, leader))];;
             chunk = &older_[chunk->next()]) {
            if (chunk->next() != 0) fetch(older_[chunk->next()]);
            unsigned fewest = 4 * 13 + 1;
            for (unsigned found = matching(*chunk, position); found != 0; found &= found - 1) {
                const auto i = static_cast<unsigned>(std::countr_zero(found));
                const int lower = chunk->lower(i), upper = chunk->upper(i);
                const bool makes = lower >= target;
                if (!makes && upper >= target) continue;
                unsigned named = 0;
                for (std::size_t s = 0; s < 4; ++s) named += depth_of(chunk->suits[s][i]);
                if (named >= fewest) continue;
                fewest = named;
                known.decides = true;
                known.north_south = makes;
                known.tight = makes ? lower == target : upper == target - 1;
                known.bound = makes ? lower : upper;
                for (std::size_t s = 0; s < 4; ++s)
                    known.depth[s] = static_cast<std::uint8_t>(depth_of(chunk->suits[s][i]));
                if (!fewest_ranks_) return known;
            }
            if (known.decides) return known;
            if (chunk->next() == 0) return known;
        }
    }

    /// Memory is slow: this shape will be asked about soon.
    void prefetch(std::uint64_t shape, int leader) const {
        fetch(homes_[home_of(key_of(shape, leader))]);
    }

    void store(std::uint64_t shape, int leader, const Lanes& position,
               const std::array<std::uint8_t, 4>& depths, int low, int high) {
        make_room();
        Lanes fresh{};
        for (std::size_t s = 0; s < 4; ++s) fresh.suit[s] = lane_of(position.suit[s], depths[s]);
        const std::uint64_t key = key_of(shape, leader);
        Chunk& home = homes_[slot_of(key)];
        if (home.used() == 0) {
            home.suits[0][7] = static_cast<std::uint32_t>(key);
            home.suits[1][7] = static_cast<std::uint32_t>(key >> 32);
            ++shapes_;
        } else {
            for (Chunk* chunk = &home;; chunk = &older_[chunk->next()]) {
                const unsigned found = equal(*chunk, fresh);
                if (found != 0) {
                    const auto i = static_cast<unsigned>(std::countr_zero(found));
                    chunk->set_bounds(i, std::max(low, chunk->lower(i)),
                                      std::min(high, chunk->upper(i)));
                    return;
                }
                if (chunk->next() == 0) break;
            }
            if (home.used() == Chunk::capacity) {
                older_.push_back(home);
                home.suits[2][7] = static_cast<std::uint32_t>(older_.size() - 1);
                home.suits[3][7] = 0;
            }
        }
        const unsigned i = home.suits[3][7]++;
        for (std::size_t s = 0; s < 4; ++s) home.suits[s][i] = fresh.suit[s];
        home.set_bounds(i, low, high);
    }

  private:
    struct alignas(64) Chunk {
        static constexpr unsigned capacity = 7;
        // The last lane: shape and leader (two words), the next chunk (0: none), patterns used.
        std::array<std::array<std::uint32_t, 8>, 4> suits{};

        std::uint64_t key() const { return std::uint64_t{suits[1][7]} << 32 | suits[0][7]; }
        std::uint32_t next() const { return suits[2][7]; }
        std::uint32_t used() const { return suits[3][7]; }
        int lower(unsigned i) const { return bits(0, i) | bits(1, i) << 2; }
        int upper(unsigned i) const { return bits(2, i) | bits(3, i) << 2; }
        void set_bounds(unsigned i, int low, int high) {
            const auto both = static_cast<unsigned>(low | high << 4);
            for (unsigned s = 0; s < 4; ++s) {
                suits[s][i] = (suits[s][i] & ~bound_bits) | (both >> (2 * s) & 3) << bound_shift;
            }
        }

      private:
        int bits(unsigned s, unsigned i) const {
            return static_cast<int>(suits[s][i] >> bound_shift & 3);
        }
    };
    static_assert(sizeof(Chunk) == 128);

    static void fetch(const Chunk& chunk) {
        kiebitz::prefetch(&chunk.suits[0]);
        kiebitz::prefetch(&chunk.suits[2]);
    }

#ifdef KIEBITZ_BRIDGE_AVX2
    static unsigned matching(const Chunk& chunk, const Lanes& position) {
        __m256i differ = _mm256_setzero_si256();
        for (std::size_t s = 0; s < 4; ++s) {
            const __m256i p = _mm256_load_si256(reinterpret_cast<const __m256i*>(&chunk.suits[s]));
            const __m256i x = _mm256_set1_epi32(static_cast<int>(position.suit[s]));
            // A shift by 32 leaves nothing.
            const __m256i unnamed = _mm256_and_si256(p, _mm256_set1_epi32(unnamed_bits));
            differ = _mm256_or_si256(differ, _mm256_srlv_epi32(_mm256_xor_si256(p, x), unnamed));
        }
        const __m256i same = _mm256_cmpeq_epi32(differ, _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) &
               ((1U << chunk.used()) - 1);
    }
    static unsigned equal(const Chunk& chunk, const Lanes& pattern) {
        __m256i differ = _mm256_setzero_si256();
        for (std::size_t s = 0; s < 4; ++s) {
            const __m256i p = _mm256_load_si256(reinterpret_cast<const __m256i*>(&chunk.suits[s]));
            const __m256i x = _mm256_set1_epi32(static_cast<int>(pattern.suit[s]));
            differ = _mm256_or_si256(differ, _mm256_xor_si256(p, x));
        }
        const __m256i but_bounds = _mm256_set1_epi32(static_cast<int>(~bound_bits));
        const __m256i same =
            _mm256_cmpeq_epi32(_mm256_and_si256(differ, but_bounds), _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) &
               ((1U << chunk.used()) - 1);
    }
#else
    static unsigned matching(const Chunk& chunk, const Lanes& position) {
        unsigned found = 0;
        for (unsigned i = 0; i < chunk.used(); ++i) {
            std::uint32_t differ = 0;
            for (std::size_t s = 0; s < 4; ++s) {
                const std::uint32_t lane = chunk.suits[s][i];
                const std::uint64_t other = lane ^ position.suit[s];
                differ |= static_cast<std::uint32_t>(other >> (lane & unnamed_bits));
            }
            if (differ == 0) found |= 1U << i;
        }
        return found;
    }
    static unsigned equal(const Chunk& chunk, const Lanes& pattern) {
        unsigned found = 0;
        for (unsigned i = 0; i < chunk.used(); ++i) {
            std::uint32_t differ = 0;
            for (std::size_t s = 0; s < 4; ++s) differ |= chunk.suits[s][i] ^ pattern.suit[s];
            if ((differ & ~bound_bits) == 0) found |= 1U << i;
        }
        return found;
    }
#endif

    void wipe() {
        // As many as served the last questions, or half of it: growing costs more than clearing.
        unsigned bits = 10;
        while ((std::size_t{2} << bits) < 3 * shapes_ && (std::size_t{1} << bits) < homes_.size())
            ++bits;
        homes_.assign(std::size_t{1} << bits, Chunk{});
        shift_ = 64 - bits;
        shapes_ = 0;
        older_.clear();
        older_.push_back(Chunk{});
    }

    /// The hands are of one size, so one of the 16 lengths follows from the others: the leader
    /// takes its place.
    static std::uint64_t key_of(std::uint64_t shape, int leader) {
        return (shape & ~(std::uint64_t{15} << 60)) | static_cast<std::uint64_t>(leader) << 60;
    }

    std::size_t home_of(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ULL) >> shift_);
    }
    std::size_t following(std::size_t home) const { return (home + 1) & (homes_.size() - 1); }

    std::size_t slot_of(std::uint64_t key) const {
        std::size_t i = home_of(key);
        while (homes_[i].used() != 0 && homes_[i].key() != key) i = following(i);
        return i;
    }

    /// Room for one more shape and one more chunk, within the memory; if there is none, all goes.
    void make_room() {
        const bool more_homes = 2 * (shapes_ + 1) > homes_.size();
        const std::size_t homes = more_homes ? 2 * homes_.size() : homes_.capacity();
        const std::size_t all = memory_ / sizeof(Chunk);
        const std::size_t most = all > homes ? all - homes : 0;
        const bool more_older = older_.size() == older_.capacity();
        if ((more_homes || more_older) && older_.size() >= most) {
            shapes_ = 0;
            wipe();
            return;
        }
        if (more_homes) grow();
        if (more_older || older_.capacity() > most) {
            std::vector<Chunk> fitting;
            fitting.reserve(std::min(2 * older_.size(), most));
            fitting.assign(older_.begin(), older_.end());
            older_.swap(fitting);
        }
    }

    KIEBITZ_NEVER_INLINE void grow() {
        std::vector<Chunk> old(homes_.size() * 2);
        old.swap(homes_);
        --shift_;
        for (const Chunk& chunk : old) {
            if (chunk.used() != 0) homes_[slot_of(chunk.key())] = chunk;
        }
    }

    std::size_t memory_;
    bool fewest_ranks_;
    std::size_t shapes_ = 0;  // with leaders
    unsigned shift_ = 0;
    std::vector<Chunk> homes_;  // the newest patterns of each shape and leader
    std::vector<Chunk> older_;  // number 0 is never used
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
