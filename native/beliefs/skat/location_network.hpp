// A card-location network: from the inputs of a View to the chances of every card in four places
// (Solinas 2019, §4.2). Softmax regression is the network without a hidden layer.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "beliefs/skat/card_places.hpp"
#include "beliefs/skat/location_features.hpp"
#include "beliefs/skat/location_samples.hpp"

namespace kiebitz::beliefs::skat {

inline constexpr int kPlaces = 4;  // viewer, opponents 1 and 2, skat

/// By card and place seen from the viewer.
using PlaceChances = std::array<std::array<float, kPlaces>, kDeckSize>;

/// Read only, so that all threads share one.
class LocationNetwork {
  public:
    struct Layer {
        int width = 0, rows = 0;
        std::vector<float> weights;  // rows times width
        std::vector<float> bias;
    };

    /// The layers must fit; `problem_of(layers)` is empty.
    explicit LocationNetwork(std::vector<Layer> layers);

    PlaceChances chances(const LocationFeatures& features) const;

  private:
    std::vector<float> columns_;  // of the first layer, whose inputs are zero or one
    std::vector<Layer> layers_;
    std::size_t widest_ = 0;
};

/// Why layers do not make a network, or an empty text.
std::string problem_of(std::span<const LocationNetwork::Layer> layers);

/// A network for suit games, one for grand and one for null, and how far they are trusted.
struct LocationModel {
    std::array<std::shared_ptr<const LocationNetwork>, 3> networks;
    double temper = 1;   // below one: less sure of itself than the product of the chances
    double uniform = 0;  // the share of all possible worlds alike, so that none is ruled out

    /// The weights of places for what a seat knows; zero nowhere.
    PlaceWeights weights(const LocationView& view) const;
};

}  // namespace kiebitz::beliefs::skat
