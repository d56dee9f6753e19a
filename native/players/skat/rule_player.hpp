// A player with good manners and no search: draws trumps, ducks, smears, leads long suits through
// the declarer and short ones up to the declarer, unblocks in null. Made for playouts, so it
// decides in well under a microsecond.
#pragma once

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

/// The view of somebody who remembers only the last tricks: cards that fell before may still be out
/// for all they know, and nobody is known to be void.
inline CardView forgetting(const CardView& view, int remembered) {
    CardView left = view;
    const int first = kSeats * (view.tricks.played_tricks() - remembered);
    for (int i = 0; i < first && i < view.plays.size(); ++i) {
        const int seat = view.plays.seat(i);
        if (seat == view.seat()) continue;
        left.known.played[static_cast<std::size_t>(seat)] &= ~bit(view.plays.card(i));
    }
    left.known.impossible = {};
    return left;
}

class RulePlayer final : public CardPlayer {
  public:
    /// `memory` is how many tricks it remembers.
    explicit RulePlayer(int memory = kHandSize) : memory_(memory) {}

    /// Depends on the view alone.
    Move choose(const CardView& view, std::uint64_t, Work&) override {
        return choose_by_rules(memory_ < kHandSize ? forgetting(view, memory_) : view);
    }
    std::unique_ptr<CardPlayer> clone() const override {
        return std::make_unique<RulePlayer>(memory_);
    }

  private:
    int memory_;
};

}  // namespace kiebitz::players::skat
