#include "solvers/skat/solver.hpp"

#include <cassert>

namespace kiebitz::solvers::skat {

namespace {

/// Null needs far fewer nodes.
std::size_t null_memory(std::size_t memory) {
    return memory / 8;
}

}  // namespace

Solver::Solver(const Options& options, std::size_t memory)
    : trumps_(make_trump_engine(options.trumps, memory)),
      nulls_(make_null_engine(options.nulls, null_memory(memory))) {
    assert(problem_of(options).empty());
}

Solution Solver::solve(const Position& position, const Question& question, const Limits& limits) {
    assert(problem_of(position).empty());
    Engine& engine = position.game == GameType::kNull ? *nulls_ : *trumps_;
    return engine.solve(position, question, limits);
}

void Solver::forget() {
    trumps_->forget();
    nulls_->forget();
}

std::vector<Solution> solve_many(std::span<const Position> positions, const Question& question,
                                 const Batch& batch, const Options& options,
                                 std::size_t memory_each) {
    std::vector<Solution> solutions(positions.size());
    ask_many(
        positions.size(), batch, [&] { return Solver(options, memory_each); },
        [&](Solver& solver, std::size_t i, const Limits& limits) {
            // Where a limit of nodes ends a search must not depend on what came before.
            if (limits.nodes != 0) solver.forget();
            solutions[i] = solver.solve(positions[i], question, limits);
        });
    return solutions;
}

}  // namespace kiebitz::solvers::skat
