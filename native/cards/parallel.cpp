#include "cards/parallel.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace kiebitz {

namespace {

/// How often the watch is called: often enough that Ctrl-C feels immediate.
constexpr std::chrono::milliseconds kWatchEvery{50};

/// The pieces of one call, handed out in order.
class Pieces {
  public:
    Pieces(std::size_t count, std::atomic<bool>& stop, const Piece& piece)
        : count_(count), stop_(stop), piece_(piece), failed_at_(count) {}

    void work(std::size_t worker) {
        while (!stop_ && !failed_) {
            const std::size_t index = next_++;
            if (index >= count_) return;
            try {
                piece_(index, worker);
                ++done_;
            } catch (...) {
                // Every piece before this one has been begun and will be done, so the first failure
                // is the same however many threads there are.
                const std::lock_guard lock(mutex_);
                if (index < failed_at_) {
                    failed_at_ = index;
                    failure_ = std::current_exception();
                }
                failed_ = true;
            }
        }
    }

    std::size_t done() const { return done_; }
    void rethrow_failure() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    const std::size_t count_;
    std::atomic<bool>& stop_;
    const Piece& piece_;
    std::atomic<std::size_t> next_ = 0, done_ = 0;
    std::atomic<bool> failed_ = false;
    std::mutex mutex_;
    std::size_t failed_at_;
    std::exception_ptr failure_;
};

/// Threads that are joined whatever happens.
class Crew {
  public:
    Crew() = default;
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew() { join(); }

    /// False if the system has no thread left.
    template <class Function>
    bool hire(Function function) {
        try {
            threads_.emplace_back(std::move(function));
            return true;
        } catch (const std::system_error&) {
            return false;
        }
    }
    std::size_t size() const { return threads_.size(); }
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

  private:
    std::vector<std::thread> threads_;
};

/// With fewer threads than wished the work takes longer, and its answer is the same.
void work_here_too(Pieces& pieces, std::size_t threads) {
    Crew crew;
    while (crew.size() + 1 < threads &&
           crew.hire([&pieces, worker = crew.size() + 1] { pieces.work(worker); })) {
    }
    pieces.work(0);
}

void work_elsewhere(Pieces& pieces, std::size_t threads, std::atomic<bool>& stop,
                    const Watch& watch) {
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t at_work = threads;
    const auto leave = [&](std::size_t workers) {
        const std::lock_guard lock(mutex);
        at_work -= workers;
        ended.notify_one();
    };
    std::exception_ptr failure;
    const auto look = [&] {
        try {
            watch(pieces.done());
        } catch (...) {
            failure = std::current_exception();
            stop = true;
        }
    };
    Crew crew;
    while (crew.size() < threads && crew.hire([&, worker = crew.size()] {
        pieces.work(worker);
        leave(1);
    })) {
    }
    if (crew.size() == 0) pieces.work(0);
    if (crew.size() < threads) leave(threads - crew.size());
    for (std::unique_lock lock(mutex);
         !ended.wait_for(lock, kWatchEvery, [&] { return at_work == 0; });) {
        lock.unlock();
        if (!failure) look();
        lock.lock();
    }
    crew.join();
    if (!failure) look();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::size_t for_each_index(std::size_t count, std::size_t threads, std::atomic<bool>& stop,
                           const Piece& piece, const Watch& watch) {
    Pieces pieces(count, stop, piece);
    threads = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1));
    if (watch) {
        work_elsewhere(pieces, threads, stop, watch);
    } else {
        work_here_too(pieces, threads);
    }
    pieces.rethrow_failure();
    return pieces.done();
}

}  // namespace kiebitz
