// Bids and the value of a game (thesis, appendix A; International Skat Order where it is silent).
#pragma once

#include <array>
#include <cstdint>

#include "games/skat/contract.hpp"

namespace kiebitz::skat {

/// Every value that some game can have: the legal bids.
inline constexpr std::array<std::int16_t, 63> kBids = {
    18,  20,  22,  23,  24,  27,  30,  33,  35,  36,  40,  44,  45,  46,  48,  50,
    54,  55,  59,  60,  63,  66,  70,  72,  77,  80,  81,  84,  88,  90,  96,  99,
    100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154,
    156, 160, 162, 165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264};

/// Card points with which a party makes the other one schneider.
inline constexpr int kSchneider = 90;

constexpr int base_value(GameType type) {
    switch (type) {
        case GameType::kGrand:
            return 24;
        case GameType::kNull:
            return 23;
        default:
            return 9 + static_cast<int>(type);
    }
}

constexpr int null_value(const Contract& contract) {
    if (contract.ouvert) return contract.hand ? 59 : 46;
    return contract.hand ? 35 : 23;
}

/// Matadors of suit and grand games: n when the twelve cards hold the n highest trumps without a
/// gap, -n when they miss exactly the n highest.
constexpr int matadors(GameType type, Cards twelve) {
    constexpr std::array<int, 7> kDown = {kAce, kTen, kKing, kQueen, kNine, kEight, kSeven};
    const bool with = contains(twelve, make_card(kClubs, kJack));
    int run = 0;
    for (int suit = kClubs; suit >= kDiamonds; --suit) {
        if (contains(twelve, make_card(suit, kJack)) != with) return with ? run : -run;
        ++run;
    }
    if (is_suit_game(type)) {
        for (int rank : kDown) {
            if (contains(twelve, make_card(static_cast<int>(type), rank)) != with) break;
            ++run;
        }
    }
    return with ? run : -run;
}

/// The levels of a suit game or grand by which its base value is multiplied. `schneider` and
/// `schwarz` are what was made of the game, by either party, or what was announced and failed; the
/// announcements themselves stand in the contract and count on top.
constexpr int levels(const Contract& contract, int matadors, bool schneider, bool schwarz) {
    return 1 + (matadors < 0 ? -matadors : matadors) + contract.hand + schneider +
           contract.schneider + schwarz + contract.schwarz + contract.ouvert;
}

/// What a contract is worth if it is just made: without schneider unless that was announced.
constexpr int announced_value(const Contract& contract, Cards twelve) {
    if (contract.type == GameType::kNull) return null_value(contract);
    return base_value(contract.type) *
           levels(contract, matadors(contract.type, twelve), contract.schneider, contract.schwarz);
}

/// What an overbid suit game or grand counts: the next multiple of its base that covers the bid.
constexpr int value_at_bid(GameType type, int bid) {
    const int base = base_value(type);
    return (bid + base - 1) / base * base;
}

/// How the cardplay went, as far as the value depends on it.
struct Outcome {
    int points = 0;           // the declarer's card points, skat included
    int defender_points = 0;  // those in the defenders' tricks
    int declarer_tricks = 0;
    int defender_tricks = 0;  // with the declarer's fewer than ten when the game was cut short
    bool forfeited = false;   // the declarer resigned, left or ran out of time: loses a null game

    /// Of a game that was played to its end.
    static constexpr Outcome played_out(int points, int declarer_tricks) {
        return {points, kTotalPoints - points, declarer_tricks, kHandSize - declarer_tricks};
    }
};

struct Result {
    bool won = false;
    int value = 0;     // signed: what the declarer's list shows, twice the value when lost
    int matadors = 0;  // 0 in null
    bool overbid = false;
    int points = 0;
    int tricks = 0;  // the declarer's
    bool schneider = false;
    bool schwarz = false;

    bool operator==(const Result&) const = default;
};

/// A lost game counts what was made of it by then, and at least what was announced: the level and
/// its announcement (International Skat Order 5.2.5).
constexpr Result evaluate(const Contract& contract, Cards twelve, int bid, const Outcome& outcome) {
    Result result;
    result.points = outcome.points;
    result.tricks = outcome.declarer_tricks;
    if (contract.type == GameType::kNull) {
        result.won = outcome.declarer_tricks == 0 && !outcome.forfeited;
        result.value = result.won ? null_value(contract) : -2 * null_value(contract);
        return result;
    }

    result.matadors = matadors(contract.type, twelve);
    // 1. Did the declarer do what was announced? Who gives up after that has still made the game.
    bool made = outcome.points > kTotalPoints / 2;
    if (contract.schneider) made = outcome.points >= kSchneider;
    if (contract.schwarz) made = outcome.declarer_tricks == kHandSize;
    // 2. How far the winning party got.
    const int tricks = made ? outcome.declarer_tricks : outcome.defender_tricks;
    const int points = made ? outcome.points : outcome.defender_points;
    result.schwarz = tricks == kHandSize;
    result.schneider = result.schwarz || points >= kSchneider;
    // 3. Does that pay the bid?
    const int base = base_value(contract.type);
    int value = base * levels(contract, result.matadors, result.schneider || contract.schneider,
                              result.schwarz || contract.schwarz);
    result.overbid = value < bid;
    if (result.overbid) value = value_at_bid(contract.type, bid);
    result.won = made && !result.overbid;
    result.value = result.won ? value : -2 * value;
    return result;
}

/// Seeger-Fabian points at stake for three players in a game of this value.
struct Stakes {
    int won = 0;       // the declarer's, of a game that is won
    int lost = 0;      // and of one that is lost
    int defender = 0;  // each defender's, of a game that is lost
};

constexpr Stakes stakes(int value) {
    return {value + 50, -2 * value - 50, 40};
}

/// Seeger-Fabian points of one deal; `declarer` is -1 when all passed.
constexpr std::array<int, kSeats> seeger_fabian(int declarer, const Result& result) {
    std::array<int, kSeats> points{};
    if (declarer < 0) return points;
    const Stakes at_stake = stakes(result.won ? result.value : result.value / -2);
    if (!result.won) points.fill(at_stake.defender);
    points[declarer] = result.won ? at_stake.won : at_stake.lost;
    return points;
}

}  // namespace kiebitz::skat
