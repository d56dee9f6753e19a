// One evaluation for the first tricks, another one for the endings.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

/// Endings are cheap to search, and a guess is worst where few cards decide the game.
class EndingEvaluation final : public Evaluation {
  public:
    /// `late` values cards of hands with no more than `cards` cards.
    EndingEvaluation(std::unique_ptr<Evaluation> early, std::unique_ptr<Evaluation> late, int cards)
        : early_(std::move(early)), late_(std::move(late)), cards_(cards) {}

    bool evaluate(const CardView& view, const World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost& cost) override {
        return chosen(view).evaluate(view, world, seed, moves, values, work, cost);
    }
    bool tells_only_wins(const CardView& view) const override {
        return chosen(view).tells_only_wins(view);
    }
    bool wins(const CardView& view, const World& world, Move move, Work& work) override {
        return chosen(view).wins(view, world, move, work);
    }
    std::unique_ptr<Evaluation> clone() const override {
        return std::make_unique<EndingEvaluation>(early_->clone(), late_->clone(), cards_);
    }
    void forget() override {
        early_->forget();
        late_->forget();
    }
    bool wants_one_thread() const override {
        return early_->wants_one_thread() || late_->wants_one_thread();
    }

  private:
    Evaluation& chosen(const CardView& view) const {
        return count(view.known.hand) <= cards_ ? *late_ : *early_;
    }

    std::unique_ptr<Evaluation> early_, late_;
    int cards_;
};

}  // namespace kiebitz::players::skat
