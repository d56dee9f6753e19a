// Kermit's belief (thesis §9.6): histograms of what players hold, given how high they bid, and of
// what declarers hold and put away, given the game. They weigh worlds; cardplay enters only by
// shown voids.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

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

/// Calls `entry(index)` for every table entry that a hand of ten, as dealt, has a part in.
template <class Entry>
void defender_entries(Cards dealt, int highest_bid, Entry entry) {
    using T = BeliefTables;
    const int group = T::bid_group(highest_bid);
    for (int suit = 0; suit < 4; ++suit) {
        const int pattern = static_cast<int>(dealt >> (8 * suit) & 0x7f);
        entry(T::kDefenderSuit + (group * 4 + suit) * T::kPatterns + pattern);
    }
    const unsigned jacks =
        (dealt >> 7 & 1) | (dealt >> 14 & 2) | (dealt >> 21 & 4) | (dealt >> 28 & 8);
    entry(T::kDefenderJacks + group * T::kJackSets + static_cast<int>(jacks));
}

/// The same for the declarer's ten cards after the discard, and the two put away.
template <class Entry>
void declarer_entries(const Contract& contract, Cards ten, Cards put_away, Entry entry) {
    using T = BeliefTables;
    const bool null = contract.type == GameType::kNull;
    const int trump = is_suit_game(contract.type) ? static_cast<int>(contract.type) : -1;
    if (null) {
        for (int suit = 0; suit < 4; ++suit) {
            entry(T::kNullSuit + (contract.hand ? 256 : 0) +
                  static_cast<int>(ten >> (8 * suit) & 0xff));
        }
    } else {
        const int kind = (trump < 0 ? 2 : 0) + (contract.hand ? 1 : 0);
        for (int suit = 0; suit < 4; ++suit) {
            const int pattern = static_cast<int>(ten >> (8 * suit) & 0x7f);
            entry((suit == trump ? T::kDeclarerTrumps : T::kDeclarerPlain) + kind * T::kPatterns +
                  pattern);
        }
        const unsigned jacks = (ten >> 7 & 1) | (ten >> 14 & 2) | (ten >> 21 & 4) | (ten >> 28 & 8);
        entry(T::kDeclarerJacks + kind * T::kJackSets + static_cast<int>(jacks));
    }
    if (contract.hand) return;
    const int kind = null ? 2 : trump < 0 ? 1 : 0;
    for (Card card : each_card(put_away)) {
        const bool is_trump = contains(order_of(contract.type).trumps, card);
        entry(T::kDiscard + kind * 16 + (is_trump ? 8 : 0) + rank_of(card));
    }
}

class TableBelief final : public Belief {
  public:
    explicit TableBelief(BeliefTables tables) : tables_(std::move(tables)) {}

    void weigh(const CardView& view, std::span<const World> worlds,
               std::span<double> weights) const override {
        for (std::size_t i = 0; i < worlds.size(); ++i) weights[i] = weight(view, worlds[i]);
    }

  private:
    double weight(const CardView& view, const World& world) const {
        double sum = 0;
        const auto add = [&](int index) { sum += tables_.ratio[static_cast<std::size_t>(index)]; };
        for (int seat = 0; seat < kSeats; ++seat) {
            if (seat == view.seat()) continue;
            const auto at = static_cast<std::size_t>(seat);
            const Cards ten = world.hands[at] | view.known.played[at];
            if (seat == view.tricks.declarer) {
                declarer_entries(view.tricks.contract, ten, world.skat, add);
            } else {
                defender_entries(ten, view.highest_bid[at], add);
            }
        }
        return std::exp(tables_.temper * sum);
    }

    BeliefTables tables_;
};

}  // namespace kiebitz::players::skat
