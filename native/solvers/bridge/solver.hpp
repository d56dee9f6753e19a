// The double-dummy solver: exact numbers of tricks with all four hands in view.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "solvers/bridge/engine.hpp"
#include "solvers/bridge/options.hpp"
#include "solvers/bridge/position.hpp"
#include "solvers/bridge/question.hpp"
#include "solvers/common.hpp"

namespace kiebitz::solvers::bridge {

/// Without global state; use one a thread. It keeps what it learnt while the trump stays the same,
/// so related questions are cheap. A limit that is reached leaves the bounds proved so far.
class Solver {
  public:
    static constexpr std::size_t kDefaultMemory = std::size_t{64} << 20;

    /// `memory`: bytes that the table may use.
    explicit Solver(const Options& options = {}, std::size_t memory = kDefaultMemory);

    /// The position must be sound: `problem_of(position)` is empty.
    Solution solve(const Position& position, const Question& question = {},
                   const Limits& limits = {});
    /// One card of it. `guess`: tricks that the side to move is likely to take with it.
    Solution card(const Position& position, Card card, int guess, const Limits& limits = {});
    Table table(const Hands& hands, const Limits& limits = {});
    /// One strain of it; the rest of the table is empty.
    Table strain(const Hands& hands, int strain, const Limits& limits = {});
    /// Of equally good cards the lowest.
    Line line(const Position& position, const Limits& limits = {});
    /// What was there to take before and after each of the cards.
    Trace analyse(const Position& position, std::span<const Card> play, const Limits& limits = {});

    /// Forgets everything learnt.
    void forget();
    std::size_t bytes() const;

  private:
    /// North-South's tricks from the position on; stops early when the budget is used up.
    Bounds north_south(const Position& position, int guess, Bounds known, Card* decisive = nullptr);
    std::array<Bounds, 4> row(const Hands& hands, int strain);
    void start(const Limits& limits);
    template <class Answer>
    Answer finish(Answer answer) const;

    std::unique_ptr<Engine> engine_;
    bool spent_ = false;
};

/// Many questions on several threads, each question from an empty table. Answers are in the order
/// of the questions and do not depend on the threads.
std::vector<Solution> solve_many(std::span<const Position> positions, const Question& question,
                                 const Batch& batch = {}, const Options& options = {},
                                 std::size_t memory_each = Solver::kDefaultMemory);
std::vector<Table> table_many(std::span<const Hands> deals, const Batch& batch = {},
                              const Options& options = {},
                              std::size_t memory_each = Solver::kDefaultMemory);

/// All cards of one position, on several threads, which share what they learn. Values are the same
/// on any number of threads. The limit of seconds is that of all together; a limit of nodes is each
/// card's.
Solution solve_one(const Position& position, const Batch& batch = {}, const Options& options = {},
                   std::size_t memory_each = Solver::kDefaultMemory);

/// One table on several threads: they take strains, and help with the last ones. The limit of
/// seconds is that of the whole; a limit of nodes is that of a thread with each strain.
Table table_of_one(const Hands& hands, const Batch& batch = {}, const Options& options = {},
                   std::size_t memory_each = Solver::kDefaultMemory);

struct Play {
    Position position;
    std::vector<Card> cards;
};
std::vector<Trace> analyse_many(std::span<const Play> plays, const Batch& batch = {},
                                const Options& options = {},
                                std::size_t memory_each = Solver::kDefaultMemory);

}  // namespace kiebitz::solvers::bridge
