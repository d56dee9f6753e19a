// What is played, and which card takes a trick in it.
#pragma once

#include <array>
#include <cstdint>

#include "games/skat/cards.hpp"

namespace kiebitz::skat {

/// The six kinds of game. The four suit games have the number of their trump suit.
enum class GameType : std::uint8_t { kDiamonds, kHearts, kSpades, kClubs, kGrand, kNull };

inline constexpr int kGameTypes = 6;

constexpr bool is_suit_game(GameType type) {
    return type < GameType::kGrand;
}

/// The game and what the declarer announced with it. Each announcement implies those before it:
/// ouvert (except in null) implies schwarz, schwarz implies schneider, schneider implies hand.
struct Contract {
    GameType type = GameType::kDiamonds;
    bool hand = false;
    bool schneider = false;
    bool schwarz = false;
    bool ouvert = false;

    bool operator==(const Contract&) const = default;

    constexpr bool is_valid() const {
        if (type == GameType::kNull) return !schneider && !schwarz;
        return (!ouvert || schwarz) && (!schwarz || schneider) && (!schneider || hand);
    }

    constexpr std::uint32_t code() const {
        return static_cast<std::uint32_t>(type) | std::uint32_t{hand} << 3 |
               std::uint32_t{schneider} << 4 | std::uint32_t{schwarz} << 5 |
               std::uint32_t{ouvert} << 6;
    }
    static constexpr Contract from_code(std::uint32_t code) {
        return {static_cast<GameType>(code & 7), (code & 8) != 0, (code & 16) != 0,
                (code & 32) != 0, (code & 64) != 0};
    }
};

namespace order_detail {

constexpr Cards trumps(GameType type) {
    if (type == GameType::kNull) return 0;
    return kJacks | (is_suit_game(type) ? whole_suit(static_cast<int>(type)) : 0);
}

constexpr Cards followers(GameType type, Card led) {
    if (type == GameType::kNull) return whole_suit(suit_of(led));
    return contains(trumps(type), led) ? trumps(type) : whole_suit(suit_of(led)) & ~kJacks;
}

// In null the ranks run 7 8 9 T J Q K A.
inline constexpr std::array<std::uint8_t, 8> kNullStrength = {0, 1, 2, 5, 6, 3, 7, 4};

constexpr std::uint8_t strength(GameType type, Card card) {
    if (type == GameType::kNull) return kNullStrength[rank_of(card)];
    if (rank_of(card) == kJack) return static_cast<std::uint8_t>(48 + suit_of(card));
    const int trump_bonus = contains(trumps(type), card) ? 32 : 0;
    return static_cast<std::uint8_t>(trump_bonus + rank_of(card));
}

}  // namespace order_detail

/// Which cards follow which, and which is stronger, for one kind of game.
struct CardOrder {
    Cards trumps = 0;
    std::array<Cards, kDeckSize> followers{};        // the cards that follow a lead of this card
    std::array<std::uint8_t, kDeckSize> strength{};  // comparable within a suit; trumps above all
    std::array<Cards, kDeckSize> beaten_by{};  // the later cards that take the trick from this

    constexpr explicit CardOrder(GameType type) : trumps(order_detail::trumps(type)) {
        for (Card card = 0; card < kDeckSize; ++card) {
            followers[card] = order_detail::followers(type, card);
            strength[card] = order_detail::strength(type, card);
        }
        for (Card best = 0; best < kDeckSize; ++best) {
            for (Card later = 0; later < kDeckSize; ++later) {
                const bool counts = contains(followers[best] | trumps, later);
                if (counts && strength[later] > strength[best]) beaten_by[best] |= bit(later);
            }
        }
    }

    constexpr Cards legal(Cards hand, Card led) const {
        const Cards following = hand & followers[led];
        return following != 0 ? following : hand;
    }

    /// Whether `later` takes the trick from `best`, the strongest card so far.
    constexpr bool beats(Card later, Card best) const {
        return (beaten_by[best] >> later & 1) != 0;
    }
};

inline constexpr std::array<CardOrder, kGameTypes> kCardOrders = {
    CardOrder(GameType::kDiamonds), CardOrder(GameType::kHearts), CardOrder(GameType::kSpades),
    CardOrder(GameType::kClubs),    CardOrder(GameType::kGrand),  CardOrder(GameType::kNull)};

constexpr const CardOrder& order_of(GameType type) {
    return kCardOrders[static_cast<std::size_t>(type)];
}

}  // namespace kiebitz::skat
