// A card-location model: from what a seat knows to the chances of every card in four places
// (Solinas 2019, §4.2).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <variant>

#include "beliefs/skat/card_places.hpp"
#include "beliefs/skat/hand_places.hpp"
#include "beliefs/skat/input_network.hpp"
#include "beliefs/skat/location_samples.hpp"

namespace kiebitz::beliefs::skat {

inline constexpr int kPlaces = 4;  // viewer, opponents 1 and 2, skat
inline constexpr int kPlaceOutputs = kDeckSize * kPlaces;

/// By card and place seen from the viewer.
using PlaceChances = std::array<std::array<float, kPlaces>, kDeckSize>;

/// What a location network says, as chances.
PlaceChances chances_of(const InputNetwork& network, const LocationFeatures& features);

/// A network for suit games, one for grand and one for null, and how far they are trusted. They may
/// stand on tables of whole hands: then they tell only what the tables do not know.
struct LocationModel {
    std::array<std::shared_ptr<const InputNetwork>, 3> networks;
    std::shared_ptr<const HandTables> hands = {};
    double temper = 1;   // below one: less sure of itself than the product of the chances
    double uniform = 0;  // the share of all possible worlds alike, so that none is ruled out

    const InputNetwork& network(GameType type) const {
        return *networks[static_cast<std::size_t>(location_game(type))];
    }
    /// The weights of places for what a seat knows, by the network; zero nowhere.
    PlaceWeights weights(const LocationView& view) const;
};

/// The same from what a network says. Only how the places of an unseen card compare matters.
PlaceWeights weights_from(std::span<const float> answers, int seat, bool knows_skat, double temper);

/// All worlds that a seat thinks possible, by their likelihood.
class LikelyPlaces {
  public:
    LikelyPlaces(const LocationModel& model, const Knowledge& known, const LocationView& view);
    /// Of weights and, if there are any, tables of hands.
    LikelyPlaces(const Knowledge& known, const LocationView& view, PlaceWeights weights,
                 const HandTables* hands)
        : places_(make(known, view, weights, hands)) {}

    double total() const {
        return std::visit([](const auto& places) { return places.total(); }, places_);
    }
    double weight(const World& world) const {
        return std::visit([&](const auto& places) { return places.weight(world); }, places_);
    }
    World sample(Random& random) const {
        return std::visit([&](const auto& places) { return places.sample(random); }, places_);
    }
    PlaceWeights chances() const {
        return std::visit([](const auto& places) { return places.chances(); }, places_);
    }

  private:
    using Places = std::variant<CardPlaces, HandPlaces>;
    static Places make(const Knowledge& known, const LocationView& view, PlaceWeights& weights,
                       const HandTables* hands);

    Places places_;
};

}  // namespace kiebitz::beliefs::skat
