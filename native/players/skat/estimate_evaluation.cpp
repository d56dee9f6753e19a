#include "players/skat/estimate_evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "players/skat/solver_evaluation.hpp"

namespace kiebitz::players::skat {

namespace {

/// That a normal variable is at least 0.
double chance_of_reaching(double surplus, double deviation) {
    return 0.5 * std::erfc(-surplus / (std::sqrt(2.0) * std::max(deviation, 0.5)));
}

}  // namespace

bool EstimateEvaluation::evaluate(const CardView& view, const World& world, std::uint64_t,
                                  std::span<const Move> moves, std::span<Value> values, Work& work,
                                  Cost&) {
    namespace solver = solvers::skat;
    const solver::Position position = position_of(view.tricks, world);
    const Goal goal = view.goal_in(world);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto card = static_cast<Card>(moves[i]);
        const solver::Position next = solver::after(position, card);
        const kiebitz::values::OpenHand hand = kiebitz::values::open_hand(next);
        const bool is_over = next.played_count == 0 && next.hands[0] == 0;
        Value value;
        work.spend();
        if (view.type() == GameType::kNull) {
            const bool took_one = next.played_count == 0 && next.leader == next.declarer &&
                                  position.played_count == 2;
            const int done = kHandSize - solver::tricks_left(next);
            kiebitz::values::NullEstimate estimate{1, 0};
            if (took_one) {
                estimate = {0, -1};
            } else if (!is_over) {
                estimate = estimator_->null(hand);
            }
            value = {estimate.chance, kTotalPoints * (done + estimate.survived) / kHandSize};
        } else {
            const int won = next.points + points_in(next.skat);
            const kiebitz::values::PointsEstimate estimate =
                is_over ? kiebitz::values::PointsEstimate{} : estimator_->points(hand);
            value.points = won + estimate.points;
            // Only a schwarz wins, or nothing: then points count almost alone.
            const int need = goal.kind == Goal::Kind::kPoints ? goal.points : kTotalPoints;
            value.win = goal.kind == Goal::Kind::kImpossible
                            ? 0
                            : chance_of_reaching(value.points - need + 0.5, estimate.deviation);
        }
        values[i] = for_party(value, view.is_declarer());
    }
    return !work.is_over();
}

}  // namespace kiebitz::players::skat
