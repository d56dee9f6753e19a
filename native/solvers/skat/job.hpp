// A whole question, answered by values of the position and of those after it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "solvers/skat/position.hpp"
#include "solvers/skat/question.hpp"
#include "solvers/skat/windows.hpp"

namespace kiebitz::solvers::skat {

/// `Query` encodes positions and settles their bounds: PointsQuery, TricksQuery or NullQuery. Every
/// position is encoded once.
template <class Query>
class Job {
  public:
    Job(Query& query, const Position& position, const Question& question)
        : query_(query), position_(position), question_(question), root_(query_.encode(position)) {}

    Solution run() {
        solution_.value = root_.possible;
        if (question_.moves) {
            for (Card card : each_card(legal_cards(position_))) {
                after_move_.push_back(query_.encode(after(position_, card)));
                solution_.moves.push_back({card, after_move_.back().possible});
            }
        }
        try {
            if (!solution_.value.exact()) {
                query_.settle(root_, solution_.value,
                              question_.guess == kNoGuess ? Expectation::none()
                                                          : Expectation::near(question_.guess));
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
    using Root = typename Query::Root;

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
                if (!query_.are_neighbours(root_, move.card, other.card)) continue;
                const int gap =
                    std::abs(rules::points_in(bit(move.card)) - rules::points_in(bit(other.card)));
                if (gap > 0 && !query_.counts_points()) continue;
                move.value.lower = std::max(move.value.lower, other.value.lower - gap);
                move.value.upper = std::min(move.value.upper, other.value.upper + gap);
            }
            // 3. The rest is search.
            if (move.value.exact()) continue;
            query_.settle(after_move_[i], move.value, Expectation::exactly(solution_.value.lower));
        }
    }

    void follow_best_line() {
        Position now = position_;
        Bounds possible = root_.possible;
        while (now.played_count > 0 || now.hands[0] != 0) {
            // Null ends with the declarer's first trick; then the bounds meet without a search.
            if (now.game == GameType::kNull && possible.exact()) break;
            for (Card card : each_card(legal_cards(now))) {
                const Position next = after(now, card);
                const Root root = query_.encode(next);
                Bounds bounds = root.possible;
                if (!bounds.exact()) {
                    query_.settle(root, bounds, Expectation::exactly(solution_.value.lower));
                }
                if (bounds.lower == solution_.value.lower) {
                    solution_.line.push_back(card);
                    now = next;
                    possible = root.possible;
                    break;
                }
            }
        }
    }

    Query& query_;
    Position position_;
    Question question_;
    Root root_;
    std::vector<Root> after_move_;
    Solution solution_;
};

}  // namespace kiebitz::solvers::skat
