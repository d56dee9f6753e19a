// Who chooses moves: the interface of all native players, and the simplest of them.
#pragma once

#include <cstdint>
#include <memory>

#include "players/game.hpp"
#include "players/work.hpp"

namespace kiebitz::players {

/// Chooses a move from what a seat knows. The same view and seed give the same move. A player may
/// keep tables between calls, so each thread has its own copy.
template <class G>
class Player {
  public:
    virtual ~Player() = default;
    /// A legal move; any, when the work is over.
    virtual Move choose(const typename G::View& view, std::uint64_t seed, Work& work) = 0;
    virtual std::unique_ptr<Player> clone() const = 0;
    /// Forgets what it keeps between calls, so that thinking costs what it costs the first time.
    virtual void forget() {}
    virtual bool wants_one_thread() const { return false; }
};

template <class G>
class RandomPlayer final : public Player<G> {
  public:
    Move choose(const typename G::View& view, std::uint64_t seed, Work&) override {
        Random random(seed);
        // Some games know one without listing all.
        if constexpr (requires { G::any_move(view, random); }) {
            return G::any_move(view, random);
        } else {
            typename G::Moves moves;
            G::legal_moves(view, moves);
            return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        }
    }
    std::unique_ptr<Player<G>> clone() const override { return std::make_unique<RandomPlayer>(); }
};

/// Plays a game to its end, every seat by `player` from what that seat knows; to wherever it is
/// when the work is over, or when `enough` says so.
template <class G, class Enough>
void play_out(typename G::Simulation& simulation, Player<G>& player, std::uint64_t seed, Work& work,
              Enough enough) {
    for (std::uint64_t step = 0; !simulation.is_over() && !work.is_over(); ++step) {
        if (enough(simulation)) return;
        const auto view = simulation.view(simulation.to_move());
        simulation.play(player.choose(view, derive_seed(seed, step), work));
        work.spend();
    }
}

template <class G>
void play_out(typename G::Simulation& simulation, Player<G>& player, std::uint64_t seed,
              Work& work) {
    play_out<G>(simulation, player, seed, work,
                [](const typename G::Simulation&) { return false; });
}

}  // namespace kiebitz::players
