// Kermit's belief (thesis §9.6): histograms of what players hold, given how high they bid, and of
// what declarers hold and put away, given the game. They weigh worlds; cardplay enters only by
// shown voids.
#pragma once

#include <cmath>
#include <span>
#include <utility>

#include "beliefs/skat/hand_tables.hpp"
#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

using beliefs::skat::BeliefTables;
using beliefs::skat::declarer_entries;
using beliefs::skat::defender_entries;

class TableBelief final : public Belief {
  public:
    explicit TableBelief(BeliefTables tables) : tables_(std::move(tables)) {}

    void weigh(const CardView& view, std::span<const World> worlds,
               std::span<double> weights) const override {
        for (std::size_t i = 0; i < worlds.size(); ++i) weights[i] = weight(view, worlds[i]);
    }

  private:
    double weight(const CardView& view, const World& world) const {
        double sum = 0;
        const auto add = [&](int index) { sum += tables_.ratio[static_cast<std::size_t>(index)]; };
        for (int seat = 0; seat < kSeats; ++seat) {
            if (seat == view.seat()) continue;
            const auto at = static_cast<std::size_t>(seat);
            const Cards ten = world.hands[at] | view.known.played[at];
            if (seat == view.tricks.declarer) {
                declarer_entries(view.tricks.contract, ten, world.skat, add);
            } else {
                defender_entries(ten, view.highest_bid[at], add);
            }
        }
        return std::exp(tables_.temper * sum);
    }

    BeliefTables tables_;
};

}  // namespace kiebitz::players::skat
