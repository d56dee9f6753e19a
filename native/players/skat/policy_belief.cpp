#include "players/skat/policy_belief.hpp"

#include <algorithm>
#include <cmath>

namespace kiebitz::players::skat {

namespace {

using beliefs::skat::LocationFeatures;
using beliefs::skat::LocationInputs;

/// What a seat saw when cardplay began.
CardView at_the_start(const CardView& view) {
    CardView start;
    start.known.seat = view.known.seat;
    start.known.declarer = view.known.declarer;
    start.known.hand = view.known.hand | view.known.played[static_cast<std::size_t>(view.seat())];
    start.known.knows_skat = view.known.knows_skat;
    start.known.put_away = view.known.put_away;
    start.tricks.contract = view.tricks.contract;
    start.tricks.declarer = view.tricks.declarer;
    start.bid = view.bid;
    start.highest_bid = view.highest_bid;
    return start;
}

}  // namespace

void PolicyBelief::weigh(const CardView& view, std::span<const World> worlds,
                         std::span<double> weights) const {
    if (worlds.empty()) return;
    // 1. Bids, game and discard: the places of all cards when cardplay began.
    const CardView start = at_the_start(view);
    const beliefs::skat::LikelyPlaces places(*locations_, start.known, inputs_of(start));
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        World then = worlds[i];
        for (std::size_t seat = 0; seat < kSeats; ++seat) {
            then.hands[seat] |= view.known.played[seat];
        }
        weights[i] = std::log(places.weight(then));
    }
    // 2. Every card that another seat chose. What everybody saw is the same in all worlds.
    const auto& network = policy_->network(view.type());
    World first = worlds[0];
    for (std::size_t seat = 0; seat < kSeats; ++seat) first.hands[seat] |= view.known.played[seat];
    Simulation walk(start, first);
    std::array<Cards, kSeats> left = view.known.played;  // still to be played, until now
    std::vector<float> sums;
    for (int play = 0; play < view.plays.size(); ++play) {
        const int seat = view.plays.seat(play);
        const auto at = static_cast<std::size_t>(seat);
        const Card chosen = view.plays.card(play);
        if (seat != view.seat()) {
            CardView seen = walk.view(seat);
            seen.known.hand = seen.known.put_away = 0;
            network.begin(beliefs::skat::features_of(inputs_of(seen), network.set()), sums);
            const bool knows_skat = seat == view.tricks.declarer && !view.tricks.contract.hand;
            const Tricks& tricks = seen.tricks;
            for (std::size_t i = 0; i < worlds.size(); ++i) {
                const Cards hand = worlds[i].hands[at] | left[at];
                const Cards legal = tricks.legal(hand);
                if (count(legal) == 1) continue;
                LocationFeatures own;
                own.set_cards(LocationInputs::kHand, hand);
                if (knows_skat) own.set_cards(LocationInputs::kSkat, worlds[i].skat);
                own.set_cards(LocationInputs::kLegal, legal);
                if (tricks.size > 0) {
                    own.set_cards(LocationInputs::kTaking,
                                  legal & tricks.order().beaten_by[tricks.best_card]);
                }
                const double chance =
                    beliefs::skat::card_chance(network.finish(sums, own), legal, chosen);
                weights[i] += trust_.temper * std::log((1 - trust_.mistakes) * chance +
                                                       trust_.mistakes / count(legal));
            }
        }
        left[at] &= ~bit(chosen);
        walk.play(chosen);
    }
    for (double& weight : weights) weight = std::exp(weight);
}

bool PolicyBelief::draw(const CardView& view, int wanted, Random& random,
                        std::vector<World>& worlds) const {
    const LikelyWorlds likely(*locations_, view);
    DrawnWorlds drawn;
    double sum = 0, squares = 0;
    while (drawn.size() < static_cast<std::size_t>(candidates_) && sum * sum <= wanted * squares) {
        const std::size_t first = drawn.size();
        for (std::size_t i = 0; i < kWeighedAtOnce; ++i) {
            drawn.worlds.push_back(likely.sample(random));
        }
        drawn.weights.resize(drawn.worlds.size());
        weigh(view, std::span(std::as_const(drawn.worlds)).subspan(first),
              std::span(drawn.weights).subspan(first));
        for (std::size_t i = first; i < drawn.size(); ++i) {
            double& weight = drawn.weights[i];
            weight /= likely.ratio(drawn.worlds[i]);
            sum += weight;
            squares += weight * weight;
        }
    }
    resample(drawn, wanted, random);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        for (int hit = 0; hit < drawn.draws(i); ++hit) worlds.push_back(drawn.worlds[i]);
    }
    return true;
}

}  // namespace kiebitz::players::skat
