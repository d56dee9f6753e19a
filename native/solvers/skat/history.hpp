// Which cards have cut so far: the search learns an order within one deal (the history heuristic).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "solvers/skat/deck.hpp"

namespace kiebitz::solvers::skat {

/// A card's scores stay between -kMost and kMost, and new cuts count more than old ones.
template <Kind K>
class History {
  public:
    History() {}  // leaves the rows as they are

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
        const std::size_t seat = static_cast<std::size_t>(3 * played + player);
        return {row(5 * seat + static_cast<std::size_t>(suit)),
                row(kWideRows + 32 * seat + static_cast<std::size_t>(detail))};
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

    static constexpr std::size_t kWideRows = 3 * 3 * 5, kRows = kWideRows + 3 * 3 * 32;

    /// A small question needs few rows: only those are cleared that it comes to.
    Scores* row(std::size_t number) {
        std::uint64_t& used = used_[number / 64];
        const std::uint64_t own = std::uint64_t{1} << number % 64;
        if ((used & own) == 0) {
            used |= own;
            rows_[number].fill(0);
        }
        return &rows_[number];
    }

    std::array<std::uint64_t, (kRows + 63) / 64> used_{};
    std::array<Scores, kRows> rows_;
};

}  // namespace kiebitz::solvers::skat
