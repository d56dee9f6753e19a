// The worlds that a View leaves possible: counted exactly, drawn uniformly, listed when few.
//
// A world says who holds each unseen card. Shown voids limit the two other hands; the skat (or the
// declarer's discard) may hold anything. With cards grouped by who may hold them, the number of
// worlds is a short sum of products of binomials, and the same sum draws one without rejection.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "cards/random.hpp"
#include "games/skat/view.hpp"

namespace kiebitz::skat {

/// Who holds the unseen cards: the remaining hands of all three seats, and the two cards put away.
struct World {
    std::array<Cards, kSeats> hands{};
    Cards skat = 0;

    bool operator==(const World&) const = default;
};

/// What a seat knows about where the cards are.
struct Knowledge {
    int seat = 0;
    int declarer = -1;
    Cards hand = 0;           // the seat's own
    bool knows_skat = false;  // the seat picked up the skat
    Cards put_away = 0;       // and discarded these
    Cards shown = 0;          // the declarer's hand when laid open
    std::array<Cards, kSeats> played{};
    std::array<Cards, kSeats> impossible{};

    static Knowledge of(const View& view) {
        return {view.seat,    view.table.declarer, view.hand(),       view.skat != 0,
                view.discard, view.table.shown,    view.table.played, view.table.impossible};
    }
    Cards unseen() const { return kDeck & ~(hand | put_away | played[0] | played[1] | played[2]); }
};

class Worlds {
  public:
    explicit Worlds(const View& view) : Worlds(Knowledge::of(view)) {}
    explicit Worlds(const Knowledge& known);

    /// Zero when the View contradicts itself.
    std::uint64_t count() const { return total_; }

    /// Whether the cards may lie like this.
    bool contains(const World& world) const;

    World sample(Random& random) const;

    /// The world with this number, 0 to count() - 1, in a fixed order.
    World nth(std::uint64_t index) const;

  private:
    // One way to fill the skat: how many of its cards come from each group.
    struct Split {
        int skat_from_a, skat_from_b, skat_from_both;
        int a_from_both;
        std::uint64_t ways;
    };

    template <class PickSubset>
    World assemble(const Split& split, PickSubset pick) const;

    World known_;        // what the View shows
    int a_ = 0, b_ = 0;  // the two other seats
    int need_a_ = 0, need_b_ = 0;
    Cards only_a_ = 0;  // unseen cards that, besides the skat, only seat a may hold
    Cards only_b_ = 0;
    Cards both_ = 0;
    Cards neither_ = 0;  // must be in the skat
    std::array<Split, 6> splits_{};
    int split_count_ = 0;
    std::uint64_t total_ = 0;
};

namespace worlds_detail {

inline constexpr auto kBinomials = [] {
    std::array<std::array<std::uint64_t, 33>, 33> table{};
    for (int n = 0; n <= 32; ++n) {
        table[n][0] = 1;
        for (int k = 1; k <= n; ++k) {
            table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
        }
    }
    return table;
}();

constexpr std::uint64_t choose(int n, int k) {
    return k < 0 || k > n || n < 0 ? 0
                                   : kBinomials[static_cast<unsigned>(n)][static_cast<unsigned>(k)];
}

/// A random subset of k cards, by a partial shuffle.
inline Cards random_subset(Cards from, int k, Random& random) {
    std::array<Card, kDeckSize> cards;
    int n = 0;
    for (Card card : each_card(from)) cards[n++] = card;
    assert(k <= n);
    // Draw the smaller part, keep or drop it.
    const int drawn = 2 * k <= n ? k : n - k;
    Cards subset = 0;
    for (int i = 0; i < drawn; ++i) {
        std::swap(cards[i],
                  cards[i + static_cast<int>(random.below(static_cast<unsigned>(n - i)))]);
        subset |= bit(cards[i]);
    }
    return drawn == k ? subset : from & ~subset;
}

/// The subset of k cards with this number in lexicographic order.
inline Cards nth_subset(Cards from, int k, std::uint64_t index) {
    Cards subset = 0;
    int n = count(from);
    for (Card card : each_card(from)) {
        --n;
        const std::uint64_t with = choose(n, k - 1);
        if (index < with) {
            subset |= bit(card);
            --k;
        } else {
            index -= with;
        }
    }
    assert(k == 0 && index == 0);
    return subset;
}

}  // namespace worlds_detail

inline Worlds::Worlds(const Knowledge& known) {
    using worlds_detail::choose;
    const int seat = known.seat;
    a_ = (seat + 1) % kSeats;
    b_ = (seat + 2) % kSeats;

    int need_a = kHandSize - kiebitz::count(known.played[a_]);
    int need_b = kHandSize - kiebitz::count(known.played[b_]);
    int need_skat = kSkatSize;
    Cards unseen = known.unseen();

    known_.hands[seat] = known.hand;
    if (known.knows_skat) {
        need_skat = 0;
        known_.skat = known.put_away;
    } else if (known.shown != 0 && known.declarer != seat) {
        known_.hands[known.declarer] = known.shown;
        unseen &= ~known.shown;
        (known.declarer == a_ ? need_a : need_b) = 0;
    }

    need_a_ = need_a;
    need_b_ = need_b;
    // A seat that needs no card may not get one.
    const Cards may_a = need_a > 0 ? unseen & ~known.impossible[a_] : 0;
    const Cards may_b = need_b > 0 ? unseen & ~known.impossible[b_] : 0;
    both_ = may_a & may_b;
    only_a_ = may_a & ~may_b;
    only_b_ = may_b & ~may_a;
    neither_ = unseen & ~may_a & ~may_b;

    const int in_a = kiebitz::count(only_a_), in_b = kiebitz::count(only_b_);
    const int in_both = kiebitz::count(both_);
    if (in_a + in_b + in_both + kiebitz::count(neither_) != need_a + need_b + need_skat) return;
    const int open = need_skat - kiebitz::count(neither_);
    for (int i = 0; i <= open; ++i) {
        for (int j = 0; i + j <= open; ++j) {
            const int k = open - i - j;
            const int a_from_both = need_a - (in_a - i);
            const std::uint64_t ways = choose(in_a, i) * choose(in_b, j) * choose(in_both, k) *
                                       choose(in_both - k, a_from_both);
            if (ways == 0) continue;
            splits_[split_count_++] = {i, j, k, a_from_both, ways};
            total_ += ways;
        }
    }
}

inline bool Worlds::contains(const World& world) const {
    const auto a = static_cast<std::size_t>(a_), b = static_cast<std::size_t>(b_);
    const auto own = static_cast<std::size_t>(3 - a_ - b_);
    const Cards in_a = world.hands[a] & ~known_.hands[a], in_b = world.hands[b] & ~known_.hands[b];
    const Cards in_skat = world.skat & ~known_.skat;
    const Cards all = only_a_ | only_b_ | both_ | neither_;
    return total_ > 0 && world.hands[own] == known_.hands[own] &&
           (world.hands[a] & known_.hands[a]) == known_.hands[a] &&
           (world.hands[b] & known_.hands[b]) == known_.hands[b] &&
           (world.skat & known_.skat) == known_.skat && (in_a | in_b | in_skat) == all &&
           kiebitz::count(in_a) + kiebitz::count(in_b) + kiebitz::count(in_skat) ==
               kiebitz::count(all) &&
           kiebitz::count(in_a) == need_a_ && kiebitz::count(in_b) == need_b_ &&
           (in_a & ~(only_a_ | both_)) == 0 && (in_b & ~(only_b_ | both_)) == 0;
}

template <class PickSubset>
World Worlds::assemble(const Split& split, PickSubset pick) const {
    World world = known_;
    const Cards skat_a = pick(only_a_, split.skat_from_a);
    const Cards skat_b = pick(only_b_, split.skat_from_b);
    const Cards skat_both = pick(both_, split.skat_from_both);
    const Cards rest = both_ & ~skat_both;
    const Cards a_both = pick(rest, split.a_from_both);
    world.skat |= neither_ | skat_a | skat_b | skat_both;
    world.hands[a_] |= (only_a_ & ~skat_a) | a_both;
    world.hands[b_] |= (only_b_ & ~skat_b) | (rest & ~a_both);
    return world;
}

inline World Worlds::sample(Random& random) const {
    assert(total_ > 0);
    int chosen = 0;
    if (split_count_ > 1) {
        // total_ is below 2^40, so the bias of scaling 53 random bits is below one in ten thousand
        // million: far less than any use could see.
        auto ticket = static_cast<std::uint64_t>(random.uniform() * static_cast<double>(total_));
        while (chosen + 1 < split_count_ && ticket >= splits_[chosen].ways) {
            ticket -= splits_[chosen++].ways;
        }
    }
    return assemble(splits_[chosen], [&](Cards from, int k) {
        if (k == 0) return Cards{0};
        return worlds_detail::random_subset(from, k, random);
    });
}

inline World Worlds::nth(std::uint64_t index) const {
    assert(index < total_);
    int chosen = 0;
    while (index >= splits_[chosen].ways) index -= splits_[chosen++].ways;
    return assemble(splits_[chosen], [&](Cards from, int k) {
        const std::uint64_t ways = worlds_detail::choose(kiebitz::count(from), k);
        const Cards subset = worlds_detail::nth_subset(from, k, index % ways);
        index /= ways;
        return subset;
    });
}

}  // namespace kiebitz::skat
