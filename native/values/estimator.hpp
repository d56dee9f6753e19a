// Estimates of open-hand positions: three networks, and how far they are off by experience.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "values/network.hpp"

namespace kiebitz::values {

inline constexpr int kBins = 8;  // sizes of the estimate, as a share of the points to be won

/// By the tricks played, the player to move and the size of the estimate: a standard deviation.
using Deviations = std::array<std::array<std::array<float, kBins>, 3>, 10>;

struct NullEstimate {
    double chance = 0;    // that the declarer gets through
    double survived = 0;  // tricks, of those that are left
};

/// Read only, so that all threads share one.
class Estimator {
  public:
    Estimator(Network suit, Network grand, Network null,
              const std::array<Deviations, 2>& deviations)
        : networks_{std::move(suit), std::move(grand), std::move(null)}, deviations_(deviations) {}

    const Network& network(Game game) const { return networks_[static_cast<std::size_t>(game)]; }

    /// The declarer's points to come, within the static bounds. Not for null.
    double points(Game game, const Network::Sums& sums, const Network::Moment& moment) const {
        std::int32_t out = 0;
        network(game).evaluate(sums, moment, &out);
        return std::clamp(out * (120.0 / kUnit), double(moment.bounds.lower),
                          double(moment.bounds.upper));
    }
    double points(const OpenHand& hand) const;
    NullEstimate null(const OpenHand& hand) const;

    const Deviations& deviations(Game game) const {
        return deviations_[static_cast<std::size_t>(game)];
    }
    /// Of an estimate at a trick boundary.
    double deviation(Game game, int tricks_played, int player, double points, int rest) const;

  private:
    std::array<Network, 3> networks_;
    std::array<Deviations, 2> deviations_;
};

}  // namespace kiebitz::values
