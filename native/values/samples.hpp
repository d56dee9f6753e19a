// Labelled positions for the training of estimators: whole games with the exact value of every
// card, from good play to random play.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/parallel.hpp"
#include "solvers/skat/solver.hpp"
#include "values/open_hand.hpp"

namespace kiebitz::values {

/// One position and its exact value. Plain numbers, so that a row of them is a table.
struct Sample {
    std::array<std::uint32_t, 3> hands{};
    std::uint16_t deal = 0;  // its number among those that were asked about
    std::uint8_t game = 0;
    std::uint8_t player = 0;
    std::uint8_t played = 0;
    std::array<std::uint8_t, 2> trick{};
    std::uint8_t tricks = 0;  // played before this one
    std::uint8_t value = 0;   // points the declarer will win; in null, tricks that he survives
    std::uint8_t lower = 0;   // what is proved without search
    std::uint8_t upper = 0;
    std::uint8_t rest = 0;
};
static_assert(sizeof(Sample) == 24);

inline constexpr int kMostDeals = 1 << 16;  // in one call

struct SampleOptions {
    int walks = 2;               // games played on each deal
    double within_tricks = 0.3;  // the share of positions within a trick that is kept
    int fewest_tricks = 3;       // shorter positions are searched faster than they are estimated
};

/// Plays each deal several times. A game has its own chance of random cards, from none to all, so
/// that there are positions of play and such as only a search meets. Every decision is solved, and
/// what follows each of its cards is a sample. The answer depends on the deals, their numbers
/// (`first` and following) and the seed only, not on the threads.
///
/// The watch, here and below, is called now and then with the number of deals done; what it throws
/// ends the work.
std::vector<Sample> label_games(std::span<const Position> deals, std::uint64_t first,
                                std::uint64_t seed, const SampleOptions& options, int threads,
                                const Watch& watch = {});

/// A position with its exact value: `value` points, or tricks survived in null, are still to come.
Sample sample_of(const OpenHand& hand, int value, std::uint16_t deal);

/// The same for one trick of each of many deals: samples of numbers `first` and following. The
/// tricks before it are played at random.
std::vector<Sample> label_tricks(std::uint64_t first, int deals, std::uint64_t seed,
                                 const SampleOptions& options, int threads,
                                 const Watch& watch = {});

/// Positions that the search itself meets when it solves suit games and grands, at the start of a
/// trick and not decided by the table or by static analysis: those that ProbCut is asked about.
/// Three deals in ten are searched from the first card, the others after up to three random tricks.
std::vector<Sample> label_searches(std::uint64_t first, int deals, std::uint64_t seed, int threads,
                                   const Watch& watch = {});

}  // namespace kiebitz::values
