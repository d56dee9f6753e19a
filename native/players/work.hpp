// What thinking has cost so far, and when to break it off.
//
// A node is one card (or move) played in a playout, or one position that a solver or a search
// visits. Whoever spends one says so here, however deep in a recursion.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace kiebitz::players {

class Work {
  public:
    using Clock = std::chrono::steady_clock;

    static Clock::time_point after(double seconds) {
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(std::min(seconds, 1e8)));
    }

    /// Without a bound.
    Work() = default;
    /// Until a time, or until somebody sets `stop`. `interrupted` is asked ten times a second.
    Work(Clock::time_point deadline, const std::atomic<bool>* stop,
         std::function<bool()> interrupted = {})
        : deadline_(deadline),
          stop_(stop),
          interrupted_(std::move(interrupted)),
          is_bounded_(true) {}

    void spend(std::uint64_t nodes = 1) { nodes_ += nodes; }
    std::uint64_t nodes() const { return nodes_; }

    /// Whether to break off; then all values found since are worth nothing. To be asked for every
    /// card of a playout, so it looks at the clock only now and then.
    bool is_over() { return is_over_ || (is_bounded_ && (++asked_ & 63U) == 0 && look()); }

    /// The same, with a look at the clock: before anything that may take a millisecond.
    bool look() {
        if (!is_bounded_ || is_over_) return is_over_;
        const Clock::time_point now = Clock::now();
        is_over_ = now >= deadline_ || (stop_ != nullptr && stop_->load(std::memory_order_relaxed));
        if (interrupted_ && now >= next_question_) {
            next_question_ = now + std::chrono::milliseconds(100);
            is_over_ = interrupted_() || is_over_;
        }
        return is_over_;
    }
    void break_off() { is_over_ = true; }

    /// For a search that keeps a clock of its own: zero is no bound.
    double seconds_left() const {
        if (!is_bounded_ || deadline_ == Clock::time_point::max()) return 0;
        const double left = std::chrono::duration<double>(deadline_ - Clock::now()).count();
        return left > kLeast ? left : kLeast;
    }

    /// A world under way may take this part of the time that is left: for searches that could use
    /// all of it.
    void share(double part) { share_ = part < 1 ? part : 1; }
    double fair_seconds() const { return share_ * seconds_left(); }

  private:
    static constexpr double kLeast = 1e-9;

    Clock::time_point deadline_ = Clock::time_point::max();
    Clock::time_point next_question_{};
    const std::atomic<bool>* stop_ = nullptr;
    std::function<bool()> interrupted_{};
    double share_ = 1;
    std::uint64_t nodes_ = 0;
    std::uint32_t asked_ = 0;
    bool is_bounded_ = false;
    bool is_over_ = false;
};

}  // namespace kiebitz::players
