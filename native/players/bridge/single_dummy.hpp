// Single dummy: which card, when two hands are hidden?
//
// Worlds are drawn uniformly from the layouts that fit what is seen and stated, or all of them are
// taken if they are few. In these the cards are valued double dummy (PIMC) and against best defence
// (αμ, see alpha_mu.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "games/bridge/layouts.hpp"
#include "players/bridge/planned_card.hpp"
#include "solvers/common.hpp"

namespace kiebitz::players::bridge {

using namespace kiebitz::bridge;

struct SingleDummyQuestion {
    State::View view;  // of declarer (also when dummy is to play) or of the defender to play
    Facts facts{};
    int target = 0;  // tricks that declarer's side wants in the whole play
    int worlds = 100;
    int depth = 2;  // own moves before cards are valued double dummy; 1 is PIMC
    std::uint64_t seed = 0;
};

struct CardChances {
    Card card;
    double makes = 0;   // share of worlds in which declarer's side gets the target double dummy
    double tricks = 0;  // of declarer's side in the whole play, on average double dummy
    double makes_error = 0, tricks_error = 0;  // standard errors; none if all layouts were valued
    /// Share of worlds in which it gets the target when who decides cannot look through the cards
    /// and the others can.
    std::optional<double> best_defence{};
};

/// One of the worlds that were looked at.
struct SeenWorld {
    struct End {
        Card card;
        bool makes;  // whether declarer's side gets the target
        int tricks;  // of declarer's side in the whole play
    };
    Hands hands;
    std::vector<End> ends;   // double dummy, after every card
    bool plan_wins = false;  // the answer's plan wins here against best defence
};

struct SingleDummyAnswer {
    std::vector<CardChances> cards;  // best first
    std::vector<SeenWorld> seen;
    /// For declarer: how to go on after the best card, as deep as was searched; empty one move
    /// deep.
    std::vector<PlannedCard> plan;
    std::optional<std::uint64_t> layouts;
    std::size_t worlds = 0;
    bool exhaustive = false;  // the worlds are all layouts
    int depth = 0;            // reached
    bool exact = false;       // exhaustive, and the search against best defence went to the end
    bool complete = true;     // no limit was met
    std::uint64_t nodes = 0;
    double seconds = 0;
};

constexpr std::size_t kMostWorlds = 4096;
constexpr std::size_t kMostPlanned = 3000;  // cards of a plan, or a few more

/// Same seed and same limits other than time, same answer, on any number of threads.
SingleDummyAnswer single_dummy(const SingleDummyQuestion& question, const solvers::Batch& batch);

}  // namespace kiebitz::players::bridge
