// What an answer of the search rests on.
#pragma once

#include "games/bridge/cards.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

/// What an answer rests on.
struct Proof {
    Cards winners = 0;
    int bound = 0;  // tricks of North-South from here on: so many at least, or at most
};

/// The proof of a node at which every move fails: all their proofs together.
struct Failures {
    Proof proof;
    Cards last = 0;  // what the latest relies on
    bool any = false;

    void add(const Proof& below, Cards winners, bool north_south) {
        last = below.winners;
        proof.winners |= winners;
        // Each move proves a bound on the side that chooses; the best of them holds.
        if (!any || (north_south ? below.bound > proof.bound : below.bound < proof.bound)) {
            proof.bound = below.bound;
        }
        any = true;
    }
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
