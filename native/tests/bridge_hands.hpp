/// Random hands for the tests of Bridge.
#pragma once

#include <span>
#include <vector>

#include "cards/random.hpp"
#include "games/bridge/cards.hpp"

namespace kiebitz::bridge::testing {

/// Hands from a deck of the first few suits without ranks below the lowest: the smaller the deck,
/// the more its cards touch each other.
inline Hands random_hands(Random& random, int size, int suits = 4, int lowest_rank = 0) {
    std::vector<Card> cards;
    for (int suit = 0; suit < suits; ++suit) {
        for (int rank = lowest_rank; rank < 13; ++rank) cards.push_back(make_card(suit, rank));
    }
    random.shuffle(std::span<Card>(cards));
    Hands hands{};
    for (int i = 0; i < 4 * size; ++i) {
        hands[static_cast<std::size_t>(i % 4)] |= bit<Cards>(cards[static_cast<std::size_t>(i)]);
    }
    return hands;
}

}  // namespace kiebitz::bridge::testing
