// A player with good manners and no search: draws trumps, ducks, smears, leads long suits through
// the declarer and short ones up to the declarer, unblocks in null. Made for playouts, so it
// decides in well under a microsecond.
#pragma once

#include "players/skat/card_player.hpp"

namespace kiebitz::players::skat {

class RulePlayer final : public CardPlayer {
  public:
    /// Depends on the view alone.
    Card choose(const CardView& view, std::uint64_t seed) override;
    std::unique_ptr<CardPlayer> clone() const override { return std::make_unique<RulePlayer>(); }
};

/// The same without the interface.
Card choose_by_rules(const CardView& view);

}  // namespace kiebitz::players::skat
