// The techniques of the double-dummy solver, each with a switch.
#pragma once

namespace kiebitz::solvers::bridge {

/// Every switch may be off without changing a value: that is how each technique is tested and
/// measured. Switches of a technique that is off do nothing.
struct Options {
    bool table = true;  // remember positions at trick boundaries
    bool lowest_winning_rank =
        true;                      // table entries by relative ranks down to the LWR (thesis §4.3)
    bool equivalent_cards = true;  // one of several power-equivalent cards (thesis §4.4)
    bool alike_cards = true;       // a card that failed stands for all below the LWR of its failure
    bool quick_tricks = true;      // tricks the side on lead can cash (thesis §5.3)
    bool transfer = true;          // partner may win the last of them: TRANSFER (thesis §5.3)
    bool there_and_back = true;    // partner may win one between: THERE AND BACK (thesis §5.3)
    bool later_tricks = true;      // tricks the other side cannot be denied
    bool look_ahead = true;        // the last hand first tries what needs no search
    bool ordering = true;          // heuristic order of the moves
    bool plain_replies = true;     // where a rule names the likely reply, others wait
    bool fewest_ranks = true;      // of stored proofs that decide one that names few cards
    bool fail_soft = true;         // keep what a search proved beyond its question
    bool known_lengths = true;     // lowest cards that one hand holds need no ranks
    bool decisive_cards = true;    // what decided last in a like situation is tried first
    bool low_discards = true;      // of a suit not led the lowest card is tried before others
};

}  // namespace kiebitz::solvers::bridge
