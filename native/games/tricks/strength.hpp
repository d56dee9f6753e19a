// How many of the tricks to come a hand may expect, with all cards open: the trick part of the
// static evaluations of thesis §7.5.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/tricks/trick_play.hpp"

namespace kiebitz::tricks {

inline constexpr int kCertain = 16;  // the weight of a card that surely takes a trick

/// What the cards of one suit in a hand are worth, all sets as 13 bits from the two up. A card has
/// the chance to take a trick, in sixteenths, of the share of the others' cards of the suit that it
/// beats: low cards duck, high cards take. Trumps count at least three quarters, for they take what
/// is led in other suits.
inline int suit_strength(std::uint32_t hand, std::uint32_t others, bool is_trump) {
    const int all = std::popcount(others);
    int strength = 0;
    for (; hand != 0; hand &= hand - 1) {
        const std::uint32_t lower = (hand & (~hand + 1)) - 1;
        const int chance = all == 0 ? kCertain / 2 : kCertain * std::popcount(others & lower) / all;
        strength += is_trump ? kCertain / 2 + chance / 2 + kCertain / 4 : chance;
    }
    return strength;
}

/// The sum over the suits of a hand; never nothing, so that shares are defined.
template <class OfSuit>
int hand_strength(const TrickPlay& play, int seat, OfSuit&& of_suit) {
    const auto ranks_in = [](Cards cards, int suit) {
        return static_cast<std::uint32_t>(cards >> (deck52::kRanks * suit)) &
               ((1U << deck52::kRanks) - 1);
    };
    const Cards hand = play.hands[seat];
    const Cards others = play.unplayed() & ~hand;
    int strength = 1;
    for (int suit = 0; suit < deck52::kSuits; ++suit) {
        const std::uint32_t mine = ranks_in(hand, suit);
        strength += of_suit(mine, ranks_in(others, suit), suit == play.trump);
    }
    return strength;
}
inline int hand_strength(const TrickPlay& play, int seat) {
    return hand_strength(play, seat, suit_strength);
}

/// Splits `amount` in proportion to weights, in whole units that add up to it.
inline std::array<int, kMaxSeats> shares(int amount, const std::array<int, kMaxSeats>& weights,
                                         int seats) {
    int sum = 0;
    int heaviest = 0;
    for (int s = 0; s < seats; ++s) {
        sum += weights[s];
        if (weights[s] > weights[heaviest]) heaviest = s;
    }
    std::array<int, kMaxSeats> parts{};
    int left = amount;
    for (int s = 0; s < seats; ++s) {
        parts[s] = amount * weights[s] / sum;
        left -= parts[s];
    }
    parts[heaviest] += left;
    return parts;
}

/// Strengths of all hands in a search. The same suits come again and again there, so what they were
/// worth is kept: the last one of each place in a table.
class KnownStrengths {
  public:
    std::array<int, kMaxSeats> of_hands(const TrickPlay& play) const {
        std::array<int, kMaxSeats> all{};
        for (int s = 0; s < play.seats; ++s) {
            all[s] = hand_strength(play, s, [this](auto... suit) { return of_suit(suit...); });
        }
        return all;
    }
    /// Tricks of every seat, each worth `scale`: those taken, and those still out by strength.
    std::array<int, kMaxSeats> expected_tricks(const TrickPlay& play, int scale, int out) const {
        std::array<int, kMaxSeats> tricks{};
        if (out > 0) tricks = shares(scale * out, of_hands(play), play.seats);
        for (int s = 0; s < play.seats; ++s) tricks[s] += scale * play.tricks[s];
        return tricks;
    }

  private:
    struct Known {
        std::uint32_t key = 0;  // of no cards at all, which are worth nothing
        std::int32_t strength = 0;
    };
    static constexpr int kBits = 11;

    int of_suit(std::uint32_t hand, std::uint32_t others, bool is_trump) const {
        const std::uint32_t key = (hand << deck52::kRanks | others) << 1 | (is_trump ? 1U : 0U);
        Known& last = known_[key * 0x9E3779B1U >> (32 - kBits)];
        if (last.key != key) {
            last.key = key;
            last.strength = suit_strength(hand, others, is_trump);
        }
        return last.strength;
    }

    mutable std::array<Known, std::size_t{1} << kBits> known_{};
};

}  // namespace kiebitz::tricks
