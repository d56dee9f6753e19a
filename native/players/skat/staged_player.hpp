// One player for the first tricks, another one for the endings.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

/// Within playouts the first tricks cost most by far, and decide least.
class StagedPlayer final : public CardPlayer {
  public:
    /// `late` plays hands of no more than `cards` cards.
    StagedPlayer(std::unique_ptr<CardPlayer> early, std::unique_ptr<CardPlayer> late, int cards)
        : early_(std::move(early)), late_(std::move(late)), cards_(cards) {}

    Move choose(const CardView& view, std::uint64_t seed, Work& work) override {
        return (count(view.known.hand) <= cards_ ? late_ : early_)->choose(view, seed, work);
    }
    std::unique_ptr<CardPlayer> clone() const override {
        return std::make_unique<StagedPlayer>(early_->clone(), late_->clone(), cards_);
    }
    void forget() override {
        early_->forget();
        late_->forget();
    }
    bool wants_one_thread() const override {
        return early_->wants_one_thread() || late_->wants_one_thread();
    }

  private:
    std::unique_ptr<CardPlayer> early_, late_;
    int cards_;
};

}  // namespace kiebitz::players::skat
