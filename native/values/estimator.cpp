#include "values/estimator.hpp"

#include <algorithm>
#include <cmath>

namespace kiebitz::values {

double Estimator::points(const OpenHand& hand) const {
    return points(hand.game, network(hand.game).sums_of(hand.hands),
                  {hand.player, hand.played, hand.trick, static_bounds(hand), hand.rest});
}

NullEstimate Estimator::null(const OpenHand& hand) const {
    const Network& net = network(Game::null);
    std::array<std::int32_t, kMostOutputs> out{};
    net.evaluate(net.sums_of(hand.hands), {hand.player, hand.played, hand.trick, {}, 0},
                 out.data());
    const double chance = 1 / (1 + std::exp(-16.0 * out[0] / kUnit));
    const double left = 10 - hand.tricks_played();
    const double if_lost = std::clamp(double(out[1]) / kUnit, 0.0, 1.0) * left;
    return {chance, chance * left + (1 - chance) * if_lost};
}

double Estimator::deviation(Game game, int tricks_played, int player, double points,
                            int rest) const {
    const int bin = std::clamp(static_cast<int>(points * kBins / std::max(rest, 1)), 0, kBins - 1);
    return deviations_[static_cast<std::size_t>(game)][static_cast<std::size_t>(tricks_played)]
                      [static_cast<std::size_t>(player)][static_cast<std::size_t>(bin)];
}

}  // namespace kiebitz::values
