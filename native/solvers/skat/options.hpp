// Every technique of the solver is a switch, so that its effect can be measured and tested.
#pragma once

#include <cstdint>
#include <string>

namespace kiebitz::solvers::skat {

enum class Driver : std::uint8_t { alpha_beta, negascout, mtd };

/// Suit games and grand. Switches of a technique that is off do nothing.
struct TrumpOptions {
    Driver driver = Driver::negascout;
    int mtd_window = 1;             // thesis §7.4: 1 asks zero-window questions
    bool table = true;              // transposition table at trick boundaries
    bool equivalent_cards = true;   // search one of several neighbours of equal points
    bool quasi_symmetry = true;     // neighbours that differ in points bound each other
    bool payoff_similarity = true;  // thesis §7.3: positions that differ in points bound each other
    bool rank_patterns = true;      // and so do those that differ in ranks no proof needs, §7.5
    bool rank_constraints = false;  // classes by single comparisons instead, thesis §4.3
    bool won_cards = true;          // and by the cards that the declarer wins in the proof
    bool settled_trumps = true;     // §7.3: top trumps count exactly, not towards the distance
    bool suit_symmetry = true;      // plain suits are interchangeable in the table
    bool static_bounds = true;      // playing from the top, thesis §5.2
    bool declarer_bounds = true;    // of these, those for the declarer
    bool defender_bounds = true;    // and those for the defenders
    bool sure_tricks = true;        // trumps by length, and winners behind the last trumps
    bool lead_transfer = true;      // a defender passes the lead to his partner in the bounds
    bool trick_ordering = true;     // trick-aware move ordering; off: by card index
    bool fastest_cut_first = true;  // thesis §3.6: prefer small subtrees
    bool history = true;            // cards that cut often in this deal come earlier
    bool table_move = false;        // the card that cut before; only without rank_patterns
    bool lookahead_cuts = true;     // probe all successors at a trick's end before searching one
    bool direct_endings = true;     // the last two tricks without the search's machinery
    bool lookup_tables = true;      // thesis ch. 8: what `kiebitz tables build` computed beforehand
    int lookup_cards = 4;           // no larger ones: parts of 5 cards cost the time that they save
};

/// Null.
struct NullOptions {
    Driver driver = Driver::negascout;
    int mtd_window = 1;
    bool table = true;
    bool equivalent_cards = true;     // one of several neighbours; the declarer's highest safe card
    bool suit_symmetry = true;        // suits are interchangeable in the table
    bool static_bounds = true;        // a declarer who is safe in every suit has won
    bool trick_ordering = true;       // off: by card index
    bool fastest_cut_first = true;    // thesis §3.6
    bool lowest_winning_rank = true;  // store classes of positions, thesis §4.3
    bool rank_constraints = false;    // classes by single comparisons instead, thesis §4.3
    bool lookup_tables = true;  // thesis §8.7: what `kiebitz tables build` computed beforehand
};

struct Options {
    TrumpOptions trumps{};
    NullOptions nulls{};
};

/// Why the switches contradict each other, in one sentence, or an empty text.
std::string problem_of(const TrumpOptions& options);
std::string problem_of(const NullOptions& options);
std::string problem_of(const Options& options);

}  // namespace kiebitz::solvers::skat
