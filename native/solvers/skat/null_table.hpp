// The null solver's table: positions at trick boundaries, or classes of them (thesis §4.3, §4.5).
//
// A bucket belongs to a split and holds patterns, each with a bound for every position of that
// split that the pattern covers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/null_reasons.hpp"

namespace kiebitz::solvers::skat {

template <class Reasons>
class NullTable {
  public:
    using Form = typename Reasons::Form;
    using Pattern = typename Reasons::Pattern;

    explicit NullTable(std::size_t bytes) {
        std::size_t buckets = 2;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        buckets_ = std::vector<Bucket>(buckets);
    }
    void forget() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    struct Hit {
        int bound = -1;
        Pattern pattern{};
    };

    /// Best proved lower (or upper) bound on the tricks survived; bound is -1 if there is none.
    template <bool Lower>
    Hit find(const Form& form, bool by_split) const {
        Hit hit;
        const Bucket& bucket = buckets_[place(form, by_split)];
        if (bucket.split != form.split) return hit;
        for (int i = 0; i < bucket.used; ++i) {
            const Entry& entry = bucket.entries[i];
            if (entry.lower != Lower || !entry.pattern.covers(form)) continue;
            if (hit.bound < 0 || (Lower ? entry.bound > hit.bound : entry.bound < hit.bound)) {
                hit = {entry.bound, entry.pattern};
            }
        }
        return hit;
    }

    void store(const Form& form, bool by_split, const Pattern& pattern, int bound, bool lower) {
        Bucket& bucket = buckets_[place(form, by_split)];
        if (bucket.split != form.split) {
            bucket.split = form.split;
            bucket.used = bucket.next = 0;
        }
        int at = bucket.used;
        if (bucket.used < ways) {
            ++bucket.used;
        } else {
            at = bucket.next;
            bucket.next = static_cast<std::uint8_t>((at + 1) % ways);
        }
        bucket.entries[at] = {pattern, static_cast<std::uint8_t>(bound), lower};
    }

  private:
    static constexpr int ways = 20;
    struct Entry {
        Pattern pattern{};
        std::uint8_t bound = 0;
        bool lower = false;
    };
    struct Bucket {
        std::uint64_t split = ~std::uint64_t{0};
        std::uint8_t used = 0, next = 0;
        std::array<Entry, ways> entries{};
    };

    std::size_t place(const Form& form, bool by_split) const {
        return mix64(by_split ? form.split : form.split ^ mix64(form.owners)) &
               (buckets_.size() - 1);
    }

    std::vector<Bucket> buckets_;
};

}  // namespace kiebitz::solvers::skat
