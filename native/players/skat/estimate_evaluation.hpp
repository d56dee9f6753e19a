// What each card is worth by the estimate of the position after it: no search at all.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "players/skat/cardplay.hpp"
#include "values/estimator.hpp"

namespace kiebitz::players::skat {

/// A card's chance to win follows from the estimated points and how far estimates are off: a
/// position near the goal is worth half a game, not all or nothing.
class EstimateEvaluation final : public Evaluation {
  public:
    explicit EstimateEvaluation(std::shared_ptr<const values::Estimator> estimator)
        : estimator_(std::move(estimator)) {}

    bool evaluate(const CardView& view, const World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost& cost) override;
    std::unique_ptr<Evaluation> clone() const override {
        return std::make_unique<EstimateEvaluation>(estimator_);
    }

  private:
    std::shared_ptr<const values::Estimator> estimator_;
};

}  // namespace kiebitz::players::skat
