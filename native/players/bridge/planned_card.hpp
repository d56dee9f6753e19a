// A plan against best defence, card by card.
#pragma once

#include "games/bridge/cards.hpp"

namespace kiebitz::players::bridge {

/// An own card, or a reply to one. A plan is a list of them, each after its parent: after an own
/// card come the replies that are possible, after a reply the one own card that the plan has for
/// it.
struct PlannedCard {
    int parent;  // by its place in the plan; -1: the first card
    int seat;
    Card card;
};

}  // namespace kiebitz::players::bridge
