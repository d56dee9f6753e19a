// What bids and the declared game say of whole hands: histograms of the cards of a suit and of the
// jacks (Kermit's inference, thesis §9.6).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "games/skat/contract.hpp"

namespace kiebitz::beliefs::skat {

using namespace kiebitz::skat;

/// Each table holds log-likelihood ratios: how much more often the pattern occurs there than in a
/// random hand. A hand's ratio is the sum over its suits and jacks, a naive product of likelihoods.
struct BeliefTables {
    // Bids are grouped by what they may mean; a passed hand is group 0.
    static constexpr int kBidGroups = 9;
    static constexpr int kPatterns = 128;  // of the seven cards of a suit beside the jack
    static constexpr int kJackSets = 16;

    // A defender, by bid group: which cards of each suit, which jacks.
    static constexpr int kDefenderSuit = 0;
    static constexpr int kDefenderJacks = kDefenderSuit + kBidGroups * 4 * kPatterns;
    // The declarer at the start of cardplay, by kind of game (suit, suit hand, grand, grand hand).
    static constexpr int kDeclarerTrumps = kDefenderJacks + kBidGroups * kJackSets;
    static constexpr int kDeclarerPlain = kDeclarerTrumps + 4 * kPatterns;
    static constexpr int kDeclarerJacks = kDeclarerPlain + 4 * kPatterns;
    // The declarer of a null, hand or not: which of the eight cards of a suit.
    static constexpr int kNullSuit = kDeclarerJacks + 4 * kJackSets;
    // What the declarer put away, by game kind (suit, grand, null): rank of a plain card, of a
    // trump.
    static constexpr int kDiscard = kNullSuit + 2 * 256;
    static constexpr int kSize = kDiscard + 3 * 16;

    std::vector<float> ratio = std::vector<float>(kSize);
    double temper = 1;  // below one: less sure of itself than the naive product

    static constexpr int bid_group(int bid) {
        constexpr std::array<int, kBidGroups> kFrom = {0, 18, 20, 22, 23, 24, 27, 33, 40};
        int group = 0;
        while (group + 1 < kBidGroups && bid >= kFrom[static_cast<std::size_t>(group + 1)]) ++group;
        return group;
    }
};

/// The jacks of a hand as four bits.
constexpr int jacks_of(Cards cards) {
    return static_cast<int>((cards >> 7 & 1) | (cards >> 14 & 2) | (cards >> 21 & 4) |
                            (cards >> 28 & 8));
}

/// Where the entries of a hand begin: one of each suit, and one of the jacks.
struct HandEntries {
    std::array<int, 4> suits{};
    int jacks = -1;           // none: they count with their suits
    bool with_jacks = false;  // patterns of eight cards
};

constexpr HandEntries defender_tables(int highest_bid) {
    using T = BeliefTables;
    const int group = T::bid_group(highest_bid);
    HandEntries first;
    for (int suit = 0; suit < 4; ++suit) {
        first.suits[static_cast<std::size_t>(suit)] =
            T::kDefenderSuit + (group * 4 + suit) * T::kPatterns;
    }
    first.jacks = T::kDefenderJacks + group * T::kJackSets;
    return first;
}

/// Of the declarer's ten cards after the discard.
constexpr HandEntries declarer_tables(const Contract& contract) {
    using T = BeliefTables;
    HandEntries first;
    if (contract.type == GameType::kNull) {
        first.suits.fill(T::kNullSuit + (contract.hand ? 256 : 0));
        first.with_jacks = true;
        return first;
    }
    const int trump = is_suit_game(contract.type) ? static_cast<int>(contract.type) : -1;
    const int kind = (trump < 0 ? 2 : 0) + (contract.hand ? 1 : 0);
    for (int suit = 0; suit < 4; ++suit) {
        first.suits[static_cast<std::size_t>(suit)] =
            (suit == trump ? T::kDeclarerTrumps : T::kDeclarerPlain) + kind * T::kPatterns;
    }
    first.jacks = T::kDeclarerJacks + kind * T::kJackSets;
    return first;
}

/// The entry of a card that the declarer put away.
inline int discard_entry(const Contract& contract, Card card) {
    const int kind = contract.type == GameType::kNull    ? 2
                     : contract.type == GameType::kGrand ? 1
                                                         : 0;
    const bool is_trump = contains(order_of(contract.type).trumps, card);
    return BeliefTables::kDiscard + kind * 16 + (is_trump ? 8 : 0) + rank_of(card);
}

/// Calls `entry(index)` for every table entry that a hand of ten has a part in.
template <class Entry>
void hand_entries(const HandEntries& first, Cards ten, Entry entry) {
    const Cards mask = first.with_jacks ? 0xff : 0x7f;
    for (int suit = 0; suit < 4; ++suit) {
        entry(first.suits[static_cast<std::size_t>(suit)] +
              static_cast<int>(ten >> (8 * suit) & mask));
    }
    if (first.jacks >= 0) entry(first.jacks + jacks_of(ten));
}

/// The same for a defender's hand as dealt.
template <class Entry>
void defender_entries(Cards dealt, int highest_bid, Entry entry) {
    hand_entries(defender_tables(highest_bid), dealt, entry);
}

/// The same for the declarer's ten cards after the discard, and the two put away.
template <class Entry>
void declarer_entries(const Contract& contract, Cards ten, Cards put_away, Entry entry) {
    hand_entries(declarer_tables(contract), ten, entry);
    if (contract.hand) return;
    for (Card card : each_card(put_away)) entry(discard_entry(contract, card));
}

/// The tables as likelihoods: what the ratios are the logarithms of.
class HandTables {
  public:
    explicit HandTables(const BeliefTables& tables) : likelihoods_(tables.ratio.size()) {
        for (std::size_t i = 0; i < likelihoods_.size(); ++i) {
            likelihoods_[i] = std::exp(tables.temper * double{tables.ratio[i]});
        }
    }
    const double* at(int entry) const {
        return likelihoods_.data() + static_cast<std::size_t>(entry);
    }

  private:
    std::vector<double> likelihoods_;
};

}  // namespace kiebitz::beliefs::skat
