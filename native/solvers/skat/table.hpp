// The transposition table: one bucket for a structure, with several valuations and their bounds.
//
// Bounds are on the declarer's points still to come, settled trumps excluded. Whoever raises one
// card's value by d raises the declarer's points by something from 0 to d; so a stored bound for
// valuation e holds for valuation q after adding or subtracting the sum of the differences of one
// sign. This is corollary 7.3.2 of the thesis for one side's points instead of the difference of
// both.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cards/random.hpp"
#include "solvers/skat/canonical.hpp"

namespace kiebitz::solvers::skat {

struct Bounds {
    int lower;
    int upper;
};

inline constexpr std::uint8_t kNoSlot = 0xff;

class Table {
  public:
    static constexpr int ways = 9;

    struct alignas(64) Bucket {
        std::uint64_t key;  // the structure's 59 bits; the top four bits hold the bucket's worth
        std::array<std::uint32_t, ways> valuation;
        std::array<std::uint8_t, ways> lower;
        std::array<std::uint8_t, ways> upper;
        std::uint8_t move;   // the canonical slot of a card that was best
        std::uint8_t usage;  // entries in use, and the next one to be overwritten
    };
    static_assert(sizeof(Bucket) == 64);

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
        for (std::size_t at : {place, place ^ 1}) {
            if ((buckets_[at].key & kKeyMask) == form.key && buckets_[at].usage != 0) {
                return &buckets_[at];
            }
        }
        return nullptr;
    }

    /// What the bucket's valuations prove for this one. `exact_only` accepts no other valuation.
    Bounds bounds(const Bucket& bucket, const Canonical& form, const Valuation& valuation,
                  bool exact_only, Bounds known) const;

    void store(const Canonical& form, std::size_t place, Bounds bounds, std::uint8_t move,
               int cards_in_hand);

  private:
    static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 60) - 1;

    std::vector<Bucket> buckets_;
    std::size_t mask_ = 0;
};

/// Sums of positive differences q - e and e - q over all cards.
struct Distance {
    int more;  // the first valuation exceeds the second by this
    int less;
};

#if defined(__SSE2__)

class Comparison {
  public:
    Comparison(const Canonical& form, const Valuation& valuation)
        : valuation_(valuation), open_(form.open_trumps) {
        load(form.valuation, low_, high_);
    }
    Distance to(std::uint32_t other) const {
        __m128i low, high;
        load(other, low, high);
        const __m128i zero = _mm_setzero_si128();
        const __m128i more = _mm_add_epi8(_mm_subs_epu8(low_, low), _mm_subs_epu8(high_, high));
        const __m128i less = _mm_add_epi8(_mm_subs_epu8(low, low_), _mm_subs_epu8(high, high_));
        const __m128i more_sum = _mm_sad_epu8(more, zero);
        const __m128i less_sum = _mm_sad_epu8(less, zero);
        const __m128i sums = _mm_add_epi64(_mm_unpacklo_epi64(more_sum, less_sum),
                                           _mm_unpackhi_epi64(more_sum, less_sum));
        return {_mm_cvtsi128_si32(sums), _mm_cvtsi128_si32(_mm_unpackhi_epi64(sums, sums))};
    }

  private:
    void load(std::uint32_t ranks, __m128i& low, __m128i& high) const {
        low = _mm_set_epi64x(static_cast<long long>(valuation_.plain_bytes[ranks >> 7 & 0x7f]),
                             static_cast<long long>(valuation_.plain_bytes[ranks & 0x7f]));
        high = _mm_set_epi64x(
            static_cast<long long>(valuation_.trump_bytes[ranks >> 21 & 0x7f] & open_),
            static_cast<long long>(valuation_.plain_bytes[ranks >> 14 & 0x7f]));
    }

    const Valuation& valuation_;
    std::uint64_t open_;
    __m128i low_, high_;
};

#else

class Comparison {
  public:
    Comparison(const Canonical& form, const Valuation& valuation)
        : valuation_(valuation), open_(form.open_trumps), mine_(form.valuation) {}
    Distance to(std::uint32_t other) const {
        Distance sum{0, 0};
        for (int suit = 0; suit < 4; ++suit) {
            const auto& bytes = suit == 3 ? valuation_.trump_bytes : valuation_.plain_bytes;
            const std::uint64_t open = suit == 3 ? open_ : ~std::uint64_t{0};
            std::uint64_t a = bytes[mine_ >> (7 * suit) & 0x7f] & open;
            std::uint64_t b = bytes[other >> (7 * suit) & 0x7f] & open;
            for (; (a | b) != 0; a >>= 8, b >>= 8) {
                const int difference = static_cast<int>(a & 0xff) - static_cast<int>(b & 0xff);
                (difference > 0 ? sum.more : sum.less) += difference > 0 ? difference : -difference;
            }
        }
        return sum;
    }

  private:
    const Valuation& valuation_;
    std::uint64_t open_;
    std::uint32_t mine_;
};

#endif

inline Bounds Table::bounds(const Bucket& bucket, const Canonical& form, const Valuation& valuation,
                            bool exact_only, Bounds known) const {
    const int used = bucket.usage & 15;
    if (exact_only) {
        for (int i = 0; i < used; ++i) {
            if (bucket.valuation[i] == form.valuation) {
                known.lower = std::max(known.lower, form.settled_points + bucket.lower[i]);
                known.upper = std::min(known.upper, form.settled_points + bucket.upper[i]);
            }
        }
        return known;
    }
    const Comparison comparison(form, valuation);
    for (int i = 0; i < used; ++i) {
        const Distance distance = comparison.to(bucket.valuation[i]);
        known.lower = std::max(known.lower, form.settled_points + bucket.lower[i] - distance.less);
        known.upper = std::min(known.upper, form.settled_points + bucket.upper[i] + distance.more);
    }
    return known;
}

inline void Table::store(const Canonical& form, std::size_t place, Bounds bounds, std::uint8_t move,
                         int cards_in_hand) {
    // 1. The structure's own bucket, an empty one, or the one that is worth less.
    Bucket* bucket = nullptr;
    Bucket& first = buckets_[place];
    Bucket& second = buckets_[place ^ 1];
    if ((first.key & kKeyMask) == form.key && first.usage != 0) {
        bucket = &first;
    } else if ((second.key & kKeyMask) == form.key && second.usage != 0) {
        bucket = &second;
    } else {
        const bool take_first = first.key >> 60 <= second.key >> 60;
        bucket = take_first ? &first : &second;
        Bucket& other = take_first ? second : first;
        if (other.key >> 60 != 0) other.key -= std::uint64_t{1} << 60;  // old ones fade
        bucket->usage = 0;
        bucket->move = kNoSlot;
    }
    bucket->key = form.key | static_cast<std::uint64_t>(cards_in_hand) << 60;
    if (move != kNoSlot) bucket->move = move;

    // 2. Merge with what is known of the same valuation.
    const auto lower = static_cast<std::uint8_t>(std::max(0, bounds.lower - form.settled_points));
    const auto upper = static_cast<std::uint8_t>(bounds.upper - form.settled_points);
    int used = bucket->usage & 15;
    int next = bucket->usage >> 4;
    for (int i = 0; i < used; ++i) {
        if (bucket->valuation[i] == form.valuation) {
            bucket->lower[i] = std::max(bucket->lower[i], lower);
            bucket->upper[i] = std::min(bucket->upper[i], upper);
            return;
        }
    }

    // 3. Otherwise a free entry, or the oldest.
    int at = used;
    if (used < ways) {
        ++used;
    } else {
        at = next;
        next = (next + 1) % ways;
    }
    bucket->valuation[at] = form.valuation;
    bucket->lower[at] = lower;
    bucket->upper[at] = upper;
    bucket->usage = static_cast<std::uint8_t>(next << 4 | used);
}

}  // namespace kiebitz::solvers::skat
