// A player for each seat: the declarer's, that of the next seat, that of the third.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

/// Within playouts, a module for each seat (Furtak & Buro 2013, §IV): who expects others to play
/// otherwise than itself says so here.
class RolesPlayer final : public CardPlayer {
  public:
    using Modules = std::array<std::unique_ptr<CardPlayer>, kSeats>;

    /// In the order of the table, from the declarer on.
    explicit RolesPlayer(Modules modules) : modules_(std::move(modules)) {}

    Move choose(const CardView& view, std::uint64_t seed, Work& work) override {
        const int after = (view.seat() - view.tricks.declarer + kSeats) % kSeats;
        return modules_[static_cast<std::size_t>(after)]->choose(view, seed, work);
    }
    std::unique_ptr<CardPlayer> clone() const override {
        return std::make_unique<RolesPlayer>(
            Modules{modules_[0]->clone(), modules_[1]->clone(), modules_[2]->clone()});
    }
    void forget() override {
        for (auto& module : modules_) module->forget();
    }
    bool wants_one_thread() const override {
        bool wants = false;
        for (const auto& module : modules_) wants = wants || module->wants_one_thread();
        return wants;
    }

  private:
    Modules modules_;
};

}  // namespace kiebitz::players::skat
