// What a network is told of a View: the 360 inputs of Solinas 2019, table 4.2, and two sets of
// further ones: what was and was not done in the tricks so far, and the history of the tricks
// (chapter 6).
//
// All inputs are zero or one. Seats are counted from the viewer on: the viewer, the next seat
// (opponent 1), the one after (opponent 2).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "games/skat/plays.hpp"
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
    static constexpr int kTable = kTrump + 5;

    // Acts: what opponents 1 and 2 could have done and did not.
    static constexpr int kDeclined = kTable;                     // would have taken the trick
    static constexpr int kWithheld = kDeclined + 2 * kDeckSize;  // ten points for a partner's trick
    // How the game stands, and the trick on the table.
    static constexpr int kPoints = kWithheld + 2 * kDeckSize;  // 10, 20 … of declarer, defenders
    static constexpr int kAnnounced = kPoints + 2 * 12;        // hand, schneider, schwarz, ouvert
    static constexpr int kTurn = kAnnounced + 4;               // cards on the table
    static constexpr int kBest = kTurn + 3;                    // who has the trick, and with what
    static constexpr int kBestCard = kBest + 3;
    static constexpr int kFirstCard = kBestCard + kDeckSize;
    static constexpr int kLegal = kFirstCard + kDeckSize;  // of the viewer, if it is to play
    static constexpr int kTaking = kLegal + kDeckSize;     // those of them that take the trick
    static constexpr int kActs = kTaking + kDeckSize;

    // History: who played what in each of the first nine tricks, and who led.
    static constexpr int kTricks = 9;
    static constexpr int kHistory = kActs;
    static constexpr int kLeader = kHistory + kTricks * 3 * kDeckSize;
    static constexpr int kCount = kLeader + kTricks * 3;
};
static_assert(LocationInputs::kTable == 360);

/// Which of the inputs a network takes.
enum class InputSet : std::uint8_t { kTable, kActs, kHistory, kAll };

constexpr bool takes(InputSet set, int input) {
    using In = LocationInputs;
    if (input < In::kTable) return true;
    if (set == InputSet::kAll) return true;
    return set == (input < In::kActs ? InputSet::kActs : InputSet::kHistory);
}

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
    LocationFeatures operator&(const LocationFeatures& other) const {
        LocationFeatures both;
        for (std::size_t i = 0; i < kWords; ++i) both.words_[i] = words_[i] & other.words_[i];
        return both;
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
    Plays plays;

    static LocationView of(const View& view) {
        const Table& table = view.table;
        return {view.seat,     view.hand(),    view.discard,     table.played,
                table.led,     table.sloughed, table.impossible, table.highest_bid,
                &table.tricks, Plays::of(view)};
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

/// The 360 inputs of the table.
inline void add_table_inputs(const LocationView& view, LocationFeatures& features) {
    using In = LocationInputs;
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
}

/// Follows the tricks card by card: what each opponent did not do, and the history.
inline void add_play_inputs(const LocationView& view, LocationFeatures& features) {
    using In = LocationInputs;
    Tricks tricks;
    tricks.contract = view.tricks->contract;
    tricks.declarer = view.tricks->declarer;
    const CardOrder& order = tricks.order();
    constexpr Cards kFull = 0x60606060U;  // tens and aces
    std::array<Cards, kSeats> declined{}, withheld{};
    for (int i = 0; i < view.plays.size(); ++i) {
        const int seat = view.plays.seat(i), trick = i / kSeats;
        const Card card = view.plays.card(i);
        const int place = (seat - view.seat + kSeats) % kSeats;
        if (trick < In::kTricks) {
            features.set(In::kHistory + (trick * kSeats + place) * kDeckSize + card);
            if (tricks.size == 0) features.set(In::kLeader + trick * kSeats + place);
        }
        if (tricks.size > 0 && place > 0) {
            // Whoever did not follow could have played anything that is not of that suit.
            const Cards following = order.followers[tricks.cards[0]];
            const Cards could = contains(following, card) ? following : kDeck & ~following;
            const bool same_side = (tricks.best == tricks.declarer) == (seat == tricks.declarer);
            if (!same_side && !order.beats(card, tricks.best_card)) {
                declined[static_cast<std::size_t>(seat)] |=
                    could & order.beaten_by[tricks.best_card];
            }
            if (same_side && !contains(kFull, card)) {
                withheld[static_cast<std::size_t>(seat)] |= could & kFull;
            }
        }
        tricks.play(card);
    }
    for (int opponent = 0; opponent < 2; ++opponent) {
        const auto seat = static_cast<std::size_t>((view.seat + opponent + 1) % kSeats);
        features.set_cards(In::kDeclined + opponent * kDeckSize, declined[seat]);
        features.set_cards(In::kWithheld + opponent * kDeckSize, withheld[seat]);
    }
}

/// How the game stands and what the viewer may play.
inline void add_trick_inputs(const LocationView& view, LocationFeatures& features) {
    using In = LocationInputs;
    const Tricks& tricks = *view.tricks;
    const Contract& contract = tricks.contract;
    for (int side = 0; side < 2; ++side) {
        const int tens = std::min(tricks.points[static_cast<std::size_t>(side)] / 10, 12);
        for (int ten = 0; ten < tens; ++ten) features.set(In::kPoints + 12 * side + ten);
    }
    if (contract.hand) features.set(In::kAnnounced);
    if (contract.schneider) features.set(In::kAnnounced + 1);
    if (contract.schwarz) features.set(In::kAnnounced + 2);
    if (contract.ouvert) features.set(In::kAnnounced + 3);
    features.set(In::kTurn + tricks.size);
    if (tricks.size > 0) {
        features.set(In::kBest + (tricks.best - view.seat + kSeats) % kSeats);
        features.set(In::kBestCard + tricks.best_card);
        features.set(In::kFirstCard + tricks.cards[0]);
    }
    if (tricks.to_move() != view.seat) return;
    const Cards legal = tricks.legal(view.hand);
    features.set_cards(In::kLegal, legal);
    if (tricks.size == 0) return;
    features.set_cards(In::kTaking, legal & tricks.order().beaten_by[tricks.best_card]);
}

inline LocationFeatures features_of(const LocationView& view, InputSet set = InputSet::kAll) {
    LocationFeatures features;
    add_table_inputs(view, features);
    if (set == InputSet::kTable) return features;
    add_play_inputs(view, features);
    add_trick_inputs(view, features);
    return features;
}

}  // namespace kiebitz::beliefs::skat
