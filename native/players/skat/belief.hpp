// Which worlds a player thinks of, and how likely it takes them to be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "players/skat/card_view.hpp"

namespace kiebitz::players::skat {

/// A likelihood of worlds that the View leaves possible, up to a factor.
class Belief {
  public:
    virtual ~Belief() = default;
    virtual double weight(const CardView& view, const World& world) const = 0;
    virtual bool is_uniform() const { return false; }
};

class UniformBelief final : public Belief {
  public:
    double weight(const CardView&, const World&) const override { return 1; }
    bool is_uniform() const override { return true; }
};

struct WeightedWorld {
    World world;
    double weight = 1;
};

/// Keeps `wanted` of the candidates by their weights: one random offset, then equal steps along the
/// sum of the weights. A candidate that is hit k times counts k times. No candidate may have a
/// weight below zero; if all are zero, all count the same.
inline std::vector<WeightedWorld> resample(std::vector<WeightedWorld> candidates, int wanted,
                                           Random& random) {
    double total = 0;
    for (const auto& candidate : candidates) total += candidate.weight;
    if (!(total > 0)) {
        for (auto& candidate : candidates) candidate.weight = 1;
        total = static_cast<double>(candidates.size());
    }
    std::vector<WeightedWorld> kept;
    kept.reserve(static_cast<std::size_t>(wanted));
    const double step = total / wanted;
    double next = random.uniform() * step, sum = 0;
    for (auto& candidate : candidates) {
        sum += candidate.weight;
        int hits = 0;
        for (; next < sum; next += step) ++hits;
        if (hits > 0) kept.push_back({candidate.world, static_cast<double>(hits)});
    }
    return kept;
}

/// Candidates are enough when they are worth so many equally likely worlds for each one wanted
/// (Kish's effective size). A defender, who learns much from the declaration, needs ten times as
/// many candidates for that as the declarer.
inline constexpr double kEffectiveCandidates = 4;

/// Worlds for a player that can afford `wanted` of them. All of them with their likelihoods if they
/// are so few; else drawn from up to `candidates` (thesis of Solinas §5.2.3). Zero worlds only if
/// the view contradicts itself.
inline std::vector<WeightedWorld> draw_worlds(const Belief& belief, const CardView& view,
                                              int wanted, int candidates, std::uint64_t seed) {
    const Worlds worlds(view.known);
    std::vector<WeightedWorld> drawn;
    if (worlds.count() == 0 || wanted <= 0) return drawn;
    Random random(seed);
    const bool uniform = belief.is_uniform();
    const auto limit = static_cast<std::uint64_t>(uniform ? wanted : std::max(wanted, candidates));
    if (worlds.count() <= limit) {
        for (std::uint64_t i = 0; i < worlds.count(); ++i) drawn.push_back({worlds.nth(i), 1});
        for (auto& one : drawn) one.weight = belief.weight(view, one.world);
    } else {
        const double enough = kEffectiveCandidates * wanted;
        double sum = 0, squares = 0;
        while (drawn.size() < limit && (uniform || sum * sum <= enough * squares)) {
            const World world = worlds.sample(random);
            const double weight = belief.weight(view, world);
            drawn.push_back({world, weight});
            sum += weight;
            squares += weight * weight;
        }
    }
    if (drawn.size() > static_cast<std::size_t>(wanted)) {
        drawn = resample(std::move(drawn), wanted, random);
    }
    // Not in the order of enumeration, so that whoever stops early has seen a fair part.
    random.shuffle(std::span(drawn));
    return drawn;
}

}  // namespace kiebitz::players::skat
