#include "solvers/skat/solver.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>

#include "solvers/skat/query.hpp"

namespace kiebitz::solvers::skat {

namespace {

bool is_over(const Position& position) {
    return position.played_count == 0 && position.hands[0] == 0;
}

/// Answers a question about a position by asking a Query for the value of it and its successors.
template <class Query>
class Job {
  public:
    Job(Query query, const Position& position, const Question& question)
        : query_(std::move(query)), position_(position), question_(question) {}

    Solution run() {
        solution_.value = query_.trivial_bounds(position_);
        if (question_.moves) {
            for (Card card : each_card(legal_cards(position_))) {
                solution_.moves.push_back({card, query_.trivial_bounds(after(position_, card))});
            }
        }
        try {
            if (solution_.value.lower < solution_.value.upper) {
                query_.settle(position_, solution_.value, kNoGuess);
            }
            if (question_.moves) settle_moves();
            if (question_.line && question_.threshold == kExact) follow_best_line();
        } catch (const LimitReached&) {
            solution_.complete = false;
        }
        solution_.nodes = query_.budget().nodes();
        solution_.seconds = query_.budget().seconds();
        return std::move(solution_);
    }

  private:
    void settle_moves() {
        const bool declarer_moves = position_.to_move() == position_.declarer;
        for (std::size_t i = 0; i < solution_.moves.size(); ++i) {
            MoveValue& move = solution_.moves[i];
            // 1. No card is better for its player than the best one.
            if (declarer_moves) {
                move.value.upper = std::min(move.value.upper, solution_.value.upper);
            } else {
                move.value.lower = std::max(move.value.lower, solution_.value.lower);
            }
            // 2. Neighbours in rank differ by at most their points.
            for (std::size_t j = 0; j < i && query_.uses_symmetry(); ++j) {
                const MoveValue& other = solution_.moves[j];
                if (!query_.are_neighbours(position_, move.card, other.card)) continue;
                const int gap =
                    std::abs(rules::points_in(bit(move.card)) - rules::points_in(bit(other.card)));
                if (gap > 0 && !query_.counts_points()) continue;
                move.value.lower = std::max(move.value.lower, other.value.lower - gap);
                move.value.upper = std::min(move.value.upper, other.value.upper + gap);
            }
            // 3. The rest is search.
            const Position next = after(position_, move.card);
            if (move.value.lower == move.value.upper) continue;
            query_.settle(next, move.value, solution_.value.lower);
        }
    }

    void follow_best_line() {
        Position now = position_;
        // Null ends with the declarer's first trick; then the bounds meet without a search.
        while (!is_over(now)) {
            const Bounds now_bounds = query_.trivial_bounds(now);
            if (now.game == GameType::kNull && now_bounds.lower == now_bounds.upper) break;
            for (Card card : each_card(legal_cards(now))) {
                const Position next = after(now, card);
                Bounds bounds = query_.trivial_bounds(next);
                if (bounds.lower < bounds.upper) query_.settle(next, bounds, solution_.value.lower);
                if (bounds.lower == solution_.value.lower) {
                    solution_.line.push_back(card);
                    now = next;
                    break;
                }
            }
        }
    }

    Query query_;
    Position position_;
    Question question_;
    Solution solution_;
};

}  // namespace

Solver::Solver(const Options& options, std::size_t table_bytes)
    : options_(options),
      ranked_(options.rank_patterns && options.payoff_similarity),
      table_(ranked_ ? 0 : table_bytes),
      pattern_table_(ranked_ ? table_bytes : 0),
      null_table_(options.rank_constraints ? 0 : table_bytes / 8),
      constraint_table_(options.rank_constraints ? table_bytes / 8 : 0) {}

void Solver::clear() {
    table_.clear();
    pattern_table_.clear();
    null_table_.clear();
    constraint_table_.clear();
}

/// Suit games and grand, with the table that the options choose.
template <Kind K, bool Ranked>
Solution Solver::solve_trumps(const Position& position, const Question& question, Budget& budget) {
    auto& table = [this]() -> auto& {
        if constexpr (Ranked) {
            return pattern_table_;
        } else {
            return table_;
        }
    }();
    if (question.threshold == kAllTricks) {
        return Job(TricksQuery<K, Ranked>(options_, table, budget, position), position, question)
            .run();
    }
    return Job(PointsQuery<K, Ranked>(options_, table, budget, position, question.threshold),
               position, question)
        .run();
}

template <class Reasons>
Solution Solver::solve_null(NullTable<Reasons>& table, const Position& position,
                            const Question& question, Budget& budget) {
    return Job(NullQuery<Reasons>(options_, table, budget, position, question.threshold), position,
               question)
        .run();
}

Solution Solver::solve(const Position& position, const Question& question, const Limits& limits) {
    assert(problem_of(position).empty());
    Budget budget(limits);
    switch (position.game) {
        case GameType::kNull:
            return options_.rank_constraints
                       ? solve_null(constraint_table_, position, question, budget)
                       : solve_null(null_table_, position, question, budget);
        case GameType::kGrand:
            return ranked_ ? solve_trumps<Kind::grand, true>(position, question, budget)
                           : solve_trumps<Kind::grand, false>(position, question, budget);
        default:
            return ranked_ ? solve_trumps<Kind::suit, true>(position, question, budget)
                           : solve_trumps<Kind::suit, false>(position, question, budget);
    }
}

std::vector<Solution> solve_many(std::span<const Position> positions, const Question& question,
                                 const Limits& limits_each, const Options& options, int threads,
                                 std::size_t table_bytes_each) {
    std::vector<Solution> solutions(positions.size());
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&] {
        try {
            Solver solver(options, table_bytes_each);
            for (std::size_t i = next++; i < positions.size(); i = next++) {
                solutions[i] = solver.solve(positions[i], question, limits_each);
            }
        } catch (...) {
            const std::lock_guard lock(failure_lock);
            failure = std::current_exception();
        }
    };
    const auto wanted = std::min<std::size_t>(std::max(threads, 1), positions.size());
    std::vector<std::thread> pool;
    for (std::size_t i = 1; i < wanted; ++i) pool.emplace_back(work);
    if (wanted > 0) work();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
    return solutions;
}

}  // namespace kiebitz::solvers::skat
