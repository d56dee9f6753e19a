#include "cards/budget.hpp"

#include <algorithm>
#include <limits>

namespace kiebitz {

namespace {

/// The clock is read once in so many nodes, and the watch called once in so much time.
constexpr std::uint64_t kLookEvery = 1024;
constexpr std::chrono::milliseconds kWatchEvery{50};

}  // namespace

void Budget::look() {
    if (limits_.nodes != 0 && nodes_ >= limits_.nodes) throw LimitReached{};
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) {
        throw LimitReached{};
    }
    if (limits_.seconds > 0 && seconds() > limits_.seconds) throw LimitReached{};
    if (limits_.watch && Clock::now() - watched_ > kWatchEvery) {
        watched_ = Clock::now();
        limits_.watch();
    }
    look_later();
}

void Budget::look_later() {
    const bool timed = limits_.stop != nullptr || limits_.seconds > 0 || limits_.watch;
    next_look_ = timed ? nodes_ + kLookEvery : std::numeric_limits<std::uint64_t>::max();
    if (limits_.nodes != 0) next_look_ = std::min(next_look_, limits_.nodes);
}

}  // namespace kiebitz
