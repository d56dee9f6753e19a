// The belief of a card-location network: PIMC+ is PIMC with it (Solinas 2019, §5.1).
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "beliefs/skat/card_places.hpp"
#include "beliefs/skat/location_network.hpp"
#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

class LocationBelief final : public Belief {
  public:
    explicit LocationBelief(std::shared_ptr<const beliefs::skat::LocationModel> model)
        : model_(std::move(model)) {}

    /// How many times likelier than by chance.
    void weigh(const CardView& view, std::span<const World> worlds,
               std::span<double> weights) const override {
        const auto places = places_of(view);
        const double share = model_->uniform, total = places.total();
        const double all = static_cast<double>(Worlds(view.known).count());
        for (std::size_t i = 0; i < worlds.size(); ++i) {
            weights[i] = share;
            if (total > 0) weights[i] += (1 - share) * places.weight(worlds[i]) / total * all;
        }
    }

    bool draw(const CardView& view, int wanted, Random& random,
              std::vector<World>& worlds) const override {
        const auto places = places_of(view);
        const Worlds possible(view.known);
        const bool is_sure = places.total() > 0;
        worlds.reserve(static_cast<std::size_t>(wanted));
        for (int i = 0; i < wanted; ++i) {
            const bool by_chance = !is_sure || random.uniform() < model_->uniform;
            worlds.push_back(by_chance ? possible.sample(random) : places.sample(random));
        }
        return true;
    }

  private:
    beliefs::skat::CardPlaces places_of(const CardView& view) const {
        const Knowledge& known = view.known;
        return {known,
                model_->weights({known.seat, known.hand, known.put_away, known.played, view.led,
                                 view.sloughed, known.impossible, view.highest_bid, &view.tricks})};
    }

    std::shared_ptr<const beliefs::skat::LocationModel> model_;
};

}  // namespace kiebitz::players::skat
