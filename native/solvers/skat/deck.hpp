// The solver's own card order: each suit contiguous, the higher bit wins, trumps on top.
//
// Suit games: three plain suits of 7 cards (7 8 9 Q K T A), then 11 trumps (7 8 9 Q K T A and the
// jacks D H S C). Grand: four plain suits, then the 4 jacks. All suit games look alike in this
// order, so they share one table; and "beats" is one comparison.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "cards/card_set.hpp"
#include "solvers/skat/position.hpp"

namespace kiebitz::solvers::skat {

using Cards = std::uint32_t;

inline constexpr Card kNoCard = 0xff;

enum class Kind : std::uint8_t { suit, grand };

// Where cards lie: the seven ranks of a suit without its jack, and the jacks above all.
inline constexpr int kSuitSize = 7;
inline constexpr unsigned kSuitRanks = (1U << kSuitSize) - 1;
inline constexpr int kJacks = 28;      // the lowest jack
inline constexpr int kLowTrumps = 21;  // suit games: the lowest card of the trump suit

/// The ranks of the seven cards from `first` on.
constexpr unsigned ranks_from(int first, Cards cards) {
    return cards >> first & kSuitRanks;
}

template <Kind K>
struct Deck {
    static constexpr int plain_suits = K == Kind::suit ? 3 : 4;
    static constexpr int trump_shift = kSuitSize * plain_suits;
    static constexpr Cards trumps = ~Cards{0} << trump_shift;

    static constexpr Cards plain_suit(int suit) { return Cards{kSuitRanks} << (kSuitSize * suit); }
    static constexpr Cards suit_of(Card card) { return kSuitOf[card]; }

    /// `best` is the winning card so far. Trumps have the highest indices.
    static constexpr bool beats(Card card, Card best) {
        return card > best && ((kSuitOf[best] | trumps) >> card & 1) != 0;
    }
    /// All cards that beat `best`.
    static constexpr Cards beating(Card best) {
        return (kSuitOf[best] | trumps) & ~((Cards{2} << best) - 1);
    }
    static constexpr Cards below(Card card) { return (Cards{1} << card) - 1; }
    static constexpr Cards above(Card card) { return ~((Cards{2} << card) - 1); }

  private:
    static constexpr std::array<Cards, 32> kSuitOf = [] {
        std::array<Cards, 32> suits{};
        for (int card = 0; card < 32; ++card) {
            suits[card] = card >= trump_shift ? trumps : plain_suit(card / kSuitSize);
        }
        return suits;
    }();
};

/// Translates between the project's card numbers and the solver's.
struct Relabelling {
    std::array<Card, 32> inner{};
    std::array<Card, 32> outer{};

    explicit Relabelling(GameType game) {
        Card next = 0;
        const auto add = [&](int card) {
            inner[card] = next;
            outer[next++] = static_cast<Card>(card);
        };
        const int trump = game == GameType::kGrand ? -1 : static_cast<int>(game);
        for (int suit = 0; suit < 4; ++suit) {
            if (suit == trump) continue;
            for (int rank = 0; rank < 7; ++rank) add(8 * suit + rank);
        }
        if (trump >= 0) {
            for (int rank = 0; rank < 7; ++rank) add(8 * trump + rank);
        }
        for (int suit = 0; suit < 4; ++suit) add(8 * suit + 7);
    }

    Cards to_inner(std::uint32_t cards) const {
        Cards result = 0;
        for (Card card : each_card(cards)) result |= bit(inner[card]);
        return result;
    }
};

/// What the cards are worth: card points, or 1 each when tricks are counted.
struct Valuation {
    std::array<std::uint8_t, 32> values{};
    // The values of a suit's remaining cards, lowest rank in the lowest byte. In the trump suit the
    // jacks follow; beyond the seventh byte every trump is a jack, so that eight bytes are enough.
    std::array<std::uint64_t, 128> plain_bytes{};
    std::array<std::uint64_t, 128> trump_bytes{};

    static constexpr Valuation of(Kind kind, bool count_cards) {
        constexpr std::array<std::uint8_t, 7> points{0, 0, 0, 3, 4, 10, 11};
        Valuation v;
        for (int card = 0; card < 32; ++card) {
            v.values[card] = count_cards ? 1 : card >= kJacks ? 2 : points[card % kSuitSize];
        }
        const std::uint64_t jack = count_cards ? 1 : 2;
        for (int mask = 0; mask < 128; ++mask) {
            int slot = 0;
            for (int rank = 0; rank < 7; ++rank) {
                if ((mask >> rank & 1) == 0) continue;
                const std::uint64_t value = count_cards ? 1 : points[rank];
                v.plain_bytes[mask] |= value << (8 * slot++);
            }
            v.trump_bytes[mask] = v.plain_bytes[mask];
            if (kind == Kind::suit) {
                for (; slot < 8; ++slot) v.trump_bytes[mask] |= jack << (8 * slot);
            }
        }
        return v;
    }

    int sum(Cards cards) const {
        int total = 0;
        for (Card card : each_card(cards)) total += values[card];
        return total;
    }
};

}  // namespace kiebitz::solvers::skat
