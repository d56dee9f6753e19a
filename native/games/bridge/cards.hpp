// Bridge cards and seats.
//
// A card is 16 * suit + rank: each suit has 16 bits of a 64-bit word, of which 13 are used, so that
// the cards of a suit are one shift and one mask away. Suits S H D C are 0 to 3 (the order of PBN
// and of double-dummy tables), strain 4 is no trump; ranks 2 to A are 0 to 12; seats N E S W are 0
// to 3.
#pragma once

#include <array>
#include <cstdint>

#include "cards/card_set.hpp"

namespace kiebitz::bridge {

using Cards = std::uint64_t;
using Hands = std::array<Cards, 4>;

inline constexpr int no_trump = 4;
inline constexpr Cards suit_bits = 0x1fff;
inline constexpr Cards deck = 0x1fff1fff1fff1fffULL;

constexpr int suit_of(Card card) {
    return card >> 4;
}
constexpr int rank_of(Card card) {
    return card & 15;
}
constexpr Card make_card(int suit, int rank) {
    return static_cast<Card>(suit * 16 + rank);
}
constexpr Cards suit_mask(int suit) {
    return suit_bits << (16 * suit);
}
constexpr unsigned holding(Cards cards, int suit) {
    return static_cast<unsigned>(cards >> (16 * suit)) & static_cast<unsigned>(suit_bits);
}
constexpr bool is_card(unsigned index) {
    return index < 64 && (index & 15) < 13;
}
constexpr int partner_of(int seat) {
    return (seat + 2) & 3;
}
constexpr int next_seat(int seat) {
    return (seat + 1) & 3;
}
constexpr bool is_north_south(int seat) {
    return (seat & 1) == 0;
}

/// The cards of a hand that may be played to a trick of which `played` cards lie.
constexpr Cards legal_in(Cards hand, int played, Card led) {
    const Cards following = played == 0 ? 0 : hand & suit_mask(suit_of(led));
    return following != 0 ? following : hand;
}

/// Whether `card`, played later, beats `best`, the best card of the trick so far.
constexpr bool beats(Card card, Card best, int trump) {
    if (suit_of(card) == suit_of(best)) return card > best;
    return suit_of(card) == trump;
}

}  // namespace kiebitz::bridge
