#include "players/skat/monte_carlo.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

namespace kiebitz::players::skat {

ValueTable evaluate_worlds(std::vector<std::unique_ptr<Evaluation>>& workers, const CardView& view,
                           Cards cards, std::span<const WeightedWorld> worlds,
                           std::uint64_t first_index, std::uint64_t seed, double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    ValueTable table;
    table.cards = static_cast<std::size_t>(count(cards));
    table.values.resize(worlds.size() * table.cards);
    table.done.resize(worlds.size());
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&](Evaluation& evaluation) {
        try {
            for (std::size_t i = next++; i < worlds.size(); i = next++) {
                const double spent = std::chrono::duration<double>(Clock::now() - start).count();
                // The first world is always valued, so that there is an answer.
                if (seconds > 0 && spent > seconds && i > 0) return;
                evaluation.evaluate(view, worlds[i].world, derive_seed(seed, 1, first_index + i),
                                    cards,
                                    std::span(table.values).subspan(i * table.cards, table.cards));
                table.done[i] = 1;
            }
        } catch (...) {
            const std::lock_guard lock(failure_lock);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    for (std::size_t t = 1; t < std::min(workers.size(), worlds.size()); ++t) {
        pool.emplace_back(work, std::ref(*workers[t]));
    }
    work(*workers[0]);
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
    return table;
}

}  // namespace kiebitz::players::skat
