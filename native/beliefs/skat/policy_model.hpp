// Which card would be played: a network over the inputs of a View, learned from games.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

#include "beliefs/skat/input_network.hpp"
#include "beliefs/skat/location_samples.hpp"

namespace kiebitz::beliefs::skat {

/// A network for suit games, one for grand and one for null; a number a card.
struct PolicyModel {
    std::array<std::shared_ptr<const InputNetwork>, 3> networks;

    const InputNetwork& network(GameType type) const {
        return *networks[static_cast<std::size_t>(location_game(type))];
    }
};

/// The chances of the legal cards among themselves, by card; zero for the others.
inline std::array<float, kDeckSize> card_chances(std::span<const float> answers, Cards legal) {
    std::array<float, kDeckSize> chances{};
    float most = answers[lowest(legal)], sum = 0;
    for (Card card : each_card(legal)) most = std::max(most, answers[card]);
    for (Card card : each_card(legal)) sum += chances[card] = std::exp(answers[card] - most);
    for (Card card : each_card(legal)) chances[card] /= sum;
    return chances;
}

/// The chance of one of them.
inline double card_chance(std::span<const float> answers, Cards legal, Card chosen) {
    double sum = 0;
    for (Card card : each_card(legal)) {
        sum += std::exp(static_cast<double>(answers[card]) - double{answers[chosen]});
    }
    return 1 / sum;
}

}  // namespace kiebitz::beliefs::skat
