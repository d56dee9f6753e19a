// What a search may cost, and when it ends: solvers and searches count their nodes here.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace kiebitz {

/// What a question may cost. Zero means no limit.
struct Limits {
    std::uint64_t nodes = 0;
    double seconds = 0;
    const std::atomic<bool>* stop = nullptr;  // once it is true, the search ends
    /// Called now and then in the thread that searches; what it throws ends the search, and the
    /// solver can be used again.
    std::function<void()> watch{};
};

/// Thrown inside a search whose limit is reached. Whoever asked catches it, and answers with what
/// is proved, or with the last depth that was searched to its end.
struct LimitReached {};

/// Counts the nodes of a search and ends it at its limits.
class Budget {
  public:
    explicit Budget(const Limits& limits = {})
        : limits_(limits), start_(Clock::now()), watched_(start_) {
        look_later();
    }

    /// One node more, if it may still be searched.
    void spend() {
        check();
        count();
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

}  // namespace kiebitz
