// The transposition table: one bucket for a structure, with several valuations and their bounds.
//
// A stored bound comes with the cards that the declarer wins in its proof (evidence.hpp). For
// another valuation it moves by the differences of those that he always wins, and by the
// differences of one sign of those that he may win. Without such knowledge that is all cards, and
// the rule corollary 7.3.2 of the thesis for one side's points instead of the difference of both.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/canonical.hpp"
#include "solvers/skat/evidence.hpp"
#include "solvers/skat/payoff_shift.hpp"

namespace kiebitz::solvers::skat {

struct Bounds {
    int lower;
    int upper;
};

inline constexpr std::uint8_t kNoSlot = 0xff;

class Table {
  public:
    static constexpr int ways = 4;

    struct alignas(64) Bucket {
        std::uint64_t key;  // the structure's 59 bits; the top four bits hold the bucket's worth
        std::array<std::uint32_t, ways> valuation;
        std::array<std::uint32_t, ways>
            gain;  // slots whose points raise the bound if they are more
        std::array<std::uint32_t, ways>
            loss;  // slots whose points lower the bound if they are less
        std::array<std::uint8_t, ways> bound;
        std::uint8_t is_lower;  // a bit each
        std::uint8_t move;      // the canonical slot of a card that was best
        std::uint8_t used;      // entries in use
        std::uint8_t next;      // to be overwritten
    };
    static_assert(sizeof(Bucket) == 64);

    /// What a position's declarer wins in a proof, by canonical slots.
    struct WonSlots {
        std::uint32_t always;
        std::uint32_t possibly;
    };
    static constexpr int kNone = -1;

    explicit Table(std::size_t bytes) { resize(bytes); }

    void resize(std::size_t bytes) {
        std::size_t buckets = 2;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        buckets_ = std::vector<Bucket>(buckets);
        mask_ = buckets - 1;
    }
    void clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    /// Where the structure's bucket is or may be put.
    std::size_t place(const Canonical& form, bool by_structure) const {
        const std::uint64_t mixed = by_structure ? form.key : form.key ^ mix64(form.valuation);
        return mix64(mixed) & mask_;
    }
    void prefetch(std::size_t place) const {
#if defined(__GNUC__)
        __builtin_prefetch(&buckets_[place]);
#else
        (void)place;
#endif
    }

    /// The bucket of this structure, or null.
    const Bucket* find(const Canonical& form, std::size_t place) const {
        // The second bucket is taken only when the first is in use.
        const Bucket& first = buckets_[place];
        if (first.used == 0) return nullptr;
        if ((first.key & kKeyMask) == form.key) return &first;
        const Bucket& second = buckets_[place ^ 1];
        return second.used != 0 && (second.key & kKeyMask) == form.key ? &second : nullptr;
    }

    /// Narrows the bounds by what the bucket's valuations prove for this one. Returns the entry
    /// that decided the window, or kNone. `exact_only` accepts no other valuation.
    int narrow(const Bucket& bucket, const Canonical& form, const Valuation& valuation,
               bool exact_only, int alpha, int beta, Bounds& known) const;

    static WonSlots won(const Bucket& bucket, int entry) {
        const bool lower = bucket.is_lower >> entry & 1;
        return lower ? WonSlots{bucket.gain[entry], bucket.loss[entry]}
                     : WonSlots{bucket.loss[entry], bucket.gain[entry]};
    }

    void store(const Canonical& form, std::size_t place, int bound, bool is_lower, WonSlots won,
               std::uint8_t move, int cards_in_hand);

  private:
    static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 60) - 1;

    std::vector<Bucket> buckets_;
    std::size_t mask_ = 0;
};

/// The points of a position's cards in the order of its slots.
inline Payoffs payoffs_of(std::uint32_t ranks, const Valuation& valuation) {
    const auto& plain = valuation.plain_bytes;
    return Payoffs::of(plain[ranks & 0x7f], plain[ranks >> 7 & 0x7f], plain[ranks >> 14 & 0x7f],
                       valuation.trump_bytes[ranks >> 21 & 0x7f]);
}

inline int Table::narrow(const Bucket& bucket, const Canonical& form, const Valuation& valuation,
                         bool exact_only, int alpha, int beta, Bounds& known) const {
    const Payoffs payoffs = payoffs_of(form.valuation, valuation);
    for (int i = 0; i < bucket.used; ++i) {
        if (exact_only && bucket.valuation[i] != form.valuation) continue;
        const int bound =
            bucket.bound[i] + payoff_shift(payoffs, payoffs_of(bucket.valuation[i], valuation),
                                           bucket.gain[i], bucket.loss[i]);
        if (bucket.is_lower >> i & 1) {
            if (bound > known.lower) known.lower = bound;
            if (bound >= beta) return i;
        } else {
            if (bound < known.upper) known.upper = bound;
            if (bound <= alpha) return i;
        }
    }
    return kNone;
}

inline void Table::store(const Canonical& form, std::size_t place, int bound, bool is_lower,
                         WonSlots won, std::uint8_t move, int cards_in_hand) {
    // 1. The structure's own bucket, an empty one, or the one that is worth less.
    Bucket* bucket = nullptr;
    Bucket& first = buckets_[place];
    Bucket& second = buckets_[place ^ 1];
    if ((first.key & kKeyMask) == form.key && first.used != 0) {
        bucket = &first;
    } else if ((second.key & kKeyMask) == form.key && second.used != 0) {
        bucket = &second;
    } else {
        const bool take_first = first.key >> 60 <= second.key >> 60;
        bucket = take_first ? &first : &second;
        Bucket& other = take_first ? second : first;
        if (other.key >> 60 != 0) other.key -= std::uint64_t{1} << 60;  // old ones fade
        bucket->used = bucket->next = 0;
        bucket->move = kNoSlot;
    }
    bucket->key = form.key | static_cast<std::uint64_t>(cards_in_hand) << 60;
    if (move != kNoSlot) bucket->move = move;

    // 2. In place of what is known of the same valuation; else a free entry, or the oldest.
    int at = 0;
    while (at < bucket->used && (bucket->valuation[at] != form.valuation ||
                                 (bucket->is_lower >> at & 1) != (is_lower ? 1 : 0))) {
        ++at;
    }
    if (at == ways) {
        at = bucket->next;
        bucket->next = static_cast<std::uint8_t>((at + 1) % ways);
    } else if (at == bucket->used) {
        ++bucket->used;
    }
    bucket->valuation[at] = form.valuation;
    bucket->bound[at] = static_cast<std::uint8_t>(bound);
    bucket->is_lower =
        static_cast<std::uint8_t>((bucket->is_lower & ~(1U << at)) | (is_lower ? 1U << at : 0U));
    bucket->gain[at] = is_lower ? won.always : won.possibly;
    bucket->loss[at] = is_lower ? won.possibly : won.always;
}

}  // namespace kiebitz::solvers::skat
