// What the solvers have in common: bounds, and many questions on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include "cards/budget.hpp"
#include "cards/parallel.hpp"

namespace kiebitz::solvers {

/// What is proved of a value.
struct Bounds {
    int lower = 0;
    int upper = 0;

    bool exact() const { return lower == upper; }
    bool operator==(const Bounds&) const = default;
};

using kiebitz::Budget;
using kiebitz::LimitReached;
using kiebitz::Limits;

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
