// Labelled hands for the training of the hand model: deals, an announcement that explores a little,
// and the game played out by a player against itself (thesis §10.1).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/skat/state.hpp"
#include "players/skat/bidding.hpp"
#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

struct HandSample {
    HandClass hand_class = HandClass::kSuit;
    FeatureList features;
    bool won = false;
};

struct SamplingOptions {
    double temperature = 1;   // of the choice of discard and game; high explores
    double hand_share = 0.2;  // games played without the skat
    double best_share = 0.6;  // deals in which the seat with the best cards plays
};

class HandSampler {
  public:
    HandSampler(const HandModel& model, CardPlayer& player, const SamplingOptions& options)
        : model_(model), player_(player), options_(options) {}

    HandSample sample(std::uint64_t seed) {
        Random random(seed);
        const Deal deal = Deal::random(random());
        const bool hand_game = random.uniform() < options_.hand_share;
        Choice choice;
        const int any = static_cast<int>(random.below(kSeats));
        if (random.uniform() < options_.best_share) {
            for (int seat = 0; seat < kSeats; ++seat) {
                const Choice other = choose(deal, seat, hand_game, random);
                if (seat == 0 || other.merit > choice.merit) choice = other;
            }
        } else {
            choice = choose(deal, any, hand_game, random);
        }
        const auto seat = static_cast<std::size_t>(choice.seat);
        World world{deal.hands, hand_game ? deal.skat : choice.put_away};
        if (!hand_game) world.hands[seat] = (deal.hands[seat] | deal.skat) & ~choice.put_away;
        const CardView view =
            first_view(choice.contract, world.hands[seat], choice.put_away, choice.seat, kBids[0]);
        Simulation simulation(view, world);
        Work work;
        play_out<Cardplay>(simulation, player_, random(), work);
        return {class_of(choice.contract),
                features_of(choice.contract, world.hands[seat], choice.put_away, choice.seat),
                declarer_value(simulation).win > 0};
    }

  private:
    struct Choice {
        int seat = 0;
        Contract contract;
        Cards put_away = 0;
        double merit = 0;
    };

    Choice choose(const Deal& deal, int seat, bool hand_game, Random& random) const {
        const Cards hand = deal.hands[static_cast<std::size_t>(seat)];
        Choice best{seat, {}, 0, -1e9};
        const auto consider = [&](const Contract& contract, Cards cards, Cards away) {
            // The largest of values with Gumbel noise is a draw by their exponentials.
            const double noise = -std::log(-std::log(random.uniform() + 1e-12));
            const double merit =
                model_.log_odds(contract, cards, away, seat) + options_.temperature * noise;
            if (merit > best.merit) best = {seat, contract, away, merit};
        };
        for (int g = 0; g < 7; ++g) {
            Contract contract{g < 6 ? static_cast<GameType>(g) : GameType::kNull, hand_game};
            contract.ouvert = g == 6;
            if (hand_game) {
                consider(contract, hand, 0);
                continue;
            }
            const Cards twelve = hand | deal.skat;
            for (Card a : each_card(twelve)) {
                for (Card b : each_card(twelve)) {
                    const Cards away = bit(a) | bit(b);
                    if (a < b) consider(contract, twelve & ~away, away);
                }
            }
        }
        return best;
    }

    const HandModel& model_;
    CardPlayer& player_;
    SamplingOptions options_;
};

}  // namespace kiebitz::players::skat
