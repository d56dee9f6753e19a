// The null solver's table: positions at trick boundaries, or classes of them (thesis §4.3, §4.5).
//
// A position is its split (who holds how many cards of each suit, and who leads) and its owners
// (for each suit, from the highest remaining card down, who holds it). A stored pattern fixes the
// owners of the top cards of each suit only; it matches every position of the same split that
// agrees there.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

struct NullForm {
    std::uint64_t split = 0;   // 12 bits a suit, 2 bits leader
    std::uint64_t owners = 0;  // 16 bits a suit, two bits a card, the highest card on top
    std::array<std::uint8_t, 4> suit_at{0, 1, 2, 3};

    static NullForm of(const std::array<Cards, 3>& hands, int leader, bool sort_suits);

    /// The pattern bits that fix all remaining cards from `significant`'s lowest one in each suit
    /// up.
    std::uint64_t pattern(Cards significant, Cards rest) const;
    /// The lowest cards that a pattern fixes, one a suit.
    Cards significant(std::uint64_t pattern, Cards rest) const;
};

class NullTable {
  public:
    explicit NullTable(std::size_t bytes) {
        std::size_t buckets = 2;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        buckets_ = std::vector<Bucket>(buckets);
    }
    void clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    struct Hit {
        int bound;
        std::uint64_t pattern;
    };

    /// Best proved lower (or upper) bound on the tricks survived; bound is -1 if there is none.
    template <bool Lower>
    Hit find(const NullForm& form, bool by_split) const {
        Hit hit{-1, 0};
        const Bucket& bucket = buckets_[place(form, by_split)];
        if (bucket.split != form.split) return hit;
        for (int i = 0; i < bucket.used; ++i) {
            const Pattern& p = bucket.patterns[i];
            if (p.lower != Lower || ((p.owners ^ form.owners) & p.mask) != 0) continue;
            if (hit.bound < 0 || (Lower ? p.bound > hit.bound : p.bound < hit.bound)) {
                hit = {p.bound, p.mask};
            }
        }
        return hit;
    }

    void store(const NullForm& form, bool by_split, std::uint64_t mask, int bound, bool lower) {
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
        bucket.patterns[at] = {form.owners, mask, static_cast<std::uint8_t>(bound), lower};
    }

  private:
    static constexpr int ways = 10;
    struct Pattern {
        std::uint64_t owners, mask;
        std::uint8_t bound;
        bool lower;
    };
    struct Bucket {
        std::uint64_t split = ~std::uint64_t{0};
        std::uint8_t used = 0, next = 0;
        std::array<Pattern, ways> patterns{};
    };

    std::size_t place(const NullForm& form, bool by_split) const {
        return mix64(by_split ? form.split : form.split ^ mix64(form.owners)) &
               (buckets_.size() - 1);
    }

    std::vector<Bucket> buckets_;
};

inline NullForm NullForm::of(const std::array<Cards, 3>& hands, int leader, bool sort_suits) {
    struct Item {
        std::uint64_t split, owners;
        std::uint8_t suit;
        bool operator<(const Item& other) const {
            return split != other.split ? split < other.split : owners < other.owners;
        }
    };
    std::array<Item, 4> items;
    for (int suit = 0; suit < 4; ++suit) {
        std::array<unsigned, 3> ranks;
        for (int player = 0; player < 3; ++player)
            ranks[player] = hands[player] >> (8 * suit) & 0xff;
        unsigned rest = ranks[0] | ranks[1] | ranks[2];
        std::uint64_t owners = 0;
        int shift = 14;
        for (; rest != 0; shift -= 2) {
            const unsigned top = std::bit_floor(rest);
            rest ^= top;
            const std::uint64_t owner = (ranks[0] & top) != 0 ? 1 : (ranks[1] & top) != 0 ? 2 : 3;
            owners |= owner << shift;
        }
        std::uint64_t split = 0;
        for (unsigned held : ranks) split = split << 4 | static_cast<unsigned>(std::popcount(held));
        items[suit] = {split, owners, static_cast<std::uint8_t>(suit)};
    }
    if (sort_suits) std::sort(items.begin(), items.end());
    NullForm form;
    for (int place = 0; place < 4; ++place) {
        form.split |= items[place].split << (12 * place);
        form.owners |= items[place].owners << (16 * place);
        form.suit_at[place] = items[place].suit;
    }
    form.split |= static_cast<std::uint64_t>(leader) << 48;
    return form;
}

inline std::uint64_t NullForm::pattern(Cards significant, Cards rest) const {
    std::uint64_t mask = 0;
    for (int place = 0; place < 4; ++place) {
        const int suit = suit_at[place];
        const unsigned ranks = rest >> (8 * suit) & 0xff;
        const unsigned fixed = significant >> (8 * suit) & ranks;
        if (fixed == 0) continue;
        const int top = std::popcount(ranks & ~((fixed & (0 - fixed)) - 1));
        mask |= (std::uint64_t{0xffff} & ~((std::uint64_t{1} << (16 - 2 * top)) - 1))
                << (16 * place);
    }
    return mask;
}

inline Cards NullForm::significant(std::uint64_t pattern, Cards rest) const {
    Cards cards = 0;
    for (int place = 0; place < 4; ++place) {
        const int suit = suit_at[place];
        int top = std::popcount(pattern >> (16 * place) & 0xffff) / 2;
        unsigned ranks = rest >> (8 * suit) & 0xff;
        unsigned last = 0;
        for (; top > 0; --top) {
            last = std::bit_floor(ranks);
            ranks ^= last;
        }
        cards |= static_cast<Cards>(last) << (8 * suit);
    }
    return cards;
}

}  // namespace kiebitz::solvers::skat
