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

/// The value with which a contract starts: what it is worth if just won, without schneider.
constexpr int announced_value(const Contract& contract, Cards twelve) {
    if (contract.type == GameType::kNull) return null_value(contract);
    const int run = matadors(contract.type, twelve);
    const int levels = 1 + (run < 0 ? -run : run) + contract.hand + contract.schneider +
                       contract.schwarz + contract.ouvert;
    // An announcement counts twice when kept: once announced, once made.
    return base_value(contract.type) * (levels + contract.schneider + contract.schwarz);
}

/// How the cardplay went, as far as the value depends on it.
struct Outcome {
    int points = 0;  // the declarer's card points, skat included
    int declarer_tricks = 0;
    int tricks = 0;          // of both parties; fewer than ten when the game was cut short
    bool forfeited = false;  // the declarer resigned, left or ran out of time: loses a null game
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
    int levels = 1 + (result.matadors < 0 ? -result.matadors : result.matadors) + contract.hand +
                 contract.schneider + contract.schwarz + contract.ouvert;
    bool made = outcome.points > kTotalPoints / 2;
    if (contract.schneider) made = outcome.points >= 90;
    if (contract.schwarz) made = outcome.declarer_tricks == kHandSize;
    // A declarer who gives up after making the game has still made it.

    if (made) {
        result.schwarz = outcome.declarer_tricks == kHandSize;
        result.schneider = result.schwarz || outcome.points >= 90;
    } else if (outcome.tricks > 0) {
        // The declarer may be made schneider and schwarz too, but not beyond an own announcement,
        // and not by resigning before a trick is complete.
        result.schwarz = !contract.schwarz && outcome.declarer_tricks == 0;
        result.schneider = result.schwarz || (!contract.schneider && outcome.points <= 30);
    }
    // Schwarz against a declarer who announced schneider counts one level, not two.
    levels += result.schwarz;
    levels += made ? result.schneider
                   : (!contract.schneider && outcome.tricks > 0 && outcome.points <= 30);

    const int base = base_value(contract.type);
    result.overbid = levels * base < bid;
    result.won = made && !result.overbid;
    const int value = result.overbid ? (bid + base - 1) / base * base : levels * base;
    result.value = result.won ? value : -2 * value;
    return result;
}

/// Seeger-Fabian points of one deal for three players; `declarer` is -1 when all passed.
constexpr std::array<int, kSeats> seeger_fabian(int declarer, const Result& result) {
    std::array<int, kSeats> points{};
    if (declarer < 0) return points;
    if (result.won) {
        points[declarer] = result.value + 50;
    } else {
        points.fill(40);
        points[declarer] = result.value - 50;
    }
    return points;
}

}  // namespace kiebitz::skat
