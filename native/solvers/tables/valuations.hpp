// What the remaining cards may be worth (thesis §8.1). A split is how many cards of each suit
// remain; a valuation gives each of them, by rank, the points of some card that it may be.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

/// All that so many cards of one suit may be worth, from the lowest card up.
struct SuitValuations {
    std::vector<std::array<std::uint8_t, 11>> values;
    std::vector<std::vector<int>> distance;    // L1, between any two
    std::vector<std::vector<int>> neighbours;  // those that differ in one card
    std::vector<unsigned> ranks;               // cards that are worth this, as a mask of ranks
};

/// Of a plain suit, or of the trumps: in suit games the seven ranks and the jacks above them, in
/// grand the jacks alone.
const SuitValuations& suit_valuations(Kind kind, bool trumps, int cards);

/// Which one these ranks are.
int valuation_number(Kind kind, bool trumps, unsigned ranks);

/// Plain suits from the longest to the shortest, and the trumps.
struct Split {
    std::array<int, 4> plain{};
    int trumps = 0;

    bool operator==(const Split&) const = default;
};

/// All splits of so many cards in each hand.
std::vector<Split> splits_of(Kind kind, int cards);

/// The valuations of a split; suits of the same length may be exchanged.
std::uint64_t count_valuations(Kind kind, const Split& split);

/// Ways to deal so many cards to each of three hands.
double count_ownerships(int cards);

/// How many deals of real cards leave this split with this number of cards, as a share of all.
double share_of(Kind kind, const Split& split);

}  // namespace kiebitz::solvers::skat
