// What the faces of the solvers share: checked numbers, turns, Ctrl-C and progress.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "checks.hpp"
#include "solvers/common.hpp"

namespace kiebitz::bindings {

namespace nb = nanobind;

inline std::pair<int, int> as_pair(const solvers::Bounds& bounds) {
    return {bounds.lower, bounds.upper};
}

inline std::size_t checked_memory(std::size_t bytes) {
    check(bytes >= 4096 && bytes <= std::size_t{64} << 30,
          "memory is from 4096 bytes to 64 GiB, not " + std::to_string(bytes));
    return bytes;
}

/// Zero means no limit.
inline solvers::Limits checked_limits(std::uint64_t nodes, double seconds) {
    check(seconds >= 0 && std::isfinite(seconds), "seconds must not be negative");
    solvers::Limits limits;
    limits.nodes = nodes;
    limits.seconds = seconds;
    return limits;
}

inline void check_problem(const std::string& problem) {
    check(problem.empty(), problem);
}

/// A Python error is set, by Ctrl-C or by a callback; thrown through native code that has no GIL.
struct Interrupted {};

/// `work` without the GIL; Interrupted becomes the Python error again.
template <class Work>
auto without_gil(Work work) {
    try {
        const nb::gil_scoped_release release;
        return work();
    } catch (const Interrupted&) {
    }
    throw nb::python_error();
}

inline void look_for_signals() {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw Interrupted{};
}

/// A solver that Python threads share: they take turns. Ctrl-C ends a search.
template <class Solver>
class SharedSolver {
  public:
    template <class... Arguments>
    explicit SharedSolver(const Arguments&... arguments) : solver_(arguments...) {}

    /// `ask(solver, limits)` in its turn.
    template <class Ask>
    auto ask(solvers::Limits limits, Ask ask) {
        limits.watch = look_for_signals;
        return without_gil([&] {
            const std::lock_guard lock(mutex_);
            return ask(solver_, limits);
        });
    }
    void forget() {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(mutex_);
        solver_.forget();
    }
    std::size_t bytes() {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(mutex_);
        return solver_.bytes();
    }

  private:
    std::mutex mutex_;
    Solver solver_;
};

/// `work(batch)` with threads, limits, Ctrl-C and progress (a callable that takes the number of
/// questions answered, or None).
template <class Work>
auto in_batch(int threads, const solvers::Limits& each, const nb::object& progress, Work work) {
    check_range("threads", threads, 1, 1024);
    const bool wants_progress = !progress.is_none();
    solvers::Batch batch{static_cast<std::size_t>(threads), each, [&](std::size_t done) {
                             look_for_signals();
                             if (!wants_progress) return;
                             const nb::gil_scoped_acquire acquire;
                             PyObject* answer = PyObject_CallFunction(
                                 progress.ptr(), "n", static_cast<Py_ssize_t>(done));
                             if (answer == nullptr) throw Interrupted{};
                             Py_DECREF(answer);
                         }};
    return without_gil([&] { return work(std::as_const(batch)); });
}

}  // namespace kiebitz::bindings
