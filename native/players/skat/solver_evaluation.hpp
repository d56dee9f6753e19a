// The open-hand solver as an evaluation: what makes a Monte Carlo player PIMC (thesis §9.3).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "players/skat/cardplay.hpp"
#include "solvers/skat/solver.hpp"
#include "values/probcut.hpp"

namespace kiebitz::players::skat {

/// How the solver is asked.
enum class SolverMode : std::uint8_t {
    kPoints,  // exact card points of every card; winning follows from them
    kSteps,   // whether each card wins, then points in steps: several times cheaper
    kWin,     // only whether each card wins: cheapest; the rule player's card breaks ties
    kList,    // what each card is worth in the list, instead of card points
};

/// What is asked in null.
enum class NullMode : std::uint8_t {
    kTimeToLive,  // how many tricks the declarer survives: the later a null is lost, the better
    kWin,         // with `SolverMode::kWin` only who wins, for a fraction of the nodes
};

/// ProbCut instead of the exact search. What is found out in a world, or in a decision that one
/// thread makes alone, is not used beyond it, so that players with it are the same on any number of
/// threads.
struct Approximation {
    std::shared_ptr<const values::Estimator> estimator;
    double confidence;
};

class SolverEvaluation final : public Evaluation {
  public:
    SolverEvaluation(SolverMode mode, std::size_t table_bytes,
                     std::optional<Approximation> approximation = {},
                     NullMode nulls = NullMode::kTimeToLive);

    bool evaluate(const CardView& view, const World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost& cost) override;
    bool tells_only_wins(const CardView& view) const override {
        return mode_ == SolverMode::kWin &&
               (view.type() != GameType::kNull || nulls_ == NullMode::kWin);
    }
    bool is_settled(const CardView& view) const override {
        return skat::is_settled(view.tricks.contract, view.bid, view.tricks);
    }
    void start_asking() override {
        if (approximate_) approximate_->start_anew();
    }
    bool wins(const CardView& view, const World& world, Move move, Work& work) override;
    bool may_win(const CardView& view, const World& world, Work& work) override;
    std::unique_ptr<Evaluation> clone() const override { return copy(); }
    std::unique_ptr<SolverEvaluation> copy() const {
        return std::make_unique<SolverEvaluation>(mode_, table_bytes_, approximation_, nulls_);
    }
    /// What a position is worth to the declarer once all cards lie open. Not in list points.
    Value worth(const Simulation& play, Work& work);
    void forget() override {
        if (solver_) solver_->forget();
    }

  private:
    solvers::skat::Solution solve(const solvers::skat::Position& position,
                                  const solvers::skat::Question& question, Work& work);
    bool wins_after(const Tricks& tricks, Card card, const solvers::skat::Position& next,
                    const Goal& goal, Work& work);
    bool reaches(const solvers::skat::Position& position, const Goal& goal, Work& work);
    Value value_in_steps(const solvers::skat::Position& position, int need, Work& work);
    void value_in_list(const CardView& view, const World& world, std::span<const Move> moves,
                       std::span<Value> values, Work& work);

    SolverMode mode_;
    std::size_t table_bytes_;
    std::optional<Approximation> approximation_;
    NullMode nulls_;
    // One table for all worlds and all calls: much is the same from world to world.
    std::optional<solvers::skat::Solver> solver_;
    std::optional<values::ApproximateSolver> approximate_;
};

solvers::skat::Position position_of(const Tricks& tricks, const World& world);

}  // namespace kiebitz::players::skat
