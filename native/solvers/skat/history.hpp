// Which cards have cut so far: the search learns an order within one deal (the history heuristic).
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

/// A card's scores stay between -kMost and kMost, and new cuts count more than old ones.
template <Kind K>
class History {
  public:
    using Scores = std::array<std::int16_t, 32>;

    /// What is remembered for one node: by place in the trick, player and suit led; and closer, by
    /// the card to beat, or for a lead by the number of cards in hand.
    struct Past {
        Scores* wide;
        Scores* close;
    };

    Past of(int played, int player, Cards led, Card best, int cards_in_hand) {
        const int suit = played == 0 ? 0 : led == Deck<K>::trumps ? 4 : lowest(led) / kSuitSize;
        const int detail = played == 0 ? cards_in_hand : best;
        return {&wide_[played][player][suit], &close_[played][player][detail]};
    }
    /// The card cut, or did not, with so many cards in hand.
    static void learn(const Past& past, Card card, bool cut, int cards_in_hand) {
        const int bonus = (cut ? 4 : -4) * cards_in_hand;
        update((*past.wide)[card], bonus);
        update((*past.close)[card], 4 * bonus);
    }
    /// From 0 to 15.
    static int level(const Scores& scores, Card card) { return (scores[card] + kMost) * 15 >> 10; }

  private:
    static constexpr int kMost = 512;

    static void update(std::int16_t& score, int bonus) {
        score = static_cast<std::int16_t>(score + bonus - score * std::abs(bonus) / kMost);
    }

    std::array<std::array<std::array<Scores, 5>, 3>, 3> wide_{};
    std::array<std::array<std::array<Scores, 32>, 3>, 3> close_{};
};

}  // namespace kiebitz::solvers::skat
