// Samples of many deals, made on several threads and put in the order of the deals.
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "cards/parallel.hpp"
#include "values/samples.hpp"

namespace kiebitz::values {

/// `make()` gives each thread a `Worker`; `work(worker, i)` the samples of deal `i`.
template <class Worker, class Make, class Work>
std::vector<Sample> collect(std::size_t deals, int threads, const Watch& watch, Make make,
                            Work work) {
    std::vector<std::vector<Sample>> found(deals);
    std::vector<std::optional<Worker>> workers(static_cast<std::size_t>(std::max(threads, 1)));
    std::atomic<bool> stop = false;
    for_each_index(
        deals, workers.size(), stop,
        [&](std::size_t i, std::size_t number) {
            if (!workers[number]) workers[number].emplace(make());
            found[i] = work(*workers[number], i);
        },
        watch);
    std::vector<Sample> all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    return all;
}

}  // namespace kiebitz::values
