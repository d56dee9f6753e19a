#include "players/skat/solver_evaluation.hpp"

#include "games/skat/list_ends.hpp"
#include "players/skat/rule_player.hpp"
#include "values/open_hand.hpp"

namespace kiebitz::players::skat {

namespace solver = solvers::skat;

solver::Position position_of(const Tricks& tricks, const World& world) {
    solver::Position position;
    position.game = tricks.contract.type;
    position.declarer = tricks.declarer;
    position.leader = tricks.leader;
    position.hands = world.hands;
    position.played = tricks.cards;
    position.played_count = tricks.size;
    position.skat = world.skat;
    position.points = tricks.points[0];
    return position;
}

SolverEvaluation::SolverEvaluation(SolverMode mode, std::size_t table_bytes,
                                   std::optional<Approximation> approximation, NullMode nulls)
    : mode_(mode),
      table_bytes_(table_bytes),
      approximation_(std::move(approximation)),
      nulls_(mode == SolverMode::kWin ? nulls : NullMode::kTimeToLive) {
    if (approximation_) {
        // Zero-window questions let ProbCut cut where a wider window would not (thesis §7.4): three
        // times the speed of NegaScout for half a point more error in a world.
        solver::Options options;
        options.trumps.driver = solver::Driver::mtd;
        approximate_.emplace(options, values::ApproximateSolver::kDefaultMemory,
                             approximation_->estimator, approximation_->confidence);
    } else {
        solver_.emplace(solver::Options{}, table_bytes);
    }
}

solver::Solution SolverEvaluation::solve(const solver::Position& position,
                                         const solver::Question& question, Work& work) {
    solvers::Limits limits;
    limits.seconds = work.seconds_left();
    solver::Solution solution = approximate_ ? approximate_->solve_on(position, question, limits)
                                             : solver_->solve(position, question, limits);
    work.spend(solution.nodes);
    if (!solution.complete) work.break_off();
    return solution;
}

bool SolverEvaluation::evaluate(const CardView& view, const World& world, std::uint64_t,
                                std::span<const Move> moves, std::span<Value> values, Work& work,
                                Cost&) {
    start_asking();  // a world is valued alike, whatever came before it
    if (mode_ == SolverMode::kList) {
        value_in_list(view, world, moves, values, work);
        return !work.is_over();
    }
    const Cards cards = set_of(moves);
    const Tricks& tricks = view.tricks;
    const solver::Position position = position_of(tricks, world);
    const bool declares = view.is_declarer();

    if (view.type() == GameType::kNull) {
        const bool exactly = nulls_ == NullMode::kTimeToLive;
        const int left = solver::tricks_left(position);
        const auto solution =
            solve(position, {.moves = true, .threshold = exactly ? solver::kExact : left}, work);
        const int done = tricks.played_tricks();
        const Cards preferred = exactly ? 0 : bit(choose_by_rules(view));
        std::size_t i = 0;
        for (const solver::MoveValue& move : solution.moves) {
            if (!contains(cards, move.card)) continue;
            const int survived = done + move.value.lower;
            Value& value = values[i++];
            value = {survived == kHandSize ? 1.0 : 0.0,
                     exactly ? kTotalPoints * survived / double{kHandSize} : kTotalPoints / 2.0};
            value = for_party(value, declares);
            if (contains(preferred, move.card)) ++value.points;
        }
        return !work.is_over();
    }

    const Goal goal = view.goal_in(world);
    const bool counts_points = goal.kind == Goal::Kind::kPoints;
    // One question about all cards: where the best of them does not win, none does.
    const bool asks_all =
        mode_ == SolverMode::kPoints || (mode_ == SolverMode::kWin && counts_points);
    if (asks_all) {
        const bool exactly = mode_ == SolverMode::kPoints;
        const auto solution = solve(
            position, {.moves = true, .threshold = exactly ? solver::kExact : goal.points}, work);
        std::size_t i = 0;
        for (const solver::MoveValue& move : solution.moves) {
            if (!contains(cards, move.card)) continue;
            const int points = move.value.lower;
            values[i++] = {counts_points && points >= goal.points ? 1.0 : 0.0,
                           exactly ? static_cast<double>(points) : kTotalPoints / 2.0};
        }
    }
    // Without points manners break ties: the rule player's card is worth one point more.
    const Cards preferred = mode_ == SolverMode::kWin ? bit(choose_by_rules(view)) : 0;
    std::size_t i = 0;
    for (Card card : each_card(cards)) {
        if (work.is_over()) return false;
        const solver::Position next = solver::after(position, card);
        Value& value = values[i++];
        if (!asks_all) {
            value = value_in_steps(next, counts_points ? goal.points : kTotalPoints / 2 + 1, work);
        }
        // Where only a schwarz wins, points break the ties of it as well.
        if (!counts_points) value.win = wins_after(tricks, card, next, goal, work) ? 1 : 0;
        value = for_party(value, declares);
        if (contains(preferred, card)) ++value.points;
    }
    return !work.is_over();
}

bool SolverEvaluation::wins(const CardView& view, const World& world, Move move, Work& work) {
    const auto card = static_cast<Card>(move);
    const solver::Position next = solver::after(position_of(view.tricks, world), card);
    return wins_after(view.tricks, card, next, view.goal_in(world), work) == view.is_declarer();
}

Value SolverEvaluation::worth(const Simulation& play, Work& work) {
    start_asking();
    if (play.is_over()) return declarer_value(play);
    const Tricks& tricks = play.position().tricks();
    const solver::Position position =
        position_of(tricks, {play.position().hands(), play.position().skat()});
    if (tricks.contract.type == GameType::kNull) {
        const int survived = tricks.played_tricks() + solve(position, {}, work).value.lower;
        return {survived == kHandSize ? 1.0 : 0.0, kTotalPoints * survived / double{kHandSize}};
    }
    const Goal goal = goal_to_win(tricks.contract, play.twelve(), play.bid(), tricks);
    const bool counts_points = goal.kind == Goal::Kind::kPoints;
    if (mode_ == SolverMode::kPoints && counts_points) {
        const int points = solve(position, {}, work).value.lower;
        return {points >= goal.points ? 1.0 : 0.0, static_cast<double>(points)};
    }
    Value value =
        value_in_steps(position, counts_points ? goal.points : kTotalPoints / 2 + 1, work);
    if (!counts_points) value.win = reaches(position, goal, work) ? 1 : 0;
    if (approximation_ && mode_ == SolverMode::kWin) {
        const auto estimate =
            approximation_->estimator->points(kiebitz::values::open_hand(position));
        value.points = position.points + points_in(position.skat) + estimate.points;
    }
    return value;
}

bool SolverEvaluation::may_win(const CardView& view, const World& world, Work& work) {
    const Goal goal = view.goal_in(world);
    if (goal.kind != Goal::Kind::kPoints && goal.kind != Goal::Kind::kNoTrick) return true;
    return reaches(position_of(view.tricks, world), goal, work) == view.is_declarer();
}

bool SolverEvaluation::wins_after(const Tricks& tricks, Card card, const solver::Position& next,
                                  const Goal& goal, Work& work) {
    const bool wants_none = goal.kind == Goal::Kind::kNoTrick;
    if (wants_none || goal.kind == Goal::Kind::kAllTricks) {
        Tricks after = tricks;
        after.play(card);
        if (after.tricks[wants_none ? 0 : 1] > 0) return false;
    }
    return reaches(next, goal, work);
}

bool SolverEvaluation::reaches(const solver::Position& position, const Goal& goal, Work& work) {
    if (goal.kind == Goal::Kind::kImpossible) return false;
    if (goal.kind == Goal::Kind::kNoTrick) {
        if (position.played_count == 0 && position.hands[0] == 0) return true;
        const int left = solver::tricks_left(position);
        return solve(position, {.threshold = left}, work).value.lower >= left;
    }
    const bool all_tricks = goal.kind == Goal::Kind::kAllTricks;
    if (position.played_count == 0 && position.hands[0] == 0) {
        return all_tricks || position.points + points_in(position.skat) >= goal.points;
    }
    const int threshold = all_tricks ? solver::kAllTricks : goal.points;
    const auto solution = solve(position, {.threshold = threshold}, work);
    return solution.value.lower >= (all_tricks ? 1 : threshold);
}

Value SolverEvaluation::value_in_steps(const solver::Position& position, int need, Work& work) {
    constexpr int kStep = 15;
    const bool wins = reaches(position, Goal::reach(need), work);
    if (mode_ == SolverMode::kWin) return {wins ? 1.0 : 0.0, kTotalPoints / 2.0};
    // Away from the threshold, as long as the answers stay the same; the points are the middle of
    // the last step.
    int low = wins ? need : 0, high = wins ? kTotalPoints + 1 : need;
    for (int steps = 0; steps < 2; ++steps) {
        const int threshold = wins ? low + kStep : high - kStep;
        if (threshold <= 0 || threshold > kTotalPoints) break;
        const bool more = reaches(position, Goal::reach(threshold), work);
        (more ? low : high) = threshold;
        if (more != wins) break;
    }
    return {wins ? 1.0 : 0.0, (low + high) / 2.0};
}

void SolverEvaluation::value_in_list(const CardView& view, const World& world,
                                     std::span<const Move> moves, std::span<Value> values,
                                     Work& work) {
    const Tricks& tricks = view.tricks;
    const auto declarer = static_cast<std::size_t>(tricks.declarer);
    const Cards twelve = world.hands[declarer] | view.known.played[declarer] | world.skat;
    const ListEnds ends = ListEnds::of(tricks.contract, twelve, view.bid);
    const solver::Position position = position_of(tricks, world);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (work.is_over()) return;
        const auto card = static_cast<Card>(moves[i]);
        std::size_t same = 0;
        while (same < i && !are_alike(view, static_cast<Card>(moves[same]), card)) ++same;
        if (same < i) {
            values[i] = values[same];
            continue;
        }
        const solver::Position next = solver::after(position, card);
        Tricks after = tricks;
        after.play(card);
        const int own = after.points[0] + points_in(world.skat);
        const int end = ends.find([&](const Goal& goal) {
            // What is known without a search.
            switch (goal.kind) {
                case Goal::Kind::kNoTrick:
                    if (after.tricks[0] > 0) return false;
                    break;
                case Goal::Kind::kAllTricks:
                    if (after.tricks[1] > 0) return false;
                    break;
                default:
                    if (own >= goal.points) return true;
                    if (kTotalPoints - after.points[1] < goal.points) return false;
            }
            return reaches(next, goal, work);
        });
        const auto at = static_cast<std::size_t>(end);
        const bool declares = view.is_declarer();
        values[i] = {ends.won[at] == declares ? 1.0 : 0.0,
                     static_cast<double>(declares ? ends.score[at] : -ends.score[at])};
    }
}

}  // namespace kiebitz::players::skat
