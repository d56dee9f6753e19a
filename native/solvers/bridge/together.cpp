// One question on several threads.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>

#include "solvers/bridge/settle.hpp"
#include "solvers/bridge/solver.hpp"

namespace kiebitz::solvers::bridge {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What is left of a question's seconds.
Limits what_is_left(Limits limits, Clock::time_point start) {
    if (limits.seconds > 0) limits.seconds = std::max(0.001, limits.seconds - since(start));
    return limits;
}

}  // namespace

Solution solve_one(const Position& position, const Batch& batch, const Options& options,
                   std::size_t memory_each) {
    Solution whole;
    const int left = tricks_left(position);
    if (left == 0) return whole;
    const auto start = Clock::now();
    const int seat = position.to_move();
    const std::vector<Cards> groups = equivalent_groups(position);
    const std::size_t threads = std::clamp<std::size_t>(batch.threads, 1, groups.size());
    // The cards lead to much the same endings: what one thread learns serves all.
    const auto shared = threads > 1 ? make_shared_engines(options, threads * memory_each) : nullptr;
    std::mutex mutex;  // of what follows
    // What the best card so far takes: a guess at the others, which does not change what is found.
    int likely = for_side({guess_tricks(position), guess_tricks(position)}, seat, left).lower;
    bool any = false;
    ask_many(
        groups.size(), batch,
        [&] { return shared ? shared->engine() : make_engine(options, memory_each); },
        [&](std::unique_ptr<Engine>& engine, std::size_t i, const Limits& each) {
            int guess = 0;
            {
                const std::lock_guard guard(mutex);
                guess = likely;
            }
            const auto [next, winner] = after(position, highest(groups[i]));
            const int own = winner >= 0 && is_north_south(winner) ? 1 : 0;
            const int north_south = for_side({guess, guess}, seat, left).lower;
            bool spent = false;
            engine->set_limits(what_is_left(each, start));
            Bounds rest = settle(*engine, next, north_south - own, {0, tricks_left(next)}, spent);
            rest = {rest.lower + own, rest.upper + own};
            const Bounds value = for_side(rest, seat, left);
            const std::lock_guard guard(mutex);
            likely = any ? std::max(likely, value.lower) : value.lower;
            any = true;
            whole.value.lower = std::max(whole.value.lower, value.lower);
            whole.value.upper = std::max(whole.value.upper, value.upper);
            whole.nodes += engine->budget().nodes();
            whole.positions += engine->positions();
            whole.complete = whole.complete && !spent;
            for (const Card card : each_card(groups[i])) whole.moves.push_back({card, value});
        });
    sort_moves(whole.moves);
    whole.seconds = since(start);
    return whole;
}

namespace {

/// The twenty questions of a table. A thread stays with a strain, whose leaders lead to the same
/// endings, as long as it has leaders left; then it begins another, then it helps with one.
class TableWork {
  public:
    TableWork(const Hands& hands, std::size_t threads, const Options& options, std::size_t memory)
        : threads_(threads), options_(options), memory_(memory) {
        for (std::size_t strain = 0; strain < 5; ++strain) {
            Strain& own = strains_[strain];
            own.position.hands = hands;
            own.position.trump = static_cast<int>(strain);
            own.guess = guess_tricks(own.position);
        }
    }

    /// One thread's part: ends when nothing is left to begin or to help with.
    void work(const Limits& limits, Clock::time_point start) {
        std::unique_ptr<Engine> own, shared;
        Task task;
        for (std::size_t with = no_strain; take(with, task); with = task.strain) {
            Strain& strain = strains_[task.strain];
            if (task.strain != with) {
                if (strain.shared) {
                    shared = strain.shared->engine();
                } else if (!own) {
                    own = make_engine(options_, memory_);
                }
            }
            const auto& engine = strain.shared ? shared : own;
            if (task.strain != with) engine->set_limits(what_is_left(limits, start));
            Position position = strain.position;
            position.leader = task.leader;
            const int left = tricks_left(position), declarer = (task.leader + 3) & 3;
            const std::uint64_t nodes = engine->budget().nodes(), positions = engine->positions();
            bool spent = false;
            const Bounds value = settle(*engine, position, task.guess, {0, left}, spent);
            const std::lock_guard guard(mutex_);
            if (value.exact()) strain.guess = value.lower;
            table_.tricks[task.strain][static_cast<std::size_t>(declarer)] =
                for_side(value, declarer, left);
            table_.nodes += engine->budget().nodes() - nodes;
            table_.positions += engine->positions() - positions;
            table_.complete = table_.complete && !spent;
        }
    }

    const Table& table() const { return table_; }

  private:
    // Partners mostly make the same number of tricks: leaders of one side in turn.
    static constexpr std::array<int, 4> leaders{1, 3, 0, 2};

    static constexpr std::size_t no_strain = 5;

    struct Strain {
        Position position;
        int guess = 0;
        std::size_t asked = 0;  // leaders
        std::unique_ptr<SharedEngines> shared;
    };
    struct Task {
        std::size_t strain = no_strain;
        int leader = 0, guess = 0;
    };

    /// The next question for a thread that was `with` a strain.
    bool take(std::size_t with, Task& task) {
        const std::lock_guard guard(mutex_);
        std::size_t chosen = no_strain;
        if (with != no_strain && strains_[with].asked < leaders.size()) {
            chosen = with;
        } else {
            for (std::size_t i = 5; i-- > 0;) {  // no trump mostly takes longest
                const Strain& other = strains_[i];
                const bool open =
                    other.asked == 0 || (other.shared && other.asked < leaders.size());
                if (open && (chosen == no_strain || other.asked < strains_[chosen].asked))
                    chosen = i;
            }
        }
        if (chosen == no_strain) return false;
        Strain& strain = strains_[chosen];
        // Nobody will help with a strain while there are others for every thread to begin, and a
        // table of one's own is faster.
        if (strain.asked == 0 && 5 - ++begun_ < threads_ && threads_ > 1)
            strain.shared = make_shared_engines(options_, memory_);
        task = {chosen, leaders[strain.asked++], strain.guess};
        return true;
    }

    std::size_t threads_;
    Options options_;
    std::size_t memory_;
    std::mutex mutex_;
    std::array<Strain, 5> strains_{};
    std::size_t begun_ = 0;
    Table table_;
};

}  // namespace

Table table_of_one(const Hands& hands, const Batch& batch, const Options& options,
                   std::size_t memory_each) {
    const auto start = Clock::now();
    const std::size_t threads = std::clamp<std::size_t>(batch.threads, 1, 20);
    TableWork work(hands, threads, options, memory_each);
    std::atomic<bool> stop = false;
    Limits limits = batch.each;
    limits.stop = &stop;
    for_each_index(
        threads, threads, stop, [&](std::size_t, std::size_t) { work.work(limits, start); },
        batch.watch);
    Table table = work.table();
    table.seconds = since(start);
    return table;
}

}  // namespace kiebitz::solvers::bridge
