// The belief of a card-location network: PIMC+ is PIMC with it (Solinas 2019, §5.1).
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "beliefs/skat/location_model.hpp"
#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

/// What networks are told of a seat's View.
inline beliefs::skat::LocationView inputs_of(const CardView& view) {
    const Knowledge& known = view.known;
    return {known.seat,    known.hand,       known.put_away,   known.played, view.led,
            view.sloughed, known.impossible, view.highest_bid, &view.tricks, view.plays};
}

/// Worlds by the product of the chances of their cards, some of them by chance alone.
class LikelyWorlds {
  public:
    LikelyWorlds(const beliefs::skat::LocationModel& model, const CardView& view)
        : places_(model, view.known, inputs_of(view)),
          possible_(view.known),
          share_(places_.total() > 0 ? model.uniform : 1) {}

    /// How many times likelier than by chance.
    double ratio(const World& world) const {
        if (share_ == 1) return 1;
        const double all = static_cast<double>(possible_.count());
        return share_ + (1 - share_) * places_.weight(world) / places_.total() * all;
    }
    World sample(Random& random) const {
        const bool by_chance = share_ == 1 || random.uniform() < share_;
        return by_chance ? possible_.sample(random) : places_.sample(random);
    }

  private:
    beliefs::skat::LikelyPlaces places_;
    Worlds possible_;
    double share_;
};

class LocationBelief final : public Belief {
  public:
    explicit LocationBelief(std::shared_ptr<const beliefs::skat::LocationModel> model)
        : model_(std::move(model)) {}

    void weigh(const CardView& view, std::span<const World> worlds,
               std::span<double> weights) const override {
        const LikelyWorlds likely(*model_, view);
        for (std::size_t i = 0; i < worlds.size(); ++i) weights[i] = likely.ratio(worlds[i]);
    }

    bool draw(const CardView& view, int wanted, Random& random,
              std::vector<World>& worlds) const override {
        const LikelyWorlds likely(*model_, view);
        worlds.reserve(static_cast<std::size_t>(wanted));
        for (int i = 0; i < wanted; ++i) worlds.push_back(likely.sample(random));
        return true;
    }

  private:
    std::shared_ptr<const beliefs::skat::LocationModel> model_;
};

}  // namespace kiebitz::players::skat
