// The 32 cards of Skat. Card = 8 * suit + rank; in that order a higher index wins within a plain
// suit of suit and grand games, and the jacks stand above their suits with CJ, the highest trump,
// last.
#pragma once

#include <array>
#include <cstdint>

#include "cards/card_set.hpp"

namespace kiebitz::skat {

using Cards = std::uint32_t;

inline constexpr int kSeats = 3;
inline constexpr int kHandSize = 10;
inline constexpr int kSkatSize = 2;
inline constexpr int kDeckSize = 32;
inline constexpr int kTotalPoints = 120;
inline constexpr Cards kDeck = 0xffffffffU;

enum Suit : int { kDiamonds, kHearts, kSpades, kClubs };
enum Rank : int { kSeven, kEight, kNine, kQueen, kKing, kTen, kAce, kJack };

inline constexpr Cards kJacks = 0x80808080U;

constexpr Card make_card(int suit, int rank) {
    return static_cast<Card>(8 * suit + rank);
}
constexpr int suit_of(Card card) {
    return card >> 3;
}
constexpr int rank_of(Card card) {
    return card & 7;
}
constexpr Cards whole_suit(int suit) {
    return 0xffU << (8 * suit);
}

inline constexpr std::array<int, 8> kRankPoints = {0, 0, 0, 3, 4, 10, 11, 2};

constexpr int points_of(Card card) {
    return kRankPoints[rank_of(card)];
}

constexpr int points_in(Cards cards) {
    constexpr auto of_rank = [](int rank) { return 0x01010101U << rank; };
    return 3 * count(cards & of_rank(kQueen)) + 4 * count(cards & of_rank(kKing)) +
           10 * count(cards & of_rank(kTen)) + 11 * count(cards & of_rank(kAce)) +
           2 * count(cards & of_rank(kJack));
}

static_assert(points_in(kDeck) == kTotalPoints);

}  // namespace kiebitz::skat
