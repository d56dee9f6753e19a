// What a card-location network is told of a View: the 360 inputs of Solinas 2019, table 4.2.
//
// All inputs are zero or one. Seats are counted from the viewer on: the viewer, the next seat
// (opponent 1), the one after (opponent 2).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "games/skat/value.hpp"
#include "games/skat/view.hpp"

namespace kiebitz::beliefs::skat {

using namespace kiebitz::skat;

/// Where each group of inputs begins.
struct LocationInputs {
    static constexpr int kHand = 0;
    static constexpr int kSkat = kHand + kDeckSize;           // if the viewer put it away
    static constexpr int kPlayed = kSkat + kDeckSize;         // viewer, opponents 1 and 2
    static constexpr int kLed = kPlayed + 3 * kDeckSize;      // opponents 1 and 2, as all below
    static constexpr int kSloughed = kLed + 2 * kDeckSize;    // neither followed nor trumped
    static constexpr int kVoids = kSloughed + 2 * kDeckSize;  // D H S C and trumps
    static constexpr int kBidType = kVoids + 2 * 5;           // games that the highest bid fits
    static constexpr int kBidSize = kBidType + 2 * kGameTypes;
    static constexpr int kTrick = kBidSize + 2 * 5;
    static constexpr int kSoloist = kTrick + kDeckSize;
    static constexpr int kTrump = kSoloist + 3;  // D H S C, or none of them
    static constexpr int kCount = kTrump + 5;
};
static_assert(LocationInputs::kCount == 360);

/// A set of inputs as bits.
class LocationFeatures {
  public:
    static constexpr int kWords = (LocationInputs::kCount + 63) / 64;

    void set(int input) {
        assert(input >= 0 && input < LocationInputs::kCount);
        words_[static_cast<std::size_t>(input / 64)] |= std::uint64_t{1} << (input % 64);
    }
    void set_cards(int first, Cards cards) {
        // Groups of cards need not begin at a multiple of 64.
        const auto word = static_cast<std::size_t>(first / 64);
        const int shift = first % 64;
        words_[word] |= std::uint64_t{cards} << shift;
        if (shift > 32) words_[word + 1] |= std::uint64_t{cards} >> (64 - shift);
    }
    bool operator[](int input) const {
        return (words_[static_cast<std::size_t>(input / 64)] >> (input % 64) & 1) != 0;
    }
    const std::array<std::uint64_t, kWords>& words() const { return words_; }
    bool operator==(const LocationFeatures&) const = default;

    /// Calls `use(input)` for every input that is set, in order.
    template <class Use>
    void each(Use use) const {
        for (int word = 0; word < kWords; ++word) {
            for (auto rest = words_[static_cast<std::size_t>(word)]; rest != 0; rest &= rest - 1) {
                use(64 * word + std::countr_zero(rest));
            }
        }
    }

  private:
    std::array<std::uint64_t, kWords> words_{};
};

/// What the features are made of: the open side of cardplay, and what the viewer alone knows.
struct LocationView {
    int seat = 0;
    Cards hand = 0;
    Cards put_away = 0;  // zero if the viewer did not put anything away
    std::array<Cards, kSeats> played{}, led{}, sloughed{}, impossible{};
    std::array<std::int16_t, kSeats> highest_bid{};
    const Tricks* tricks = nullptr;

    static LocationView of(const View& view) {
        const Table& table = view.table;
        return {view.seat,      view.hand(),      view.discard,      table.played, table.led,
                table.sloughed, table.impossible, table.highest_bid, &table.tricks};
    }
};

/// Bids by the multiplier that they may stand for: 18–24, 27–36, 40–48, 50–72 and above.
constexpr int bid_size(int bid) {
    return bid <= 24 ? 0 : bid <= 36 ? 1 : bid <= 48 ? 2 : bid <= 72 ? 3 : 4;
}

/// Whether a game of this kind can be worth the bid.
constexpr bool bid_fits(GameType type, int bid) {
    if (type == GameType::kNull) return bid == 23 || bid == 35 || bid == 46 || bid == 59;
    return bid % base_value(type) == 0;
}

inline LocationFeatures features_of(const LocationView& view) {
    using In = LocationInputs;
    LocationFeatures features;
    const Tricks& tricks = *view.tricks;
    const Cards trumps = tricks.order().trumps;
    features.set_cards(In::kHand, view.hand);
    features.set_cards(In::kSkat, view.put_away);
    for (int place = 0; place < kSeats; ++place) {
        const auto seat = static_cast<std::size_t>((view.seat + place) % kSeats);
        features.set_cards(In::kPlayed + place * kDeckSize, view.played[seat]);
        if (static_cast<int>(seat) == tricks.declarer) features.set(In::kSoloist + place);
        if (place == 0) continue;
        const int opponent = place - 1;
        features.set_cards(In::kLed + opponent * kDeckSize, view.led[seat]);
        features.set_cards(In::kSloughed + opponent * kDeckSize, view.sloughed[seat]);
        for (int suit = 0; suit < 5; ++suit) {
            const Cards cards = suit == 4 ? trumps : whole_suit(suit) & ~trumps;
            if (cards != 0 && (cards & ~view.impossible[seat]) == 0) {
                features.set(In::kVoids + 5 * opponent + suit);
            }
        }
        if (const int bid = view.highest_bid[seat]; bid > 0) {
            for (int type = 0; type < kGameTypes; ++type) {
                if (bid_fits(static_cast<GameType>(type), bid)) {
                    features.set(In::kBidType + kGameTypes * opponent + type);
                }
            }
            features.set(In::kBidSize + 5 * opponent + bid_size(bid));
        }
    }
    for (int i = 0; i < tricks.size; ++i) {
        features.set(In::kTrick + tricks.cards[static_cast<std::size_t>(i)]);
    }
    const bool has_trump_suit = is_suit_game(tricks.contract.type);
    features.set(In::kTrump + (has_trump_suit ? static_cast<int>(tricks.contract.type) : 4));
    return features;
}

}  // namespace kiebitz::beliefs::skat
