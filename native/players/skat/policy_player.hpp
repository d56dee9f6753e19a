// Plays the card that was played most often in such a View: a policy network as a player.
#pragma once

#include <cmath>
#include <memory>
#include <utility>

#include "beliefs/skat/policy_model.hpp"
#include "players/skat/location_belief.hpp"

namespace kiebitz::players::skat {

class PolicyPlayer final : public CardPlayer {
  public:
    /// With a temperature of zero the likeliest card; with one, cards as often as they were played.
    PolicyPlayer(std::shared_ptr<const beliefs::skat::PolicyModel> model, double temperature)
        : model_(std::move(model)), temperature_(temperature) {}

    Move choose(const CardView& view, std::uint64_t seed, Work&) override {
        const Cards legal = view.legal();
        if (count(legal) == 1) return lowest(legal);
        const auto& network = model_->network(view.type());
        const auto answers =
            network.answer(beliefs::skat::features_of(inputs_of(view), network.set()));
        Card best = lowest(legal);
        for (Card card : each_card(legal)) {
            if (answers[card] > answers[best]) best = card;
        }
        if (temperature_ == 0) return best;
        const auto weight = [&](Card card) {
            return std::exp((double{answers[card]} - double{answers[best]}) / temperature_);
        };
        double left = 0;
        for (Card card : each_card(legal)) left += weight(card);
        Random random(seed);
        left *= random.uniform();
        for (Card card : each_card(legal)) {
            left -= weight(card);
            if (left < 0) return card;
        }
        return best;
    }
    std::unique_ptr<CardPlayer> clone() const override {
        return std::make_unique<PolicyPlayer>(model_, temperature_);
    }

  private:
    std::shared_ptr<const beliefs::skat::PolicyModel> model_;
    double temperature_;
};

}  // namespace kiebitz::players::skat
