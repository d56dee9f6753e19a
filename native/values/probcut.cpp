#include "values/probcut.hpp"

#include <cassert>

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"

namespace kiebitz::values {

namespace {

using namespace solvers::skat;

/// Approximate bounds may cross; then the value lies about in the middle.
void uncross(Bounds& bounds) {
    if (bounds.lower > bounds.upper) {
        bounds.lower = bounds.upper = (bounds.lower + bounds.upper) / 2;
    }
}

}  // namespace

double half_width(double confidence) {
    assert(confidence > 0 && confidence < 1);
    // The error function has no inverse in the library; it is monotonic.
    double low = 0, high = 10;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (std::erf(middle / std::sqrt(2.0)) < confidence ? low : high) = middle;
    }
    return low;
}

ProbCut::ProbCut(std::shared_ptr<const Estimator> estimator, double confidence)
    : estimator_(std::move(estimator)),
      width_(half_width(confidence)),
      resolution_(confidence < kToThePoint ? 2 : 0),
      remembered_(std::make_shared<std::array<std::array<Estimated, kRemembered>, 2>>()),
      trumps_(std::make_shared<TrumpCodes>()) {
    for (std::size_t game = 0; game < 2; ++game) {
        for (std::size_t tricks = 0; tricks < 10; ++tricks) {
            for (std::size_t player = 0; player < 3; ++player) {
                const auto& all = estimator_->deviations(static_cast<Game>(game));
                least_[game][tricks][player] =
                    width_ * *std::min_element(all[tricks][3 * player].begin(),
                                               all[tricks][3 * player].end());
            }
        }
    }
}

ApproximateSolver::ApproximateSolver(const Options& options, std::size_t memory,
                                     std::shared_ptr<const Estimator> estimator, double confidence)
    : trumps_(std::make_unique<TrumpEngine<PatternTable, ProbCut>>(
          options.trumps, PatternTable(memory), ProbCut(std::move(estimator), confidence))),
      nulls_(make_null_engine(options.nulls, memory)) {
    assert(solvers::skat::problem_of(options).empty());
}

Solution ApproximateSolver::solve_on(const Position& position, Question question,
                                     const solvers::Limits& limits) {
    if (position.game == GameType::kNull) return nulls_->solve(position, question, limits);
    question.line = false;
    Solution solution = trumps_->solve(position, question, limits);
    uncross(solution.value);
    for (MoveValue& move : solution.moves) uncross(move.value);
    return solution;
}

void ApproximateSolver::forget() {
    trumps_->forget();
    nulls_->forget();
}

}  // namespace kiebitz::values
