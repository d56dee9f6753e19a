// The 10+2 evaluation (thesis §2.4): the chance to win a game with ten cards in hand and two put
// away, as a sum of learned table entries. Which entries, is decided here; their values are
// trained.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/skat/contract.hpp"

namespace kiebitz::players::skat {

using namespace kiebitz::skat;

/// Games that share weights: the four suit games are one.
enum class HandClass : std::uint8_t {
    kSuit,
    kGrand,
    kNull,
    kNullOuvert,
    kSuitHand,
    kGrandHand,
    kNullHand,
    kNullOuvertHand,
};
inline constexpr int kHandClasses = 8;

constexpr HandClass class_of(const Contract& contract) {
    if (contract.type == GameType::kNull) {
        if (contract.ouvert) {
            return contract.hand ? HandClass::kNullOuvertHand : HandClass::kNullOuvert;
        }
        return contract.hand ? HandClass::kNullHand : HandClass::kNull;
    }
    if (contract.type == GameType::kGrand) {
        return contract.hand ? HandClass::kGrandHand : HandClass::kGrand;
    }
    return contract.hand ? HandClass::kSuitHand : HandClass::kSuit;
}

/// Where each table begins in a class's weights, and how many weights there are.
struct TrumpTables {
    static constexpr int kJackSet = 0;                 // which jacks: 16
    static constexpr int kTrumpSet = kJackSet + 16;    // suit game: which other trumps: 128
    static constexpr int kPlainSet = kTrumpSet + 128;  // which cards of a plain suit: 128
    static constexpr int kLengthAces =
        kPlainSet + 128;  // trumps (0-11) by plain aces and tens (0-8)
    static constexpr int kLengthSuits = kLengthAces + 12 * 9;  // trumps by plain suits held (0-4)
    static constexpr int kJacksLosers =
        kLengthSuits + 12 * 5;                              // jacks (0-4) by plain losers (0-10)
    static constexpr int kPutAway = kJacksLosers + 5 * 11;  // points put away: 0-22
    static constexpr int kSeatLength = kPutAway + 23;       // seat by trumps
    static constexpr int kSize = kSeatLength + 3 * 12;
    static constexpr int kFeatures = 11;
};
struct NullTables {
    static constexpr int kSuitSet = 0;  // which cards of a suit: 256
    static constexpr int kSeat = 256;
    static constexpr int kSize = kSeat + 3;
    static constexpr int kFeatures = 5;
};

constexpr int weight_count(HandClass hand_class) {
    switch (hand_class) {
        case HandClass::kSuit:
        case HandClass::kGrand:
        case HandClass::kSuitHand:
        case HandClass::kGrandHand:
            return TrumpTables::kSize;
        default:
            return NullTables::kSize;
    }
}

struct FeatureList {
    std::array<std::int16_t, TrumpTables::kFeatures> index{};
    int size = 0;
    void add(int i) { index[static_cast<std::size_t>(size++)] = static_cast<std::int16_t>(i); }
};

/// A plain card that will probably lose a trick: not an ace, nor a ten with the ace or a third
/// card.
constexpr int losers_in(unsigned suit_bits) {
    const int length = std::popcount(suit_bits);
    const bool ace = (suit_bits >> kAce & 1) != 0, ten = (suit_bits >> kTen & 1) != 0;
    int winners = ace;
    if (ten && (ace || length >= 3)) ++winners;
    return std::min(length, 4) - std::min(winners, std::min(length, 4));
}

inline constexpr auto kLosers = [] {
    std::array<std::int8_t, 128> losers{};
    for (unsigned bits = 0; bits < 128; ++bits) {
        losers[bits] = static_cast<std::int8_t>(losers_in(bits));
    }
    return losers;
}();

/// The table entries of a hand. `put_away` are the two discarded cards, none in hand games.
inline FeatureList features_of(const Contract& contract, Cards hand, Cards put_away, int seat) {
    FeatureList list;
    if (contract.type == GameType::kNull) {
        for (int suit = 0; suit < 4; ++suit) {
            list.add(NullTables::kSuitSet + static_cast<int>(hand >> (8 * suit) & 0xff));
        }
        list.add(NullTables::kSeat + seat);
        return list;
    }
    using T = TrumpTables;
    const int trump = is_suit_game(contract.type) ? static_cast<int>(contract.type) : -1;
    const unsigned jacks = (hand >> 7 & 1) | (hand >> 14 & 2) | (hand >> 21 & 4) | (hand >> 28 & 8);
    list.add(T::kJackSet + static_cast<int>(jacks));
    int rich = 0, suits = 0, losers = 0;
    int length = std::popcount(jacks);
    for (int suit = 0; suit < 4; ++suit) {
        const unsigned bits = hand >> (8 * suit) & 0x7f;
        if (suit == trump) {
            list.add(T::kTrumpSet + static_cast<int>(bits));
            length += std::popcount(bits);
            continue;
        }
        list.add(T::kPlainSet + static_cast<int>(bits));
        rich += static_cast<int>((bits >> kAce & 1) + (bits >> kTen & 1));
        suits += bits != 0;
        losers += kLosers[bits];
    }
    list.add(T::kLengthAces + 9 * length + rich);
    list.add(T::kLengthSuits + 5 * length + suits);
    list.add(T::kJacksLosers + 11 * std::popcount(jacks) + std::min(losers, 10));
    list.add(T::kPutAway + points_in(put_away));
    list.add(T::kSeatLength + 12 * seat + length);
    return list;
}

class HandModel {
  public:
    HandModel() {
        for (int c = 0; c < kHandClasses; ++c) {
            weights_[static_cast<std::size_t>(c)].resize(
                static_cast<std::size_t>(weight_count(static_cast<HandClass>(c))));
        }
    }

    std::vector<float>& weights(HandClass c) { return weights_[static_cast<std::size_t>(c)]; }
    const std::vector<float>& weights(HandClass c) const {
        return weights_[static_cast<std::size_t>(c)];
    }

    double log_odds(const Contract& contract, Cards hand, Cards put_away, int seat) const {
        const FeatureList list = features_of(contract, hand, put_away, seat);
        const auto& table = weights_[static_cast<std::size_t>(class_of(contract))];
        double sum = 0;
        for (int i = 0; i < list.size; ++i) {
            sum += table[static_cast<std::size_t>(list.index[static_cast<std::size_t>(i)])];
        }
        return sum;
    }
    double win_chance(const Contract& contract, Cards hand, Cards put_away, int seat) const {
        return 1 / (1 + std::exp(-log_odds(contract, hand, put_away, seat)));
    }

  private:
    std::array<std::vector<float>, kHandClasses> weights_;
};

}  // namespace kiebitz::players::skat
