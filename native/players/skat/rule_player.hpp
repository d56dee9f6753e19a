// A player with good manners and no search: draws trumps, ducks, smears, leads long suits through
// the declarer and short ones up to the declarer, unblocks in null. Made for playouts, so it
// decides in well under a microsecond.
#pragma once

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

class RulePlayer final : public CardPlayer {
  public:
    /// Depends on the view alone.
    Move choose(const CardView& view, std::uint64_t, Work&) override {
        return choose_by_rules(view);
    }
    std::unique_ptr<CardPlayer> clone() const override { return std::make_unique<RulePlayer>(); }
};

}  // namespace kiebitz::players::skat
