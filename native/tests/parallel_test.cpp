#include "cards/parallel.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cards/random.hpp"

namespace kiebitz {

TEST_CASE("every piece is done once, by a worker of its own, on any number of threads") {
    for (const std::size_t threads : {0, 1, 2, 3, 8, 200}) {
        for (const std::size_t count : {0, 1, 2, 100}) {
            for (const bool watched : {false, true}) {
                CAPTURE(threads);
                CAPTURE(count);
                std::vector<std::uint64_t> results(count);
                std::vector<std::atomic<int>> busy(std::max<std::size_t>(threads, 1));
                std::atomic<bool> stop = false, shared = false;
                std::size_t last = 0;
                const std::size_t done = for_each_index(
                    count, threads, stop,
                    [&](std::size_t i, std::size_t worker) {
                        if (busy.at(worker)++ != 0) shared = true;
                        results[i] += derive_seed(7, i);
                        --busy[worker];
                    },
                    watched ? Watch([&](std::size_t n) { last = n; }) : Watch());
                CHECK(done == count);
                CHECK(!shared);
                if (watched) CHECK(last == count);
                for (std::size_t i = 0; i < count; ++i) CHECK(results[i] == derive_seed(7, i));
            }
        }
    }
}

TEST_CASE("one thread without a watch is the calling thread") {
    std::atomic<bool> stop = false;
    const auto here = std::this_thread::get_id();
    for_each_index(3, 1, stop, [&](std::size_t, std::size_t worker) {
        CHECK(worker == 0);
        CHECK(std::this_thread::get_id() == here);
    });
}

TEST_CASE("of several failures the first is thrown, after all that was begun has ended") {
    for (const std::size_t threads : {1, 2, 7}) {
        for (const bool watched : {false, true}) {
            std::atomic<bool> stop = false;
            std::atomic<int> running = 0;
            std::string told;
            try {
                for_each_index(
                    1000, threads, stop,
                    [&](std::size_t i, std::size_t) {
                        ++running;
                        if (i == 20) std::this_thread::sleep_for(std::chrono::milliseconds(2));
                        --running;
                        if (i >= 20) throw std::runtime_error(std::to_string(i));
                    },
                    watched ? Watch([](std::size_t) {}) : Watch());
            } catch (const std::runtime_error& error) {
                told = error.what();
            }
            CHECK(told == "20");
            CHECK(running == 0);
        }
    }
}

TEST_CASE("after a stop no piece is begun, and those done are the first ones") {
    for (const std::size_t threads : {1, 2, 5}) {
        std::atomic<bool> stop = false;
        std::vector<int> seen(1000);
        const std::size_t done =
            for_each_index(1000, threads, stop, [&](std::size_t i, std::size_t) {
                seen[i] = 1;
                if (i == 30) stop = true;
            });
        CHECK(done >= 31);
        CHECK(done <= 30 + threads);
        CHECK(std::accumulate(seen.begin(), seen.begin() + static_cast<long>(done), 0) ==
              static_cast<int>(done));
        CHECK(std::accumulate(seen.begin(), seen.end(), 0) == static_cast<int>(done));
    }
}

TEST_CASE("a watch that throws stops the work, and its exception comes first") {
    std::atomic<bool> stop = false;
    const auto piece = [&](std::size_t, std::size_t) {
        while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        throw std::logic_error("a piece");
    };
    CHECK_THROWS_AS(
        for_each_index(10, 2, stop, piece, [](std::size_t) { throw std::runtime_error("watch"); }),
        std::runtime_error);
    CHECK(stop);
}

}  // namespace kiebitz
