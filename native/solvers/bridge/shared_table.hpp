// The table of partition search for several threads that search one deal with one trump.
//
// It knows what PatternTable knows. The hash of a shape and its leader names a home: a chunk of
// seven patterns, behind it a list of chunks of this and other shapes, newest first. What was
// stored is never changed, so threads read without waiting for each other: how many patterns a
// chunk has is published after they were written. Only who stores locks the home.
//
// When there are many shapes, a thread moves the homes into twice as many, one after the other,
// while the others go on. Who reads an old home meanwhile may miss what is new, which costs time
// and never a wrong answer. When memory is used up, nothing more is stored.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "solvers/bridge/pattern_chunk.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

class SharedTable {
  public:
    explicit SharedTable(std::size_t memory)
        : most_homes_(memory / 4 / sizeof(Chunk)), segments_(memory / 2 / sizeof(Segment) + 1) {
        newest_ = &add_homes(11);
    }
    ~SharedTable() {
        for (const auto& segment : segments_) delete segment.load();
    }
    SharedTable(const SharedTable&) = delete;
    SharedTable& operator=(const SharedTable&) = delete;

    /// What a thread keeps to itself: where it takes fresh chunks from, and how many shapes it has
    /// stored and not yet told.
    struct Stock {
        std::uint32_t next = 0, left = 0;
        std::size_t shapes = 0;
    };

    /// Whether North-South make `target` tricks, if a stored pattern tells.
    Knowledge find(std::uint64_t shape, int leader, const Lanes& position, int target,
                   bool fewest_ranks) const {
        const std::uint64_t key = key_of(shape, leader);
        Knowledge known;
        const Chunk* chunk = &newest_.load(std::memory_order_acquire)->of(key);
        for (;;) {
            const Filled filled = chunk->filled();
            const Chunk* next = nullptr;
            if (filled.next != 0) fetch(*(next = &at(filled.next)));
            if (filled.patterns != 0 && chunk->key() == key &&
                chunk->patterns(filled.patterns).decide(position, target, fewest_ranks, known))
                return known;
            if (next == nullptr) return known;
            chunk = next;
        }
    }

    void prefetch(std::uint64_t shape, int leader) const {
        fetch(newest_.load(std::memory_order_acquire)->of(key_of(shape, leader)));
    }

    void store(std::uint64_t shape, int leader, const Lanes& position,
               const std::array<std::uint8_t, 4>& depths, int low, int high, Stock& stock) {
        const std::uint64_t key = key_of(shape, leader);
        Chunk& home = lock(key);
        const Filled at_home = home.filled();
        const bool new_shape = at_home.patterns == 0 || home.key() != key;
        if (Chunk* const room = room_for(home, at_home, key, stock); room != nullptr)
            room->add(pattern_of(position, depths), low, high);
        unlock(home);
        if (new_shape && ++stock.shapes == told_together) {
            shapes_ += stock.shapes;
            stock.shapes = 0;
            if (shapes_ > newest_.load()->chunks.size() / 2) grow();
        }
    }

    std::size_t bytes() const {
        const std::size_t taken = segments_taken_;
        const std::size_t segments = taken < segments_.size() ? taken : segments_.size();
        return (homes_ + Segment::size * segments) * sizeof(Chunk);
    }

  private:
    static constexpr std::size_t told_together = 64;
    enum State : std::uint32_t { open, locked, moved };
    using Word = std::atomic<std::uint32_t>;
    using Seven = Patterns<Word>;

    struct Filled {
        std::uint32_t next;  // chunk, 0: none
        std::uint32_t patterns;
    };

    struct alignas(64) Chunk {
        // Last in each row of eight: shape and leader (two words), what is filled, the lock of a
        // home.
        std::array<Word, 32> words{};

        Filled filled() const {
            const std::uint32_t both = words[23].load(std::memory_order_acquire);
            return {both >> 3, both & 7};
        }
        void publish(Filled filled) {
            words[23].store(filled.next << 3 | filled.patterns, std::memory_order_release);
        }
        std::uint64_t key() const {
            return std::uint64_t{value_of(words[15])} << 32 | value_of(words[7]);
        }
        void set_key(std::uint64_t key) {
            words[7].store(static_cast<std::uint32_t>(key), std::memory_order_relaxed);
            words[15].store(static_cast<std::uint32_t>(key >> 32), std::memory_order_relaxed);
        }
        Word& state() { return words[31]; }
        Seven patterns(unsigned used) const { return {words.data(), used}; }
        void add(const Lanes& pattern, int low, int high) {
            const Filled before = filled();
            for (std::size_t s = 0; s < 4; ++s) {
                words[8 * s + before.patterns].store(with_bounds(pattern.suit[s], s, low, high),
                                                     std::memory_order_relaxed);
            }
            publish({before.next, before.patterns + 1});
        }
        /// The same patterns, nothing behind them.
        void copy(const Chunk& other) {
            const std::uint32_t patterns = other.filled().patterns;
            for (std::size_t i = 0; i < 31; ++i)
                words[i].store(value_of(other.words[i]), std::memory_order_relaxed);
            publish({0, patterns});
        }
    };
    static_assert(sizeof(Chunk) == 128);

    struct Homes {
        explicit Homes(unsigned bits) : chunks(std::size_t{1} << bits), shift(64 - bits) {}
        Chunk& of(std::uint64_t key) {
            return chunks[static_cast<std::size_t>(hash_of(key) >> shift)];
        }

        std::vector<Chunk> chunks;
        unsigned shift;
        std::atomic<Homes*> newer = nullptr;
    };

    struct Segment {
        static constexpr std::size_t size = 512;
        std::array<Chunk, size> chunks;
    };

    Chunk& at(std::uint32_t index) const {
        return segments_[index / Segment::size]
            .load(std::memory_order_acquire)
            ->chunks[index % Segment::size];
    }
    static void fetch(const Chunk& chunk) {
        kiebitz::prefetch(&chunk.words[0]);
        kiebitz::prefetch(&chunk.words[16]);
    }

    Chunk& lock(std::uint64_t key) {
        Homes* homes = newest_.load(std::memory_order_acquire);
        for (unsigned tries = 1;; ++tries) {
            Chunk& home = homes->of(key);
            std::uint32_t state = home.state().load(std::memory_order_acquire);
            if (state == moved) {
                homes = homes->newer.load(std::memory_order_acquire);
            } else if (state == open && home.state().compare_exchange_weak(
                                            state, locked, std::memory_order_acquire)) {
                return home;
            } else if (tries % 64 == 0) {
                std::this_thread::yield();
            }
        }
    }
    static void unlock(Chunk& home) { home.state().store(open, std::memory_order_release); }

    /// Where this shape has room behind a locked home, or at it; nothing if memory is used up.
    Chunk* room_for(Chunk& home, Filled at_home, std::uint64_t key, Stock& stock) {
        if (at_home.patterns == 0) {
            home.set_key(key);
            return &home;
        }
        if (home.key() == key && at_home.patterns < Seven::capacity) return &home;
        for (std::uint32_t i = at_home.next; i != 0;) {
            Chunk& chunk = at(i);
            const Filled filled = chunk.filled();
            if (chunk.key() == key) {
                if (filled.patterns < Seven::capacity) return &chunk;
                break;
            }
            i = filled.next;
        }
        const std::uint32_t index = take(stock);
        if (index == 0) return nullptr;
        Chunk& chunk = at(index);
        chunk.set_key(key);
        chunk.publish({at_home.next, 0});
        home.publish({index, at_home.patterns});
        return &chunk;
    }

    /// The number of a fresh chunk, 0 if there is none.
    std::uint32_t take(Stock& stock) {
        if (stock.left == 0) {
            const std::size_t segment = segments_taken_++;
            if (segment >= segments_.size()) return 0;
            segments_[segment].store(new Segment, std::memory_order_release);
            stock.next = static_cast<std::uint32_t>(segment * Segment::size);
            stock.left = Segment::size;
            if (segment == 0) {  // number 0 is none
                ++stock.next;
                --stock.left;
            }
        }
        --stock.left;
        return stock.next++;
    }

    KIEBITZ_NEVER_INLINE void grow() {
        if (growing_.exchange(true)) return;
        Homes& old = *newest_.load();
        if (shapes_ > old.chunks.size() / 2 && 2 * old.chunks.size() <= most_homes_)
            move_all(old, add_homes(64 - old.shift + 1));
        growing_ = false;
    }

    Homes& add_homes(unsigned bits) {
        all_homes_.push_back(std::make_unique<Homes>(bits));
        homes_ += all_homes_.back()->chunks.size();
        return *all_homes_.back();
    }

    void move_all(Homes& old, Homes& newer) {
        old.newer.store(&newer, std::memory_order_release);
        for (Chunk& home : old.chunks) {
            std::uint32_t state = open;
            while (!home.state().compare_exchange_weak(state, locked, std::memory_order_acquire)) {
                state = open;
                std::this_thread::yield();
            }
            move(home, newer);
            home.state().store(moved, std::memory_order_release);
        }
        newest_.store(&newer, std::memory_order_release);
    }

    /// Distributes a locked home and its list. Nobody stores at the new homes yet.
    void move(const Chunk& home, Homes& newer) {
        Filled filled = home.filled();
        if (filled.patterns == 0) return;
        newer.of(home.key()).copy(home);
        for (std::uint32_t i = filled.next; i != 0; i = filled.next) {
            Chunk& chunk = at(i);
            filled = chunk.filled();
            Chunk& target = newer.of(chunk.key());
            if (target.filled().patterns == 0) {
                target.copy(chunk);
            } else {
                Chunk* last = &target;
                while (last->filled().next != 0) last = &at(last->filled().next);
                chunk.publish({0, filled.patterns});
                last->publish({i, last->filled().patterns});
            }
        }
    }

    const std::size_t most_homes_;
    std::atomic<bool> growing_ = false;  // who sets it may add homes
    std::vector<std::unique_ptr<Homes>> all_homes_;
    std::atomic<std::size_t> homes_ = 0;
    std::atomic<Homes*> newest_ = nullptr;
    std::atomic<std::size_t> shapes_ = 0;
    std::vector<std::atomic<Segment*>> segments_;
    std::atomic<std::size_t> segments_taken_ = 0;
};

/// One thread's share of such a table, in the form of a table of its own.
class TableShare {
  public:
    TableShare(SharedTable& table, bool fewest_ranks)
        : table_(table), fewest_ranks_(fewest_ranks) {}

    void clear() {}  // it ends with the question
    std::size_t bytes() const { return 0; }
    Knowledge find(std::uint64_t shape, int leader, const Lanes& position, int target) const {
        return table_.find(shape, leader, position, target, fewest_ranks_);
    }
    void prefetch(std::uint64_t shape, int leader) const { table_.prefetch(shape, leader); }
    void store(std::uint64_t shape, int leader, const Lanes& position,
               const std::array<std::uint8_t, 4>& depths, int low, int high) {
        table_.store(shape, leader, position, depths, low, high, stock_);
    }

  private:
    SharedTable& table_;
    SharedTable::Stock stock_;
    bool fewest_ranks_;
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
