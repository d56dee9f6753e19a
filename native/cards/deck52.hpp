// The pack of 52 cards: card = 13 * suit + rank, suits C D H S, ranks 2 to A.
//
// Text is suit + rank, `SQ H2 CT`. A text that is not a card throws std::invalid_argument.
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cards/card_set.hpp"

namespace kiebitz::deck52 {

using Cards = std::uint64_t;

inline constexpr int kCards = 52;
inline constexpr int kSuits = 4;
inline constexpr int kRanks = 13;
inline constexpr int kClubs = 0, kDiamonds = 1, kHearts = 2, kSpades = 3;
inline constexpr int kTwo = 0, kTen = 8, kJack = 9, kQueen = 10, kKing = 11, kAce = 12;

inline constexpr Cards kAll = (Cards{1} << kCards) - 1;
inline constexpr std::string_view kSuitLetters = "CDHS";
inline constexpr std::string_view kRankLetters = "23456789TJQKA";

constexpr Card card(int suit, int rank) {
    return static_cast<Card>(kRanks * suit + rank);
}
constexpr int suit_of(Card card) {
    return card / kRanks;
}
constexpr int rank_of(Card card) {
    return card % kRanks;
}
constexpr Cards one(Card card) {
    return Cards{1} << card;
}
constexpr Cards suit_cards(int suit) {
    return ((Cards{1} << kRanks) - 1) << (kRanks * suit);
}

inline std::string card_text(Card card) {
    return {kSuitLetters[static_cast<std::size_t>(suit_of(card))],
            kRankLetters[static_cast<std::size_t>(rank_of(card))]};
}

inline Card parse_card(std::string_view text) {
    const auto suit = text.size() == 2 ? kSuitLetters.find(text[0]) : std::string_view::npos;
    const auto rank = text.size() == 2 ? kRankLetters.find(text[1]) : std::string_view::npos;
    if (suit == std::string_view::npos || rank == std::string_view::npos) {
        throw std::invalid_argument(
            "'" + std::string(text) +
            "' is not a card (a suit of CDHS, then a rank of 23456789TJQKA)");
    }
    return card(static_cast<int>(suit), static_cast<int>(rank));
}

/// Cards joined by dots, lowest index first; `-` for none.
inline std::string cards_text(Cards cards) {
    std::string text;
    for (Card each : each_card(cards))
        text += std::string(text.empty() ? "" : ".") + card_text(each);
    return text.empty() ? "-" : text;
}

inline Cards parse_cards(std::string_view text) {
    Cards cards = 0;
    if (text == "-") return cards;
    for (std::size_t at = 0;; at += 3) {
        const Card each = parse_card(text.substr(at < text.size() ? at : text.size(), 2));
        if ((cards & one(each)) != 0) {
            throw std::invalid_argument("'" + card_text(each) + "' appears twice in '" +
                                        std::string(text) + "'");
        }
        cards |= one(each);
        if (at + 2 == text.size()) return cards;
        if (at + 2 < text.size() && text[at + 2] != '.') {
            throw std::invalid_argument("cards are joined by dots: '" + std::string(text) + "'");
        }
    }
}

/// A hand as people write it: `S AQ2  H KT  D -  C 98`.
inline std::string hand_drawing(Cards cards) {
    std::string text;
    for (int suit = kSuits - 1; suit >= 0; --suit) {
        if (!text.empty()) text += "  ";
        text += kSuitLetters[static_cast<std::size_t>(suit)];
        text += ' ';
        Cards rest = cards & suit_cards(suit);
        if (rest == 0) text += '-';
        while (rest != 0) {
            const Card top = highest(rest);
            text += kRankLetters[static_cast<std::size_t>(rank_of(top))];
            rest &= ~one(top);
        }
    }
    return text;
}

}  // namespace kiebitz::deck52
