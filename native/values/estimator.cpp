#include "values/estimator.hpp"

#include <algorithm>
#include <cmath>

namespace kiebitz::values {

PointsEstimate Estimator::points(const OpenHand& hand) const {
    return points(hand.game, network(hand.game).ways_of(hand.hands),
                  {hand.player, hand.played, hand.trick, static_bounds(hand), hand.rest},
                  std::min(9, hand.tricks_played()));
}

NullEstimate Estimator::null(const OpenHand& hand) const {
    const Network& net = network(Game::null);
    std::array<std::int32_t, kMostOutputs> out{};
    net.evaluate(net.ways_of(hand.hands), {hand.player, hand.played, hand.trick, {}, 0},
                 out.data());
    const double chance = 1 / (1 + std::exp(-16.0 * out[0] / kUnit));
    const double left = 10 - hand.tricks_played();
    const double if_lost = std::clamp(double(out[1]) / kUnit, 0.0, 1.0) * left;
    return {chance, chance * left + (1 - chance) * if_lost};
}

}  // namespace kiebitz::values
