// From chances of single cards and of whole hands to worlds, exactly and without listing them.
//
// A product over single cards does not know that five trumps belong together, or that nobody bids
// on a hand without an ace. Tables of hands do: they have an entry for the cards of each suit, and
// one for the jacks. So worlds are dealt suit by suit here, not card by card: all ways to divide
// the cards of a suit are summed once, and after a suit only the number of cards that each place
// still takes matters.
#pragma once

#include <array>
#include <cstdint>

#include "beliefs/skat/card_places.hpp"
#include "beliefs/skat/hand_tables.hpp"

namespace kiebitz::beliefs::skat {

/// What tables say of one hidden hand: likelihoods by pattern.
struct HandPatterns {
    std::array<const double*, 4> suits{};
    const double* jacks = nullptr;  // none: they count with their suits
    bool with_jacks = false;        // patterns of eight cards

    static HandPatterns of(const HandTables& tables, const HandEntries& first) {
        HandPatterns patterns;
        for (std::size_t suit = 0; suit < 4; ++suit) {
            patterns.suits[suit] = tables.at(first.suits[suit]);
        }
        if (first.jacks >= 0) patterns.jacks = tables.at(first.jacks);
        patterns.with_jacks = first.with_jacks;
        return patterns;
    }
    double likelihood(Cards ten) const;
};

class HandPlaces {
  public:
    /// The patterns of the next seat and of the one after it. Only one of them may have patterns
    /// with jacks.
    HandPlaces(const Knowledge& known, const PlaceWeights& weights,
               const std::array<HandPatterns, 2>& patterns);

    /// Zero if no world has a weight.
    double total() const { return total_; }

    /// The weight of a world that the knowledge allows.
    double weight(const World& world) const;

    /// A world by its weight; only if `total()` is above zero.
    World sample(Random& random) const;

    /// The chance of every card in every place, over all worlds by their weights.
    PlaceWeights chances() const;

  private:
    static constexpr int kMostJacks = 81;  // ways to divide four jacks among three places
    static constexpr int kMostChains = 16;
    static constexpr std::size_t kSubsets = 128;
    static constexpr std::size_t kShares = 8 * (kSkatSize + 1);  // of the cards of a suit
    static constexpr std::size_t kStates = (kHandSize + 1) * (kSkatSize + 1);

    static constexpr std::size_t at(int for_a, int for_skat) {
        return static_cast<std::size_t>(for_a * (kSkatSize + 1) + for_skat);
    }

    /// The unseen cards of a suit beside the jack. Subsets are masks of their places here.
    struct Suit {
        int size = 0;
        std::array<Card, 7> cards{};
        std::array<double, 7> to_skat{};
        // By subset; where the declarer's jack counts with its suit, without and with it.
        std::array<std::array<double, kSubsets>, 2> to_a{}, to_b{};
        std::array<std::array<double, kShares>, 2> sums{};  // by cards of a and of the skat
    };
    /// One way to divide the unseen jacks.
    struct Jacks {
        Cards a = 0, skat = 0;
        int for_a = 0, for_skat = 0;
        std::size_t chain = 0;  // the jacks that count with their suits
        double weight = 0;
    };
    using States = std::array<double, kStates>;

    static std::size_t variant(std::size_t chain, std::size_t suit) { return chain >> suit & 1; }

    void prepare(Suit& suit, std::size_t number, const PlaceWeights& weights, Cards unseen);
    void divide_jacks(const PlaceWeights& weights, Cards jacks);
    void sum_up(Suit& suit, std::size_t variant) const;
    void fill(std::size_t chain);
    double ways(const Jacks& jacks) const {
        if (jacks.for_a > need_[0] || jacks.for_skat > need_[2]) return 0;
        return jacks.weight *
               ways_[jacks.chain][0][at(need_[0] - jacks.for_a, need_[2] - jacks.for_skat)];
    }
    Cards cards_of(const Suit& suit, unsigned subset) const {
        Cards cards = 0;
        for (int i = 0; i < suit.size; ++i) {
            if (subset >> i & 1) cards |= bit(suit.cards[static_cast<std::size_t>(i)]);
        }
        return cards;
    }

    World known_;
    std::array<Cards, 2> fixed_{};  // of the ten cards of a and b
    std::array<Cards, 2> impossible_{};
    std::array<HandPatterns, 2> patterns_;
    std::array<int, 3> place_{};  // of a, b and the skat in a World
    std::array<int, 3> need_{};
    PlaceWeights weights_{};
    Cards unseen_ = 0;
    std::array<Suit, 4> suits_{};
    std::array<Jacks, kMostJacks> jacks_{};
    std::size_t jack_ways_ = 0;
    std::array<bool, kMostChains> is_used_{};
    // By chain, suit and what a and the skat still take: the weighted ways to deal the rest.
    std::array<std::array<States, 5>, kMostChains> ways_;
    double total_ = 0;
};

}  // namespace kiebitz::beliefs::skat
