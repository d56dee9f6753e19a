// A solver for one family of games, with what it has learnt. The solver has two of them.
#pragma once

#include <cstddef>
#include <memory>

#include "solvers/skat/options.hpp"
#include "solvers/skat/position.hpp"
#include "solvers/skat/question.hpp"

namespace kiebitz::solvers::skat {

class Engine {
  public:
    virtual ~Engine() = default;

    virtual Solution solve(const Position& position, const Question& question,
                           const Limits& limits) = 0;
    /// Forgets everything learnt.
    virtual void forget() = 0;
    virtual std::size_t bytes() const = 0;
};

/// Suit games and grand (trump_engine.cpp, or variants/ if the options ask for one), and null. The
/// options must not contradict each other.
std::unique_ptr<Engine> make_trump_engine(const TrumpOptions& options, std::size_t memory);
std::unique_ptr<Engine> make_null_engine(const NullOptions& options, std::size_t memory);

}  // namespace kiebitz::solvers::skat
