// What the solvers have in common: bounds, limits, and many questions on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "cards/parallel.hpp"

namespace kiebitz::solvers {

/// What is proved of a value.
struct Bounds {
    int lower = 0;
    int upper = 0;

    bool exact() const { return lower == upper; }
    bool operator==(const Bounds&) const = default;
};

/// What a question may cost. Zero means no limit.
struct Limits {
    std::uint64_t nodes = 0;
    double seconds = 0;
    const std::atomic<bool>* stop = nullptr;  // once it is true, the search ends
    /// Called now and then in the thread that searches; what it throws ends the search, and the
    /// solver can be used again.
    std::function<void()> watch{};
};

/// Thrown inside a search whose limit is reached. Solvers catch it and answer with what is proved.
struct LimitReached {};

/// Counts the nodes of a search and ends it at its limits.
class Budget {
  public:
    explicit Budget(const Limits& limits = {})
        : limits_(limits), start_(Clock::now()), watched_(start_) {
        look_later();
    }

    /// One node more.
    void spend() {
        count();
        check();
    }
    /// The same in two steps, for a search that looks at its limits less often.
    void count() { ++nodes_; }
    void check() {
        if (nodes_ >= next_look_) look();
    }
    std::uint64_t nodes() const { return nodes_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  private:
    using Clock = std::chrono::steady_clock;

    void look();
    void look_later();

    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    Limits limits_;
    Clock::time_point start_;
    Clock::time_point watched_;
};

/// How many questions are asked at once.
struct Batch {
    std::size_t threads = 1;
    Limits each{};  // of one question; its clock starts when the question's turn comes
    Watch watch{};  // see for_each_index
};

/// `ask(solver, index, limits)` for every index below `count`; each thread makes its own solver
/// with `make()` and keeps it.
template <class Make, class Ask>
void ask_many(std::size_t count, const Batch& batch, Make make, Ask ask) {
    using Solver = decltype(make());
    const std::size_t threads =
        std::clamp<std::size_t>(count, 1, std::max<std::size_t>(batch.threads, 1));
    std::vector<std::optional<Solver>> solvers(threads);
    std::atomic<bool> stop = false;
    Limits limits = batch.each;
    limits.stop = &stop;
    for_each_index(
        count, threads, stop,
        [&](std::size_t index, std::size_t worker) {
            if (!solvers[worker]) solvers[worker].emplace(make());
            ask(*solvers[worker], index, limits);
        },
        batch.watch);
}

}  // namespace kiebitz::solvers
