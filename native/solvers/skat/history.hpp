// Which cards have cut so far: the search learns an order within one deal (the history heuristic).
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

/// By place in the trick, player and suit led. A score stays between -kMost and kMost, and new cuts
/// count more than old ones.
template <Kind K>
class History {
  public:
    using Scores = std::array<std::int16_t, 32>;

    Scores& of(int played, int player, Cards led) {
        const int suit = played == 0 ? 0 : led == Deck<K>::trumps ? 4 : lowest(led) / 7;
        return scores_[played][player][suit];
    }
    /// The card cut, or did not, with so many cards in hand.
    static void learn(Scores& scores, Card card, bool cut, int cards_in_hand) {
        const int bonus = (cut ? 4 : -4) * cards_in_hand;
        scores[card] = static_cast<std::int16_t>(scores[card] + bonus -
                                                 scores[card] * std::abs(bonus) / kMost);
    }
    /// On the scale of the ordering weights.
    static int bonus(const Scores& scores, Card card) { return scores[card] / 4; }

  private:
    static constexpr int kMost = 512;
    std::array<std::array<std::array<Scores, 5>, 3>, 3> scores_{};
};

}  // namespace kiebitz::solvers::skat
