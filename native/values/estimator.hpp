// Estimates of open-hand positions: three networks, and how far they are off by experience.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "values/network.hpp"

namespace kiebitz::values {

/// By how far the network itself expects to be off, in points: a class ends here.
inline constexpr std::array<float, 7> kSpreads{0.7F, 1.4F, 2.2F, 3.2F, 4.5F, 6.0F, 8.0F};
inline constexpr int kBins = static_cast<int>(kSpreads.size()) + 1;
inline constexpr double kSpreadUnit = 40;  // points that the network's second output calls 1

/// By the tricks played, the player to move times cards on the table, and the class: a standard
/// deviation.
using Deviations = std::array<std::array<std::array<float, kBins>, kContexts>, 10>;

/// The declarer's points to come and how far that is off by experience.
struct PointsEstimate {
    double points = 0;
    double deviation = 0;
};

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

    /// Not for null. The points are within the static bounds.
    PointsEstimate points(Game game, const Network::Ways& ways, const Network::Moment& moment,
                          int tricks_played, TrumpCodes* cache = nullptr) const {
        std::array<std::int32_t, kMostOutputs> out{};
        network(game).evaluate(ways, moment, out.data(), cache);
        const double spread = out[1] * (kSpreadUnit / kUnit);
        std::size_t bin = 0;
        while (bin < kSpreads.size() && spread >= kSpreads[bin]) ++bin;
        return {std::clamp(out[0] * (120.0 / kUnit), double(moment.bounds.lower),
                           double(moment.bounds.upper)),
                deviations(game)[static_cast<std::size_t>(tricks_played)]
                                [static_cast<std::size_t>(3 * moment.player + moment.played)][bin]};
    }
    PointsEstimate points(const OpenHand& hand) const;
    NullEstimate null(const OpenHand& hand) const;

    const Deviations& deviations(Game game) const {
        return deviations_[static_cast<std::size_t>(game)];
    }

  private:
    std::array<Network, 3> networks_;
    std::array<Deviations, 2> deviations_;
};

}  // namespace kiebitz::values
