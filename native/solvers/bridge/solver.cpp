#include "solvers/bridge/solver.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace kiebitz::bridge {

namespace {

Cards legal_cards(const Position& position) {
    const Cards own = position.hands[static_cast<std::size_t>(position.to_move())];
    if (position.played == 0) return own;
    const Cards following = own & suit_mask(suit_of(position.trick[0]));
    return following != 0 ? following : own;
}

/// A first guess at North-South's tricks: high cards, and length in trumps.
int guess_tricks(const Position& position) {
    const int left = position.tricks_left();
    const Cards all = position.hands[0] | position.hands[1] | position.hands[2] | position.hands[3];
    double ours = 0, total = 0;
    for (int suit = 0; suit < 4; ++suit) {
        unsigned set = holding(all, suit);
        const unsigned north_south = holding(position.hands[0] | position.hands[2], suit);
        for (int worth = 4; worth > 0 && set != 0; --worth) {
            const unsigned top = 1U << highest(set);
            set ^= top;
            total += worth;
            if ((north_south & top) != 0) ours += worth;
        }
    }
    double guess = total > 0 ? left * ours / total : left / 2.0;
    if (position.trump != no_trump) {
        const int trumps = count(holding(all, position.trump));
        const int own = count(holding(position.hands[0] | position.hands[2], position.trump));
        guess += 0.8 * (own - trumps / 2.0);
    }
    return std::clamp(static_cast<int>(guess + 0.5), 0, left);
}

Bounds for_side(const Bounds& north_south, int seat, int total) {
    if (is_north_south(seat)) return north_south;
    return {total - north_south.high, total - north_south.low};
}

/// Power-equivalent legal cards, the highest of each group first (thesis §4.4).
std::vector<Cards> equivalent_groups(const Position& position) {
    const Cards own = position.hands[static_cast<std::size_t>(position.to_move())];
    Cards others = 0;
    for (int seat = 0; seat < 4; ++seat) {
        if (seat != position.to_move()) others |= position.hands[static_cast<std::size_t>(seat)];
    }
    if (position.played > 0) {
        Card best = position.trick[0];
        for (int i = 1; i < position.played; ++i) {
            const Card card = position.trick[static_cast<std::size_t>(i)];
            if (beats(card, best, position.trump)) best = card;
        }
        others |= bit<Cards>(best);
    }
    std::vector<Cards> groups;
    const Cards legal = legal_cards(position) & own;
    for (int suit = 0; suit < 4; ++suit) {
        unsigned rest = holding(legal, suit);
        const unsigned barrier = holding(others, suit);
        while (rest != 0) {
            const unsigned below = barrier & ((1U << highest(rest)) - 1);
            const unsigned group = below != 0 ? rest & ~((2U << highest(below)) - 1) : rest;
            groups.push_back(Cards{group} << (16 * suit));
            rest &= ~group;
        }
    }
    return groups;
}

}  // namespace

std::pair<Position, int> after(const Position& position, Card card) {
    Position next = position;
    next.hands[static_cast<std::size_t>(position.to_move())] &= ~bit<Cards>(card);
    if (position.played < 3) {
        next.trick[static_cast<std::size_t>(next.played++)] = card;
        return {next, -1};
    }
    Card best = position.trick[0];
    int winner = position.leader;
    for (int i = 1; i < 4; ++i) {
        const Card played = i < 3 ? position.trick[static_cast<std::size_t>(i)] : card;
        if (beats(played, best, position.trump)) {
            best = played;
            winner = (position.leader + i) & 3;
        }
    }
    next.leader = winner;
    next.played = 0;
    next.trick = {};
    return {next, winner};
}

Solver::Solver(const SolverOptions& options) : engine_(make_engine(options)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

void Solver::clear() {
    engine_->clear();
}

std::size_t Solver::bytes() const {
    return engine_->bytes();
}

void Solver::start() {
    engine_->set_budget(budget_);
    spent_ = false;
}

Bounds Solver::north_south(const Position& position, int guess, Bounds known, Card* decisive) {
    known.high = std::min(known.high, position.tricks_left());
    if (known.low >= known.high || spent_) return known;
    engine_->load(position);
    const bool maximises = is_north_south(position.to_move());
    int target = std::clamp(guess, known.low, known.high);
    if (target == known.low) ++target;
    try {
        while (!known.exact()) {
            Card card = 0;
            const bool makes = engine_->makes(target, card);
            if (decisive != nullptr && makes == maximises) *decisive = card;
            if (makes) {
                known.low = target;
                ++target;
            } else {
                known.high = target - 1;
                --target;
            }
        }
    } catch (const LimitReached&) {
        spent_ = true;
    }
    return known;
}

Solution Solver::solve(const Position& position, Cardset cards) {
    start();
    Solution solution;
    const int left = position.tricks_left();
    const int seat = position.to_move();
    if (left == 0) {
        solution.tricks = {0, 0};
        return solution;
    }
    const std::vector<Cards> groups = equivalent_groups(position);
    Card decisive = highest(groups.front());
    const Bounds whole = north_south(position, guess_tricks(position), {0, left}, &decisive);
    solution.tricks = for_side(whole, seat, left);
    if (cards == Cardset::one) {
        solution.cards.push_back({decisive, solution.tricks});
    } else if (cards != Cardset::none) {
        for (const Cards group : groups) {
            Bounds value = solution.tricks;
            const bool proved = contains(group, decisive) && value.exact();
            if (!proved) {
                const auto [next, winner] = after(position, highest(group));
                const int own = winner >= 0 && is_north_south(winner) ? 1 : 0;
                const int rest = next.tricks_left();
                // No card is worth more than the position.
                Bounds child{0, rest};
                if (is_north_south(seat)) {
                    child.high = std::min(rest, whole.high - own);
                    if (cards == Cardset::best) child.low = std::max(0, whole.high - own - 1);
                } else {
                    child.low = std::max(0, whole.low - own);
                    if (cards == Cardset::best) child.high = std::min(rest, whole.low - own + 1);
                }
                const int guess = is_north_south(seat) ? child.high : child.low + 1;
                child = north_south(next, guess, child);
                value = for_side({child.low + own, child.high + own}, seat, left);
            }
            if (cards == Cardset::best && value.exact() && value.high < solution.tricks.high)
                continue;
            for (Card card : each_card(group)) solution.cards.push_back({card, value});
        }
        // Best first; equals from the lowest rank, suits in order.
        std::stable_sort(solution.cards.begin(), solution.cards.end(),
                         [](const CardValue& a, const CardValue& b) {
                             if (a.tricks.low != b.tricks.low) return a.tricks.low > b.tricks.low;
                             return a.card < b.card;
                         });
    }
    solution.statistics = engine_->statistics();
    return solution;
}

Table Solver::table(const Hands& hands) {
    start();
    Table table;
    for (int strain = 0; strain < 5; ++strain) {
        Position position;
        position.hands = hands;
        position.trump = strain;
        int guess = guess_tricks(position);
        const int left = position.tricks_left();
        // Partners mostly make the same number of tricks: leaders of one side in turn.
        for (const int leader : {1, 3, 0, 2}) {
            position.leader = leader;
            const Bounds value = north_south(position, guess, {0, left});
            if (value.exact()) guess = value.low;
            const int declarer = (leader + 3) & 3;
            table.tricks[static_cast<std::size_t>(strain)][static_cast<std::size_t>(declarer)] =
                for_side(value, declarer, left);
        }
    }
    table.statistics = engine_->statistics();
    return table;
}

std::vector<Card> Solver::line(const Position& position) {
    start();
    std::vector<Card> cards;
    Position current = position;
    int guess = guess_tricks(position);
    while (current.tricks_left() > 0) {
        Bounds value = north_south(current, guess, {0, current.tricks_left()});
        if (!value.exact()) break;
        Card chosen = 0;
        bool found = false;
        for (const Cards group : equivalent_groups(current)) {
            const auto [next, winner] = after(current, lowest(group));
            const int own = winner >= 0 && is_north_south(winner) ? 1 : 0;
            // The lowest of equally good cards: groups come in descending order, so take the last.
            const int rest = value.low - own;
            if (rest < 0 || rest > next.tricks_left()) continue;
            const Bounds target{rest, rest};
            const bool maximises = is_north_south(current.to_move());
            const Bounds child =
                maximises
                    ? north_south(next, rest, {std::max(0, rest - 1), rest})
                    : north_south(next, rest + 1, {rest, std::min(rest + 1, next.tricks_left())});
            if (spent_) return cards;
            if (child == target && (!found || rank_of(lowest(group)) < rank_of(chosen))) {
                chosen = lowest(group);
                found = true;
            }
        }
        if (!found) break;
        cards.push_back(chosen);
        const auto [next, winner] = after(current, chosen);
        guess = value.low - (winner >= 0 && is_north_south(winner) ? 1 : 0);
        current = next;
    }
    return cards;
}

Trace Solver::analyse(Position position, std::span<const Card> play) {
    start();
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
        const int left = positions[i].tricks_left();
        if (guess < 0) guess = won[i] + guess_tricks(positions[i]);
        const Bounds value = north_south(positions[i], guess - won[i], {0, left});
        trace.tricks[i] = {value.low + won[i], value.high + won[i]};
        if (value.exact()) guess = trace.tricks[i].low;
    }
    trace.statistics = engine_->statistics();
    return trace;
}

void for_each_on_threads(
    std::size_t size, unsigned threads, const SolverOptions& options,
    const std::function<void(Solver&, std::size_t, const std::atomic<bool>&)>& work,
    const std::function<bool(std::size_t)>& check) {
    std::atomic<std::size_t> next = 0, done = 0;
    std::atomic<bool> stop = false;
    std::mutex mutex;
    std::condition_variable finished;
    unsigned running = std::max(
        1U, std::min<unsigned>(threads, static_cast<unsigned>(std::max<std::size_t>(size, 1))));
    std::vector<std::thread> pool;
    for (unsigned i = 0, all = running; i < all; ++i) {
        pool.emplace_back([&] {
            Solver solver(options);
            for (std::size_t index; !stop && (index = next.fetch_add(1)) < size;) {
                work(solver, index, stop);
                ++done;
            }
            const std::lock_guard lock(mutex);
            --running;
            finished.notify_one();
        });
    }
    {
        std::unique_lock lock(mutex);
        while (
            !finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
            lock.unlock();
            if (!check(done)) stop = true;
            lock.lock();
        }
    }
    for (std::thread& thread : pool) thread.join();
}

}  // namespace kiebitz::bridge
