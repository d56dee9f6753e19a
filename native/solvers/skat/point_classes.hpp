// Sets of cards by their points, and sums over the cheapest or dearest cards of a set.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

// Sets of equal points, cheapest first.
template <Kind K>
struct PointClasses {
    static constexpr Cards ranks(int rank) {
        Cards cards = 0;
        for (int suit = 0; suit < 4; ++suit) cards |= Cards{1} << (kSuitSize * suit + rank);
        return cards;
    }
    static constexpr std::array<Cards, 6> sets{ranks(0) | ranks(1) | ranks(2),
                                               Cards{0xf} << kJacks,
                                               ranks(3),
                                               ranks(4),
                                               ranks(5),
                                               ranks(6)};
    static constexpr std::array<int, 6> points{0, 2, 3, 4, 10, 11};
};

/// Some cards and their points.
template <Kind K>
struct Priced {
    Cards cards = 0;
    int points = 0;

    /// Adds cards of one class until `wanted` is used up.
    void take(Cards from, int point_class, int& wanted) {
        using P = PointClasses<K>;
        for (Cards set = from & P::sets[point_class]; set != 0 && wanted > 0; set &= set - 1) {
            cards |= set & (0 - set);
            points += P::points[point_class];
            --wanted;
        }
    }
};

/// The cheapest `wanted` cards of a set.
template <Kind K>
Priced<K> cheapest(Cards from, int wanted) {
    Priced<K> taken;
    for (int c = 0; c < 6 && wanted > 0; ++c) taken.take(from, c, wanted);
    return taken;
}

/// The dearest `wanted` cards of a set.
template <Kind K>
Priced<K> dearest(Cards from, int wanted) {
    Priced<K> taken;
    for (int c = 5; c >= 0 && wanted > 0; --c) taken.take(from, c, wanted);
    return taken;
}

/// Points only, a little faster.
template <Kind K>
int cheapest_points(Cards from, int wanted) {
    using P = PointClasses<K>;
    int sum = 0;
    for (int c = 0; c < 6 && wanted > 0; ++c) {
        const int taken = std::min(wanted, std::popcount(from & P::sets[c]));
        sum += taken * P::points[c];
        wanted -= taken;
    }
    return sum;
}

template <Kind K>
int dearest_points(Cards from, int wanted) {
    using P = PointClasses<K>;
    int sum = 0;
    for (int c = 5; c > 0 && wanted > 0; --c) {
        const int taken = std::min(wanted, std::popcount(from & P::sets[c]));
        sum += taken * P::points[c];
        wanted -= taken;
    }
    return sum;
}

template <Kind K>
Cards suit_mask(int suit) {
    return suit == Deck<K>::plain_suits ? Deck<K>::trumps : Deck<K>::plain_suit(suit);
}

/// The top `wanted` cards of a suit.
inline Cards top_cards(Cards suit, int wanted) {
    Cards top = 0;
    for (; wanted > 0; --wanted) top |= bit(highest(suit & ~top));
    return top;
}

}  // namespace detail

}  // namespace kiebitz::solvers::skat
