// For training: how likely whole worlds are by a network that stands on tables of hands, and how
// that changes with what the network says.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "beliefs/skat/location_model.hpp"

namespace kiebitz::beliefs::skat {

/// A View as far as its inputs tell it; the viewer is seat 0. An open hand is not among them, and
/// bids are known as far as tables of hands tell them apart.
struct ToldView {
    Knowledge known;
    Tricks tricks;
    std::array<std::int16_t, kSeats> highest_bid{};

    ToldView(const LocationFeatures& features, LocationGame kind);
    LocationView inputs() const;
};

/// The logarithm of how many times likelier than by chance the true world is (two bits a card, as
/// in a sample), and its derivatives by the numbers of a network, 32 times four.
double log_ratio(const ToldView& view, const HandTables& hands, std::span<const float> answers,
                 std::uint64_t places, std::span<float> derivatives);

}  // namespace kiebitz::beliefs::skat
