// The table of partition search: bounds on North-South's tricks for whole classes of positions.
//
// A position at a trick boundary is found by its shape: the seat on lead and the 16 suit lengths.
// Under each shape lies a list of patterns. A pattern names the owners of the highest cards of each
// suit, down to the lowest winning rank of the proof; whoever holds the cards below, the bounds
// hold. Ranks are relative (only cards still in play count), so an entry serves every deal with
// that trump. Of each chunk of seven patterns the eighth lane holds the shape and where older
// patterns of it lie.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "solvers/bridge/pattern_chunk.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

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
            if (chunk->patterns().decide(position, target, fewest_ranks_, known)) return known;
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
        const Lanes fresh = pattern_of(position, depths);
        const std::uint64_t key = key_of(shape, leader);
        Chunk& home = homes_[slot_of(key)];
        if (home.used() == 0) {
            home.words[7] = static_cast<std::uint32_t>(key);
            home.words[15] = static_cast<std::uint32_t>(key >> 32);
            ++shapes_;
        } else {
            for (Chunk* chunk = &home;; chunk = &older_[chunk->next()]) {
                const unsigned found = chunk->patterns().equal(fresh);
                if (found != 0) {
                    const auto i = static_cast<unsigned>(std::countr_zero(found));
                    chunk->set_bounds(i, std::max(low, chunk->patterns().lower(i)),
                                      std::min(high, chunk->patterns().upper(i)));
                    return;
                }
                if (chunk->next() == 0) break;
            }
            if (home.used() == Chunk::capacity) {
                older_.push_back(home);
                home.words[23] = static_cast<std::uint32_t>(older_.size() - 1);
                home.words[31] = 0;
            }
        }
        const unsigned i = home.words[31]++;
        for (std::size_t s = 0; s < 4; ++s) home.words[8 * s + i] = fresh.suit[s];
        home.set_bounds(i, low, high);
    }

  private:
    struct alignas(64) Chunk {
        static constexpr unsigned capacity = Patterns<std::uint32_t>::capacity;
        // The last lane: shape and leader (two words), the next chunk (0: none), patterns used.
        std::array<std::uint32_t, 32> words{};

        std::uint64_t key() const { return std::uint64_t{words[15]} << 32 | words[7]; }
        std::uint32_t next() const { return words[23]; }
        std::uint32_t used() const { return words[31]; }
        Patterns<std::uint32_t> patterns() const { return {words.data(), used()}; }
        void set_bounds(unsigned i, int low, int high) {
            for (std::size_t s = 0; s < 4; ++s)
                words[8 * s + i] = with_bounds(words[8 * s + i], s, low, high);
        }
    };
    static_assert(sizeof(Chunk) == 128);

    static void fetch(const Chunk& chunk) {
        kiebitz::prefetch(&chunk.words[0]);
        kiebitz::prefetch(&chunk.words[16]);
    }

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

    std::size_t home_of(std::uint64_t key) const {
        return static_cast<std::size_t>(hash_of(key) >> shift_);
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
