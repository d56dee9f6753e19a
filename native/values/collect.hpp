// Samples of many deals, made on several threads and put in the order of the deals.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cards/parallel.hpp"
#include "cards/random.hpp"
#include "values/samples.hpp"

namespace kiebitz::values {

/// The samples of a deal; a position that comes again is left out.
class DealSamples {
  public:
    void start(std::uint16_t deal) {
        deal_ = deal;
        samples_.clear();
        seen_.clear();
    }
    void add(const OpenHand& hand, int value) {
        std::uint64_t key = static_cast<std::uint64_t>(hand.player) << 2 | hand.played;
        for (Cards cards : hand.hands) key = mix64(key ^ cards);
        if (seen_.insert(key).second) samples_.push_back(sample_of(hand, value, deal_));
    }
    std::vector<Sample> take() { return std::move(samples_); }

  private:
    std::uint16_t deal_ = 0;
    std::vector<Sample> samples_;
    std::unordered_set<std::uint64_t> seen_;
};

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
