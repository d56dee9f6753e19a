// The search's memory: under each shape a chain of rank patterns, the newest first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/compiler.hpp"
#include "cards/random.hpp"
#include "solvers/skat/payoff_shift.hpp"
#include "solvers/skat/rank_patterns.hpp"

namespace kiebitz::solvers::skat {

class PatternTable {
  public:
    // What the search asks of its table, see search.hpp.
    using Winners = Cards;
    static constexpr bool keeps_cards = false;
    static constexpr int few_cards = 7;
    template <Kind K>
    using Words = SuitShapes<K>;
    using Form = PatternForm;

    explicit PatternTable(std::size_t bytes) {
        std::size_t slots = 2;
        while (slots * 2 * sizeof(Slot) <= bytes / 8) slots *= 2;
        slots_ = std::vector<Slot>(slots);
        chunks_.resize(std::max<std::size_t>(2, (bytes - bytes / 8) / sizeof(Chunk)));
    }
    /// Slots of another age count as empty: a small question must not pay for a large table.
    void forget() {
        if (++age_ == 0) {
            std::fill(slots_.begin(), slots_.end(), Slot{});
            age_ = 1;
        }
        taken_ = 1;
    }
    std::size_t bytes() const {
        return slots_.size() * sizeof(Slot) + chunks_.size() * sizeof(Chunk);
    }

    template <Kind K>
    PatternForm form(const SuitShapes<K>& words, const std::array<Cards, 3>&, int leader,
                     const FormOptions& options) const {
        return pattern_form<K>(words, leader, options);
    }
    std::size_t place(const PatternForm& form) const {
        return mix64(form.shape) & (slots_.size() - 1);
    }
    // Memory is slow: a lookup is announced, then located, then made, with other work in between.
    void prefetch(std::size_t place) const { fetch(&slots_[place]); }
    void prefetch_entries(std::size_t place) const {
        if (slots_[place].age != age_) return;
        const Chunk& first = chunks_[slots_[place].first];
        fetch(&first);
        fetch(&first.mask);
    }

    /// Narrows the bounds by what the patterns prove. True if one decides the window, with its
    /// evidence.
    template <Kind K>
    bool narrow(std::size_t place, PatternForm& form, const std::array<Cards, 3>& hands,
                const Valuation& valuation, int alpha, int beta, Reasoned<Cards>& known,
                Evidence<Cards>& evidence) const;

    /// What a search with this window has proved.
    template <Kind K>
    void remember(std::size_t place, PatternForm& form, const std::array<Cards, 3>& hands,
                  const Valuation& valuation, const Evidence<Cards>& evidence, int value, int alpha,
                  int beta, Card) {
        price<K>(form, hands, valuation);
        const Cards rest = hands[0] | hands[1] | hands[2];
        const Pattern pattern{pattern_mask<K>(evidence.winners, rest, form),
                              won_slots<K>(evidence.won, hands, form)};
        if (value > alpha) store(place, form, pattern, value, true);
        if (value < beta) store(place, form, pattern, value, false);
    }

  private:
    /// What a bound rests on, by places in the form.
    struct Pattern {
        std::uint64_t mask;  // of the owners that it fixes
        WonSlots won;
    };
    void store(std::size_t place, const PatternForm& form, const Pattern& pattern, int bound,
               bool is_lower);

    static constexpr int kLongest = 24;  // chunks in a chain
    struct Slot {
        std::uint64_t shape = ~std::uint64_t{0};
        std::uint32_t first = 0;  // chunk; 0 means none
        std::uint16_t length = 0;
        std::uint16_t age = 0;
    };
    bool holds(const Slot& slot, const PatternForm& form) const {
        return slot.shape == form.shape && slot.age == age_;
    }
    struct alignas(64) Chunk {
        static constexpr int capacity = 4;
        std::array<std::uint64_t, capacity> owners;
        std::array<std::uint8_t, capacity> bound;
        std::array<bool, capacity> is_lower;
        std::uint32_t used;
        std::uint32_t next;
        std::array<std::uint32_t, capacity> gain;  // what raises the bound, by being worth more
        std::array<std::uint64_t, capacity> mask;
        std::array<std::uint32_t, capacity> loss;  // and what lowers it
        alignas(64) std::array<Payoffs, capacity> points;
    };
    static_assert(sizeof(Chunk) == 256);
    static void fetch(const void* address) { kiebitz::prefetch(address); }

    std::vector<Slot> slots_;
    std::vector<Chunk> chunks_;  // number 0 is never used
    std::size_t taken_ = 1;
    std::uint16_t age_ = 1;
};

template <Kind K>
bool PatternTable::narrow(std::size_t place, PatternForm& form, const std::array<Cards, 3>& hands,
                          const Valuation& valuation, int alpha, int beta, Reasoned<Cards>& known,
                          Evidence<Cards>& evidence) const {
    const Slot& slot = slots_[place];
    if (!holds(slot, form)) return false;
    const Cards rest = hands[0] | hands[1] | hands[2];
    // With a window of one point a bound that does not decide is worth little.
    const bool decisive = beta - alpha == 1;
    for (std::uint32_t index = slot.first; index != 0; index = chunks_[index].next) {
        const Chunk& chunk = chunks_[index];
        for (int i = static_cast<int>(chunk.used) - 1; i >= 0; --i) {
            if (((chunk.owners[i] ^ form.owners) & chunk.mask[i]) != 0) continue;
            price<K>(form, hands, valuation);
            const int bound = chunk.bound[i] + payoff_shift(form.points, chunk.points[i],
                                                            chunk.gain[i], chunk.loss[i]);
            const bool is_lower = chunk.is_lower[i];
            const bool decides = is_lower ? bound >= beta : bound <= alpha;
            if (!decides &&
                (decisive || (is_lower ? bound <= known.lower : bound >= known.upper))) {
                continue;
            }
            const Cards winners = pattern_winners<K>(chunk.mask[i], rest, form);
            if (is_lower) {
                known.lower = bound;
                known.lower_winners = winners;
            } else {
                known.upper = bound;
                known.upper_winners = winners;
            }
            if (decides) {
                const WonSlots slots = is_lower ? WonSlots{chunk.gain[i], chunk.loss[i]}
                                                : WonSlots{chunk.loss[i], chunk.gain[i]};
                evidence = {won_cards<K>(slots, hands, form), winners};
                return true;
            }
        }
    }
    return false;
}

inline void PatternTable::store(std::size_t place, const PatternForm& form, const Pattern& pattern,
                                int bound, bool is_lower) {
    Slot& slot = slots_[place];
    if (!holds(slot, form)) slot = {form.shape, 0, 0, age_};
    // 1. A chunk with room, or one in front: the oldest of a long chain, or a new one.
    if (slot.first == 0 || chunks_[slot.first].used == Chunk::capacity) {
        std::uint32_t fresh;
        if (slot.length == kLongest) {
            std::uint32_t before = slot.first;
            while (chunks_[chunks_[before].next].next != 0) before = chunks_[before].next;
            fresh = chunks_[before].next;
            chunks_[before].next = 0;
        } else {
            if (taken_ == chunks_.size()) {
                forget();
                slot = {form.shape, 0, 0, age_};
            }
            fresh = static_cast<std::uint32_t>(taken_++);
            ++slot.length;
        }
        chunks_[fresh].used = 0;
        chunks_[fresh].next = slot.first;
        slot.first = fresh;
    }
    // 2. The pattern.
    Chunk& chunk = chunks_[slot.first];
    const auto at = chunk.used++;
    chunk.bound[at] = static_cast<std::uint8_t>(bound);
    chunk.is_lower[at] = is_lower;
    chunk.owners[at] = form.owners;
    chunk.mask[at] = pattern.mask;
    chunk.gain[at] = is_lower ? pattern.won.always : pattern.won.possibly;
    chunk.loss[at] = is_lower ? pattern.won.possibly : pattern.won.always;
    chunk.points[at] = form.points;
}

}  // namespace kiebitz::solvers::skat
