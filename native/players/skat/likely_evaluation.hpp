// What open cards promise, and what players who do not see them make of it.
//
// PIMC calls a world won or lost by the points that both sides would make with open cards, as if 61
// were as good as 90 and 60 as bad as 30. Nobody sees the cards: the rest of the game ends some
// points higher or lower, the more so the more cards are left, and mostly in the declarer's favour.
// Here a world counts by the chance to win it that such points have had in games between PIMC
// players, so that a card with some points to spare is preferred to one that needs every guess.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

/// How the declarer's points at the end differ from those with open cards, by the number of cards
/// in hand of the player to move: mean and standard deviation (lab: skat-played-out).
struct PlayedOut {
    double shift, deviation;
};
inline constexpr std::array<PlayedOut, kHandSize + 1> kPlayedOut = {{{0, 0.5},
                                                                     {0, 0.5},
                                                                     {0.1, 1.8},
                                                                     {0.4, 3.0},
                                                                     {0.9, 5.0},
                                                                     {1.6, 6.5},
                                                                     {2.4, 7.9},
                                                                     {3.2, 9.3},
                                                                     {4.1, 10.4},
                                                                     {4.7, 11.0},
                                                                     {5.2, 11.2}}};

/// Takes card points from another evaluation. Nulls, and games in which only a schwarz wins, are
/// valued as that one does.
class LikelyEvaluation final : public Evaluation {
  public:
    explicit LikelyEvaluation(std::unique_ptr<Evaluation> open) : open_(std::move(open)) {}

    bool evaluate(const CardView& view, const World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost& cost) override {
        if (!open_->evaluate(view, world, seed, moves, values, work, cost)) return false;
        const Goal goal = view.goal_in(world);
        if (goal.kind != Goal::Kind::kPoints) return true;
        const PlayedOut& played = kPlayedOut[static_cast<std::size_t>(count(view.known.hand))];
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const double points = for_party(values[i], view.is_declarer()).points;
            Tricks after = view.tricks;
            after.play(static_cast<Card>(moves[i]));
            double chance = 0;
            if (after.points[0] + points_in(world.skat) >= goal.points) {
                chance = 1;
            } else if (kTotalPoints - after.points[1] >= goal.points) {
                const double surplus = points + played.shift - goal.points + 0.5;
                chance = 0.5 * std::erfc(-surplus / (std::sqrt(2.0) * played.deviation));
            }
            values[i].win = view.is_declarer() ? chance : 1 - chance;
        }
        return true;
    }
    std::unique_ptr<Evaluation> clone() const override {
        return std::make_unique<LikelyEvaluation>(open_->clone());
    }
    void forget() override { open_->forget(); }
    bool wants_one_thread() const override { return open_->wants_one_thread(); }

  private:
    std::unique_ptr<Evaluation> open_;
};

}  // namespace kiebitz::players::skat
