// What the faces of the exact and of the approximate Skat solver share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <optional>

#include "solver_binding.hpp"
#include "solvers/skat/solver.hpp"

namespace kiebitz::bindings {

inline solvers::skat::Question checked_question(bool moves, bool line, int threshold,
                                                std::optional<int> guess) {
    using namespace solvers::skat;
    check(threshold >= kExact && threshold <= kAllTricks,
          "a threshold is a number of points from 0 to 120");
    if (guess) check_range("guess", *guess, 0, 120);
    return {moves, line, threshold, guess.value_or(kNoGuess)};
}

inline solvers::skat::Options checked_options(const solvers::skat::TrumpOptions& trumps,
                                              const solvers::skat::NullOptions& nulls) {
    const solvers::skat::Options options{trumps, nulls};
    check_problem(problem_of(options));
    return options;
}

/// How Python asks a solver about one position.
template <class Solver>
auto solve_shared(SharedSolver<Solver>& self, const solvers::skat::Position& position, bool moves,
                  bool line, int threshold, std::optional<int> guess, std::uint64_t nodes,
                  double seconds) {
    const solvers::skat::Question question = checked_question(moves, line, threshold, guess);
    return self.ask(checked_limits(nodes, seconds),
                    [&](Solver& solver, const solvers::Limits& limits) {
                        return solver.solve(position, question, limits);
                    });
}

}  // namespace kiebitz::bindings
