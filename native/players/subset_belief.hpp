// A belief that chooses from a subset of the worlds instead of all of them (Solinas 2019, §5.2.3).
//
// Worlds have numbers, and the numbers are cut into as many stretches as the subset has worlds. One
// world of each stretch is in the subset and stands for all of it: no world is in it twice, and
// sums are right on average. A subset as large as the whole is the whole: then all worlds are
// weighed. Worlds are never kept, only the sums of blocks of them; the few blocks that a draw hits
// are weighed again. So 42 million worlds take no more memory than a thousand, and the answer is
// the same on any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cards/parallel.hpp"
#include "players/belief.hpp"

namespace kiebitz::players {

template <HiddenCards G>
class SubsetBelief final : public Belief<G> {
  public:
    using View = typename G::View;
    using World = typename G::World;

    SubsetBelief(std::shared_ptr<const Belief<G>> belief, std::uint64_t size, int threads)
        : belief_(std::move(belief)), size_(size), threads_(threads) {}

    void weigh(const View& view, std::span<const World> worlds,
               std::span<double> weights) const override {
        belief_->weigh(view, worlds, weights);
    }
    bool wants_one_thread() const override { return belief_->wants_one_thread(); }

    bool draw(const View& view, int wanted, Random& random,
              std::vector<World>& worlds) const override {
        const Subset subset(*belief_, view, size_, random());
        std::vector<double> sums(subset.blocks());
        std::atomic<bool> stop{false};
        const auto threads = static_cast<std::size_t>(wants_one_thread() ? 1 : threads_);
        for_each_index(sums.size(), threads, stop, [&](std::size_t block, std::size_t) {
            Block weighed;
            subset.weigh(block, weighed);
            for (double weight : weighed.weights) sums[block] += weight;
        });
        double total = 0;
        for (double sum : sums) total += sum;
        if (!(total > 0) || !std::isfinite(total)) return false;
        // Equal steps along the sum of the weights, from a random offset.
        const double step = total / wanted;
        double next = random.uniform() * step;
        double before = 0;
        int missing = wanted;
        Block weighed;
        for (std::size_t block = 0; block < sums.size() && missing > 0; ++block) {
            const double after = before + sums[block];
            if (next < after) {
                subset.weigh(block, weighed);
                double sum = before;
                for (std::size_t i = 0; i < weighed.weights.size(); ++i) {
                    sum += weighed.weights[i];
                    // Rounding must not carry a hit over the end of its block.
                    if (i + 1 == weighed.weights.size()) sum = after;
                    for (; next < sum && missing > 0; next += step, --missing) {
                        worlds.push_back(weighed.worlds[i]);
                    }
                }
            }
            before = after;
        }
        for (; missing > 0; --missing) worlds.push_back(worlds.back());  // a hair beyond the sum
        return true;
    }

  private:
    static constexpr std::uint64_t kBlock = 4096;

    struct Block {
        std::vector<World> worlds;
        std::vector<double> weights;
    };

    class Subset {
      public:
        Subset(const Belief<G>& belief, const View& view, std::uint64_t size, std::uint64_t seed)
            : belief_(belief),
              view_(view),
              all_(view),
              size_(std::min(size, all_.count())),
              seed_(seed) {}

        std::size_t blocks() const {
            return static_cast<std::size_t>((size_ + kBlock - 1) / kBlock);
        }
        void weigh(std::size_t block, Block& weighed) const {
            const std::uint64_t first = kBlock * block, end = std::min(first + kBlock, size_);
            weighed.worlds.clear();
            for (std::uint64_t i = first; i < end; ++i) {
                const std::uint64_t low = begin(i), length = begin(i + 1) - low;
                const std::uint64_t chosen = length == 1 ? 0 : derive_seed(seed_, i) % length;
                weighed.worlds.push_back(all_.nth(low + chosen));
            }
            weighed.weights.resize(weighed.worlds.size());
            belief_.weigh(view_, weighed.worlds, weighed.weights);
            for (std::uint64_t i = first; i < end; ++i) {
                weighed.weights[i - first] *= static_cast<double>(begin(i + 1) - begin(i));
            }
        }

      private:
        /// The first world of a stretch.
        std::uint64_t begin(std::uint64_t i) const {
            assert(all_.count() < std::uint64_t{1} << 32);
            return i * all_.count() / size_;
        }

        const Belief<G>& belief_;
        const View& view_;
        typename G::Worlds all_;
        std::uint64_t size_;
        std::uint64_t seed_;
    };

    std::shared_ptr<const Belief<G>> belief_;
    std::uint64_t size_;
    int threads_;
};

}  // namespace kiebitz::players
