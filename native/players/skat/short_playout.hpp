// Playouts of a few tricks, after which all cards lie open.
//
// Players who see only their own cards err most, and learn most, in the tricks that come next; what
// they make of the rest is dear to play and adds noise. So the first tricks are played by a player
// that sees what its seat sees, and the open-hand solver values what is left. Without a trick this
// is PIMC, with all of them IIMC.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "players/skat/solver_evaluation.hpp"

namespace kiebitz::players::skat {

class ShortPlayoutEvaluation final : public PlayoutEvaluation {
  public:
    /// `tricks` are played out, the present one included.
    ShortPlayoutEvaluation(std::unique_ptr<CardPlayer> player,
                           std::unique_ptr<SolverEvaluation> open, int tricks)
        : PlayoutEvaluation(std::move(player)), open_(std::move(open)), tricks_(tricks) {}

    std::unique_ptr<Evaluation> clone() const override {
        return std::make_unique<ShortPlayoutEvaluation>(player().clone(), open_->copy(), tricks_);
    }
    void forget() override {
        PlayoutEvaluation::forget();
        open_->forget();
    }

  protected:
    Value play_on(const CardView& view, Simulation& simulation, std::uint64_t seed,
                  Work& work) override {
        const int last = view.tricks.played_tricks() + tricks_;
        players::play_out<Cardplay>(simulation, player(), seed, work, [&](const Simulation& now) {
            return now.position().tricks().played_tricks() >= last;
        });
        return for_party(open_->worth(simulation, work), view.is_declarer());
    }

  private:
    std::unique_ptr<SolverEvaluation> open_;
    int tricks_;
};

}  // namespace kiebitz::players::skat
