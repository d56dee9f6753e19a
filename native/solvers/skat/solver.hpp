// The open-hand solver: exact values of Skat positions in all games.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "solvers/common.hpp"
#include "solvers/skat/engine.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/position.hpp"
#include "solvers/skat/question.hpp"

namespace kiebitz::solvers::skat {

/// Without global state; use one a thread. It keeps what it learnt, so related questions are cheap.
class Solver {
  public:
    static constexpr std::size_t kDefaultMemory = std::size_t{16} << 20;

    /// `problem_of(options)` must be empty. `memory`: bytes that the table may use.
    explicit Solver(const Options& options = {}, std::size_t memory = kDefaultMemory);

    /// The position must be sound: `problem_of(position)` is empty.
    Solution solve(const Position& position, const Question& question = {},
                   const Limits& limits = {});

    /// Forgets everything learnt.
    void forget();
    std::size_t bytes() const { return trumps_->bytes() + nulls_->bytes(); }

  private:
    std::unique_ptr<Engine> trumps_, nulls_;
};

/// Solves many positions on several threads, each with a solver that it keeps from position to
/// position. Answers are in the order of the positions and do not depend on the threads.
std::vector<Solution> solve_many(std::span<const Position> positions, const Question& question,
                                 const Batch& batch = {}, const Options& options = {},
                                 std::size_t memory_each = Solver::kDefaultMemory);

}  // namespace kiebitz::solvers::skat
