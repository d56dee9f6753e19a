// Which worlds a player thinks of, and how likely it takes them to be.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "players/game.hpp"

namespace kiebitz::players {

/// A likelihood of worlds that the View leaves possible, up to a factor. Read only, so that all
/// threads share one.
template <class G>
class Belief {
  public:
    virtual ~Belief() = default;
    /// The weights of many worlds at once; none is below zero.
    virtual void weigh(const typename G::View& view, std::span<const typename G::World> worlds,
                       std::span<double> weights) const = 0;
    virtual bool is_uniform() const { return false; }
    /// Draws so many worlds by their likelihood, if it can do that without weighing candidates.
    virtual bool draw(const typename G::View&, int /*wanted*/, Random&,
                      std::vector<typename G::World>&) const {
        return false;
    }
    /// Whether it must not be asked by two threads at a time.
    virtual bool wants_one_thread() const { return false; }
};

template <class G>
class UniformBelief final : public Belief<G> {
  public:
    void weigh(const typename G::View&, std::span<const typename G::World>,
               std::span<double> weights) const override {
        std::fill(weights.begin(), weights.end(), 1.0);
    }
    bool is_uniform() const override { return true; }
};

/// Worlds with their weights, side by side.
template <class G>
struct DrawnWorlds {
    std::vector<typename G::World> worlds;
    std::vector<double> weights;
    bool are_all = false;      // every possible world is here, once
    bool are_counted = false;  // a weight says how often the world was drawn

    std::size_t size() const { return worlds.size(); }
    void clear() {
        worlds.clear();
        weights.clear();
        are_all = are_counted = false;
    }
    /// For how many of the worlds that were asked for one of these stands.
    int draws(std::size_t i) const { return are_counted ? static_cast<int>(weights[i]) : 1; }
};

/// Keeps `wanted` of the candidates by their weights: one random offset, then equal steps along the
/// sum of the weights. A candidate that is hit k times counts k times. No candidate may have a
/// weight below zero; if all are zero, all count the same.
template <class G>
void resample(DrawnWorlds<G>& drawn, int wanted, Random& random) {
    double total = 0;
    for (double weight : drawn.weights) total += weight;
    if (!(total > 0)) {
        std::fill(drawn.weights.begin(), drawn.weights.end(), 1.0);
        total = static_cast<double>(drawn.size());
    }
    const double step = total / wanted;
    double next = random.uniform() * step, sum = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        sum += drawn.weights[i];
        int hits = 0;
        for (; next < sum; next += step) ++hits;
        if (hits == 0) continue;
        if (kept != i) drawn.worlds[kept] = std::move(drawn.worlds[i]);
        drawn.weights[kept++] = hits;
    }
    drawn.worlds.erase(drawn.worlds.begin() + static_cast<std::ptrdiff_t>(kept),
                       drawn.worlds.end());
    drawn.weights.resize(kept);
    drawn.are_all = false;
    drawn.are_counted = true;
}

/// Worlds as they were drawn: the same one several times in a row is kept once and counted.
template <class G>
void count_neighbours(DrawnWorlds<G>& drawn) {
    drawn.weights.assign(drawn.size(), 1.0);
    drawn.are_counted = true;
    if constexpr (std::equality_comparable<typename G::World>) {
        std::size_t kept = 0;
        for (std::size_t i = 1; i < drawn.size(); ++i) {
            if (drawn.worlds[i] == drawn.worlds[kept]) {
                drawn.weights[kept] += 1;
            } else if (++kept != i) {
                drawn.worlds[kept] = std::move(drawn.worlds[i]);
            }
        }
        const std::size_t size = drawn.size() == 0 ? 0 : kept + 1;
        drawn.worlds.erase(drawn.worlds.begin() + static_cast<std::ptrdiff_t>(size),
                           drawn.worlds.end());
        drawn.weights.resize(size);
    }
}

/// Keeps `wanted` different candidates. Each is kept with a chance in proportion to its weight, or
/// surely if that would be above one; it then counts so much more. Sums over the kept ones are
/// right on average, and none of them says the same as another.
template <class G>
void keep_distinct(DrawnWorlds<G>& drawn, int wanted, Random& random) {
    const std::size_t n = drawn.size();
    // The step that leaves `wanted` of them: heavy ones count as one each, whatever their weight.
    std::vector<double> sorted(drawn.weights);
    std::partial_sort(sorted.begin(), sorted.begin() + std::min(wanted, static_cast<int>(n)),
                      sorted.end(), std::greater<>());
    double rest = 0;
    for (double weight : sorted) rest += weight;
    if (!(rest > 0)) {
        std::fill(drawn.weights.begin(), drawn.weights.end(), 1.0);
        sorted = drawn.weights;
        rest = static_cast<double>(n);
    }
    double step = rest / wanted;
    for (std::size_t heavy = 0; heavy + 1 < static_cast<std::size_t>(wanted); ++heavy) {
        if (sorted[heavy] < step) break;
        rest -= sorted[heavy];
        step = rest / (wanted - static_cast<int>(heavy) - 1);
    }
    if (!(step > 0)) step = sorted[0];
    double next = random.uniform() * step, sum = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double weight = drawn.weights[i];
        if (weight < step) {
            sum += weight;
            if (next >= sum) continue;
            next += step;
        }
        if (kept != i) drawn.worlds[kept] = std::move(drawn.worlds[i]);
        drawn.weights[kept++] = std::max(1.0, weight / step);
    }
    drawn.worlds.erase(drawn.worlds.begin() + static_cast<std::ptrdiff_t>(kept),
                       drawn.worlds.end());
    drawn.weights.resize(kept);
    drawn.are_all = drawn.are_counted = false;
}

/// Makes one of equal worlds, which counts as much as all of them.
template <class G>
void merge_equal(DrawnWorlds<G>& drawn) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        std::size_t same = 0;
        while (same < kept && !(drawn.worlds[same] == drawn.worlds[i])) ++same;
        if (same < kept) {
            drawn.weights[same] += drawn.weights[i];
            continue;
        }
        if (kept != i) {
            drawn.worlds[kept] = std::move(drawn.worlds[i]);
            drawn.weights[kept] = drawn.weights[i];
        }
        ++kept;
    }
    drawn.worlds.erase(drawn.worlds.begin() + static_cast<std::ptrdiff_t>(kept),
                       drawn.worlds.end());
    drawn.weights.resize(kept);
}

/// Candidates are enough when they are worth so many equally likely worlds for each one wanted
/// (Kish's effective size). A defender in Skat, who learns much from the declaration, needs ten
/// times as many candidates for that as the declarer.
inline constexpr double kEffectiveCandidates = 4;
/// So many candidates are weighed at once.
inline constexpr std::size_t kWeighedAtOnce = 64;
/// Up to so many worlds for each one wanted are listed, even if the belief can draw them: a choice
/// from a list has less luck in it.
inline constexpr std::uint64_t kListed = 16;

/// The numbers below `count`, each once, in steps that spread any first part of them evenly.
class SpreadNumbers {
  public:
    SpreadNumbers(std::uint64_t count, Random& random)
        : count_(count),
          at_(random.below(static_cast<std::uint32_t>(count))),
          step_(static_cast<std::uint64_t>(static_cast<double>(count) * 0.6180339887) | 1) {
        while (std::gcd(step_, count_) != 1) ++step_;
    }
    std::uint64_t next() {
        at_ = (at_ + step_) % count_;
        return at_;
    }

  private:
    std::uint64_t count_, at_, step_;
};

/// Worlds for a player that can afford `wanted` of them. All of them with their likelihoods if they
/// are so few; else drawn from up to `candidates` (thesis of Solinas §5.2.3). Zero worlds only if
/// the view contradicts itself. A likely world may be drawn several times, unless they are to be
/// distinct.
template <class G>
void draw_worlds(const Belief<G>& belief, const typename G::View& view, int wanted, int candidates,
                 std::uint64_t seed, DrawnWorlds<G>& drawn, bool distinct = false) {
    drawn.clear();
    const typename G::Worlds worlds(view);
    if (worlds.count() == 0 || wanted <= 0) return;
    Random random(seed);
    const bool uniform = belief.is_uniform();
    const auto limit = static_cast<std::uint64_t>(uniform ? wanted : std::max(wanted, candidates));
    const bool are_few = worlds.count() <= limit;
    const bool are_listed = worlds.count() <= static_cast<std::uint64_t>(wanted) ||
                            (are_few && worlds.count() <= kListed * static_cast<unsigned>(wanted));
    if (are_listed) {
        for (std::uint64_t i = 0; i < worlds.count(); ++i) drawn.worlds.push_back(worlds.nth(i));
        drawn.weights.resize(drawn.size(), 1.0);
        if (!uniform) belief.weigh(view, drawn.worlds, drawn.weights);
        drawn.are_all = true;
    } else if (belief.draw(view, wanted, random, drawn.worlds)) {
        count_neighbours(drawn);
    } else {
        const double enough = kEffectiveCandidates * wanted;
        const std::size_t most = are_few ? static_cast<std::size_t>(worlds.count()) : limit;
        std::optional<SpreadNumbers> numbers;
        if (are_few) numbers.emplace(worlds.count(), random);
        double sum = 0, squares = 0;
        while (drawn.size() < most && (uniform || sum * sum <= enough * squares)) {
            const std::size_t first = drawn.size();
            const std::size_t end =
                std::min<std::size_t>(most, uniform ? most : first + kWeighedAtOnce);
            while (drawn.size() < end) {
                drawn.worlds.push_back(numbers ? worlds.nth(numbers->next())
                                               : worlds.sample(random));
            }
            drawn.weights.resize(end, 1.0);
            if (uniform) continue;
            const auto weights = std::span(drawn.weights).subspan(first);
            belief.weigh(view, std::span(std::as_const(drawn.worlds)).subspan(first), weights);
            for (double weight : weights) {
                sum += weight;
                squares += weight * weight;
            }
        }
        drawn.are_all = are_few && drawn.size() == most;
        drawn.are_counted = uniform;
    }
    if (drawn.size() > static_cast<std::size_t>(wanted)) {
        if (distinct) {
            keep_distinct(drawn, wanted, random);
        } else {
            resample(drawn, wanted, random);
        }
    }
    if constexpr (std::equality_comparable<typename G::World>) {
        if (distinct && !drawn.are_all) merge_equal(drawn);
    }
    // Not in the order of enumeration, so that whoever stops early has seen a fair part.
    for (std::size_t i = drawn.size(); i > 1; --i) {
        const std::size_t j = random.below(static_cast<std::uint32_t>(i));
        std::swap(drawn.worlds[i - 1], drawn.worlds[j]);
        std::swap(drawn.weights[i - 1], drawn.weights[j]);
    }
}

}  // namespace kiebitz::players
