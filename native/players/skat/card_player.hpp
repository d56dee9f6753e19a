// Who chooses cards: the interface of all native players, and the simplest of them.
#pragma once

#include <cstdint>
#include <memory>

#include "cards/random.hpp"
#include "players/skat/card_view.hpp"

namespace kiebitz::players::skat {

/// Chooses a card from what a seat knows. The same view and seed give the same card. A player may
/// keep tables between calls, so each thread has its own copy.
class CardPlayer {
  public:
    virtual ~CardPlayer() = default;
    /// One of `view.legal()`.
    virtual Card choose(const CardView& view, std::uint64_t seed) = 0;
    virtual std::unique_ptr<CardPlayer> clone() const = 0;
};

/// The n-th card of a set, counted from the lowest.
constexpr Card nth_card(Cards cards, std::uint32_t n) {
    for (; n > 0; --n) cards &= cards - 1;
    return lowest(cards);
}

class RandomPlayer final : public CardPlayer {
  public:
    Card choose(const CardView& view, std::uint64_t seed) override {
        const Cards legal = view.legal();
        return nth_card(legal, Random(seed).below(static_cast<std::uint32_t>(count(legal))));
    }
    std::unique_ptr<CardPlayer> clone() const override { return std::make_unique<RandomPlayer>(); }
};

/// Plays a game to its end, every seat by `player` from what that seat knows.
inline void play_out(Simulation& simulation, CardPlayer& player, std::uint64_t seed) {
    for (std::uint64_t step = 0; !simulation.is_over(); ++step) {
        const CardView view = simulation.view(simulation.to_move());
        simulation.play(player.choose(view, derive_seed(seed, step)));
    }
}

}  // namespace kiebitz::players::skat
