// A card-location model: from what a seat knows to the chances of every card in four places
// (Solinas 2019, §4.2).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

#include "beliefs/skat/card_places.hpp"
#include "beliefs/skat/input_network.hpp"
#include "beliefs/skat/location_samples.hpp"

namespace kiebitz::beliefs::skat {

inline constexpr int kPlaces = 4;  // viewer, opponents 1 and 2, skat
inline constexpr int kPlaceOutputs = kDeckSize * kPlaces;

/// By card and place seen from the viewer.
using PlaceChances = std::array<std::array<float, kPlaces>, kDeckSize>;

/// What a location network says, as chances.
PlaceChances chances_of(const InputNetwork& network, const LocationFeatures& features);

/// A network for suit games, one for grand and one for null, and how far they are trusted.
struct LocationModel {
    std::array<std::shared_ptr<const InputNetwork>, 3> networks;
    double temper = 1;   // below one: less sure of itself than the product of the chances
    double uniform = 0;  // the share of all possible worlds alike, so that none is ruled out

    const InputNetwork& network(GameType type) const {
        return *networks[static_cast<std::size_t>(location_game(type))];
    }
    /// The weights of places for what a seat knows; zero nowhere.
    PlaceWeights weights(const LocationView& view) const;
};

}  // namespace kiebitz::beliefs::skat
