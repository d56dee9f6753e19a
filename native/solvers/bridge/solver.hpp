// The double-dummy solver: exact numbers of tricks with all four hands in view.
//
// A solver is an object without global state; use one a thread. It keeps what it learned while the
// trump stays the same, so related questions are cheap.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solvers/bridge/engine.hpp"
#include "solvers/bridge/options.hpp"

namespace kiebitz::bridge {

/// Tricks proved: exact when low equals high.
struct Bounds {
    int low = 0;
    int high = 13;

    bool exact() const { return low == high; }
    bool operator==(const Bounds&) const = default;
};

struct CardValue {
    Card card;
    Bounds tricks;  // of the player's side from here on, the current trick included
};

struct Solution {
    Bounds tricks;                 // of the side to move from here on
    std::vector<CardValue> cards;  // what was asked for, best first
    SolverStatistics statistics;
};

/// Tricks by strain (S H D C NT) and declarer (N E S W).
struct Table {
    std::array<std::array<Bounds, 4>, 5> tricks{};
    SolverStatistics statistics;
};

struct Trace {
    std::vector<Bounds> tricks;  // of North-South in the whole play, before and after each card
    SolverStatistics statistics;
};

enum class Cardset { none, one, best, all };  // which cards a solution lists

class Solver {
  public:
    explicit Solver(const SolverOptions& options = {});
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    /// A limit that is reached leaves the bounds proved so far in the result.
    void set_budget(const Budget& budget) { budget_ = budget; }
    void clear();
    std::size_t bytes() const;

    Solution solve(const Position& position, Cardset cards);
    Table table(const Hands& hands);
    /// Optimal play to the end: of equally good cards the lowest.
    std::vector<Card> line(const Position& position);
    /// What was there to take before and after each of the cards.
    Trace analyse(Position position, std::span<const Card> play);

  private:
    /// North-South's tricks from the position on; stops early when the budget is used up.
    Bounds north_south(const Position& position, int guess, Bounds known, Card* decisive = nullptr);
    bool spent() const { return spent_; }
    void start();

    std::unique_ptr<Engine> engine_;
    Budget budget_;
    SolverStatistics statistics_;
    bool spent_ = false;
};

/// The position after a card, and who won the trick if it was the last of one (else -1).
std::pair<Position, int> after(const Position& position, Card card);

/// Runs `work(solver, index)` for every index on `threads` threads, each with its own solver.
/// `check` is called now and then from the calling thread; when it returns false the rest is
/// abandoned.
void for_each_on_threads(
    std::size_t size, unsigned threads, const SolverOptions& options,
    const std::function<void(Solver&, std::size_t, const std::atomic<bool>&)>& work,
    const std::function<bool(std::size_t done)>& check);

}  // namespace kiebitz::bridge
