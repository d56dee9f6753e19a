#include "solvers/bridge/solver.hpp"

#include <algorithm>

#include "solvers/bridge/settle.hpp"

namespace kiebitz::solvers::bridge {

Solver::Solver(const Options& options, std::size_t memory)
    : engine_(make_engine(options, memory)) {}

void Solver::forget() {
    engine_->forget();
}

std::size_t Solver::bytes() const {
    return engine_->bytes();
}

void Solver::start(const Limits& limits) {
    engine_->set_limits(limits);
    spent_ = false;
}

template <class Answer>
Answer Solver::finish(Answer answer) const {
    answer.nodes = engine_->budget().nodes();
    answer.positions = engine_->positions();
    answer.seconds = engine_->budget().seconds();
    answer.complete = !spent_;
    return answer;
}

Bounds Solver::north_south(const Position& position, int guess, Bounds known, Card* decisive) {
    return settle(*engine_, position, guess, known, spent_, decisive);
}

Solution Solver::solve(const Position& position, const Question& question, const Limits& limits) {
    start(limits);
    Solution solution;
    const int left = tricks_left(position);
    const int seat = position.to_move();
    if (left == 0) {
        return finish(std::move(solution));
    }
    const std::vector<Cards> groups = equivalent_groups(position);
    Card decisive = highest(groups.front());
    const Bounds whole = north_south(position, guess_tricks(position), {0, left}, &decisive);
    solution.value = for_side(whole, seat, left);
    if (question.moves == Moves::one) {
        solution.moves.push_back({decisive, solution.value});
    } else if (question.moves != Moves::none) {
        for (const Cards group : groups) {
            Bounds value = solution.value;
            const bool proved = contains(group, decisive) && value.exact();
            if (!proved) {
                const auto [next, winner] = after(position, highest(group));
                const int own = winner >= 0 && is_north_south(winner) ? 1 : 0;
                const int rest = tricks_left(next);
                // No card is worth more than the position.
                Bounds child{0, rest};
                if (is_north_south(seat)) {
                    child.upper = std::min(rest, whole.upper - own);
                    if (question.moves == Moves::best)
                        child.lower = std::max(0, whole.upper - own - 1);
                } else {
                    child.lower = std::max(0, whole.lower - own);
                    if (question.moves == Moves::best)
                        child.upper = std::min(rest, whole.lower - own + 1);
                }
                const int guess = is_north_south(seat) ? child.upper : child.lower + 1;
                child = north_south(next, guess, child);
                value = for_side({child.lower + own, child.upper + own}, seat, left);
            }
            if (question.moves == Moves::best && value.exact() &&
                value.upper < solution.value.upper)
                continue;
            for (Card card : each_card(group)) solution.moves.push_back({card, value});
        }
        sort_moves(solution.moves);
    }
    return finish(std::move(solution));
}

Solution Solver::card(const Position& position, Card card, int guess, const Limits& limits) {
    start(limits);
    const int left = tricks_left(position);
    const int seat = position.to_move();
    const auto [next, winner] = after(position, card);
    const int own = winner >= 0 && is_north_south(winner) ? 1 : 0;
    const Bounds likely = for_side({guess, guess}, seat, left);
    const Bounds rest = north_south(next, likely.lower - own, {0, tricks_left(next)});
    Solution solution;
    solution.value = for_side({rest.lower + own, rest.upper + own}, seat, left);
    solution.moves.push_back({card, solution.value});
    return finish(std::move(solution));
}

Table Solver::table(const Hands& hands, const Limits& limits) {
    start(limits);
    Table table;
    for (int strain = 0; strain < 5; ++strain) {
        table.tricks[static_cast<std::size_t>(strain)] = row(hands, strain);
    }
    return finish(table);
}

Table Solver::strain(const Hands& hands, int strain, const Limits& limits) {
    start(limits);
    Table table;
    table.tricks[static_cast<std::size_t>(strain)] = row(hands, strain);
    return finish(table);
}

std::array<Bounds, 4> Solver::row(const Hands& hands, int strain) {
    std::array<Bounds, 4> tricks{};
    Position position;
    position.hands = hands;
    position.trump = strain;
    int guess = guess_tricks(position);
    const int left = tricks_left(position);
    // Partners mostly make the same number of tricks: leaders of one side in turn.
    for (const int leader : {1, 3, 0, 2}) {
        position.leader = leader;
        const Bounds value = north_south(position, guess, {0, left});
        if (value.exact()) guess = value.lower;
        const int declarer = (leader + 3) & 3;
        tricks[static_cast<std::size_t>(declarer)] = for_side(value, declarer, left);
    }
    return tricks;
}

Line Solver::line(const Position& position, const Limits& limits) {
    start(limits);
    Line line;
    Position current = position;
    int guess = guess_tricks(position);
    while (tricks_left(current) > 0) {
        Bounds value = north_south(current, guess, {0, tricks_left(current)});
        if (!value.exact()) break;
        Card chosen = 0;
        bool found = false;
        for (const Cards group : equivalent_groups(current)) {
            const auto [next, winner] = after(current, lowest(group));
            const int own = winner >= 0 && is_north_south(winner) ? 1 : 0;
            // The lowest of equally good cards: groups come in descending order, so take the last.
            const int rest = value.lower - own;
            if (rest < 0 || rest > tricks_left(next)) continue;
            const Bounds target{rest, rest};
            const bool maximises = is_north_south(current.to_move());
            const Bounds child =
                maximises
                    ? north_south(next, rest, {std::max(0, rest - 1), rest})
                    : north_south(next, rest + 1, {rest, std::min(rest + 1, tricks_left(next))});
            if (spent_) return finish(std::move(line));
            if (child == target && (!found || rank_of(lowest(group)) < rank_of(chosen))) {
                chosen = lowest(group);
                found = true;
            }
        }
        if (!found) break;
        line.cards.push_back(chosen);
        const auto [next, winner] = after(current, chosen);
        guess = value.lower - (winner >= 0 && is_north_south(winner) ? 1 : 0);
        current = next;
    }
    return finish(std::move(line));
}

Trace Solver::analyse(const Position& position, std::span<const Card> play, const Limits& limits) {
    start(limits);
    Trace trace;
    std::vector<Position> positions{position};
    std::vector<int> won{0};
    for (const Card card : play) {
        const auto [next, winner] = after(positions.back(), card);
        positions.push_back(next);
        won.push_back(won.back() + (winner >= 0 && is_north_south(winner) ? 1 : 0));
    }
    trace.tricks.resize(positions.size());
    // From the end: each value bounds and guesses the one before it.
    int guess = -1;
    for (std::size_t i = positions.size(); i-- > 0;) {
        const int left = tricks_left(positions[i]);
        if (guess < 0) guess = won[i] + guess_tricks(positions[i]);
        const Bounds value = north_south(positions[i], guess - won[i], {0, left});
        trace.tricks[i] = {value.lower + won[i], value.upper + won[i]};
        if (value.exact()) guess = trace.tricks[i].lower;
    }
    return finish(std::move(trace));
}

namespace {

/// What was learnt of one question would change where a limit ends the next, so all is forgotten.
template <class Answer, class Ask>
std::vector<Answer> answer_many(std::size_t count, const Batch& batch, const Options& options,
                                std::size_t memory, Ask ask) {
    std::vector<Answer> answers(count);
    ask_many(
        count, batch, [&] { return Solver(options, memory); },
        [&](Solver& solver, std::size_t i, const Limits& limits) {
            solver.forget();
            answers[i] = ask(solver, i, limits);
        });
    return answers;
}

}  // namespace

std::vector<Solution> solve_many(std::span<const Position> positions, const Question& question,
                                 const Batch& batch, const Options& options,
                                 std::size_t memory_each) {
    return answer_many<Solution>(positions.size(), batch, options, memory_each,
                                 [&](Solver& solver, std::size_t i, const Limits& limits) {
                                     return solver.solve(positions[i], question, limits);
                                 });
}

std::vector<Table> table_many(std::span<const Hands> deals, const Batch& batch,
                              const Options& options, std::size_t memory_each) {
    return answer_many<Table>(deals.size(), batch, options, memory_each,
                              [&](Solver& solver, std::size_t i, const Limits& limits) {
                                  return solver.table(deals[i], limits);
                              });
}

std::vector<Trace> analyse_many(std::span<const Play> plays, const Batch& batch,
                                const Options& options, std::size_t memory_each) {
    return answer_many<Trace>(plays.size(), batch, options, memory_each,
                              [&](Solver& solver, std::size_t i, const Limits& limits) {
                                  return solver.analyse(plays[i].position, plays[i].cards, limits);
                              });
}

}  // namespace kiebitz::solvers::bridge
