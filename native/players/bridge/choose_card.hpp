// The card that `single_dummy` puts first, for those who want nothing but a card.
//
// The worlds are the same, and so is what counts: wins against best defence, wins double dummy,
// tricks, the lower card. But each is found only for the cards that are still equal by what came
// before, so that most worlds are asked "is it made?" and few "how many tricks?".
#pragma once

#include "players/bridge/single_dummy.hpp"

namespace kiebitz::players::bridge {

struct ChosenCard {
    Card card = 0;
    std::size_t worlds = 0;
    int depth = 0;  // reached
    bool complete = true;
    std::uint64_t nodes = 0;
};

/// Nothing if no layout fits. A limit that is met leaves the choice to what was found before.
std::optional<ChosenCard> choose_card(const SingleDummyQuestion& question,
                                      const solvers::Limits& limits);

}  // namespace kiebitz::players::bridge
