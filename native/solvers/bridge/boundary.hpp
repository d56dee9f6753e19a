// A position between two tricks, as the search asks about it.
#pragma once

#include "solvers/bridge/layout.hpp"
#include "solvers/bridge/moves.hpp"
#include "solvers/bridge/suit_tables.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

struct Boundary {
    Layout layout;
    int leader;
    int left;       // tricks to go
    int target;     // what North-South want of them
    Cards by_rank;  // the card that won the trick before, if by rank
    int won;        // whether North-South won it

    /// Becomes the position after the last card of a trick, of which `start` was the beginning.
    void open(const Layout& start, const Trick& trick, Card last, int trump, int left_before,
              int target_before, SuitTables& tables) {
        const int seat = (trick.leader + 3) & 3;
        const bool takes = beats(last, trick.best, trump);
        const Card best = takes ? last : trick.best;
        const Cards cards = trick.cards | bit<Cards>(last);
        leader = takes ? seat : trick.winner;
        left = left_before - 1;
        won = is_north_south(leader) ? 1 : 0;
        target = target_before - won;
        by_rank = won_by_rank(cards, best);
        layout = start;
        layout.all &= ~cards;
        layout.shape -= trick.lengths + Trick::one_of(suit_of(last), seat);
        // Of the suits in the trick something is gone.
        layout.look(trick.suit, tables);
        for (Cards gone = cards & ~suit_mask(trick.suit); gone != 0;) {
            const int suit = suit_of(lowest(gone));
            gone &= ~suit_mask(suit);
            layout.look(suit, tables);
        }
    }
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
