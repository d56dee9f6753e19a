#include "players/skat/policy_belief.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>

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

/// What the others did, prepared once to be asked about many worlds.
class Deeds {
  public:
    /// Any world that the View allows, to go through the game in.
    Deeds(const beliefs::skat::PolicyModel& policy, const beliefs::skat::LocationModel& locations,
          const HeardCalls* heard, PolicyTrust trust, const CardView& view, const World& any)
        : start_(at_the_start(view)),
          heard_(heard),
          calls_(beliefs::skat::calls_of(view.highest_bid, view.tricks.declarer)),
          network_(policy.network(view.type())),
          trust_(trust),
          played_(view.known.played) {
        if (heard_ == nullptr) places_.emplace(locations, start_.known, inputs_of(start_));
        Simulation walk(start_, at_first(any));
        std::array<Cards, kSeats> left = played_;  // still to be played, until now
        for (int play = 0; play < view.plays.size(); ++play) {
            const int seat = view.plays.seat(play);
            const auto at = static_cast<std::size_t>(seat);
            const Card chosen = view.plays.card(play);
            if (seat != view.seat()) {
                // What everybody saw is the same in all worlds.
                CardView seen = walk.view(seat);
                seen.known.hand = seen.known.put_away = 0;
                Deed& deed = deeds_.emplace_back();
                deed.seat = at;
                deed.chosen = chosen;
                deed.left = left[at];
                deed.knows_skat = seat == view.tricks.declarer && !view.tricks.contract.hand;
                deed.tricks = seen.tricks;
                network_.begin(beliefs::skat::features_of(inputs_of(seen), network_.set()),
                               deed.sums);
            }
            left[at] &= ~bit(chosen);
            walk.play(chosen);
        }
    }

    double weight(const World& world) {
        // 1. Bids, game and discard: the places of all cards when cardplay began.
        const World first = at_first(world);
        double sum = heard_ == nullptr ? std::log(places_->weight(first)) : auction(first);
        // 2. Every card that another seat chose. Many worlds share a hand.
        for (Deed& deed : deeds_) {
            const Cards hand = world.hands[deed.seat] | deed.left;
            const std::uint64_t key =
                std::uint64_t{hand} << 32 | (deed.knows_skat ? world.skat : 0);
            const auto [known, is_new] = deed.likelihoods.try_emplace(key, 0.0);
            if (is_new) known->second = likelihood(deed, hand, world.skat);
            sum += known->second;
        }
        return std::exp(sum);
    }

  private:
    struct Deed {
        std::size_t seat = 0;
        Card chosen = 0;
        Cards left = 0;
        bool knows_skat = false;
        Tricks tricks;
        std::vector<float> sums;  // of the network's first layer, for what everybody saw
        std::unordered_map<std::uint64_t, double> likelihoods;  // by hand; logarithms
    };

    World at_first(World world) const {
        for (std::size_t seat = 0; seat < kSeats; ++seat) world.hands[seat] |= played_[seat];
        return world;
    }

    double auction(const World& first) {
        double sum = 0;
        for (int seat = 0; seat < kSeats; ++seat) {
            if (seat == start_.seat()) continue;
            const auto at = static_cast<std::size_t>(seat);
            const Cards ten = first.hands[at];
            if (seat == start_.tricks.declarer) {
                double told = 0;
                beliefs::skat::declarer_entries(
                    start_.tricks.contract, ten, first.skat, [&](int index) {
                        told += heard_->tables.ratio[static_cast<std::size_t>(index)];
                    });
                sum += heard_->tables.temper * told;
                continue;
            }
            const auto [known, is_new] = called_[at].try_emplace(ten, 0.0);
            if (is_new) known->second = heard_->model.log_likelihood(ten, seat, calls_[at]);
            sum += known->second;
        }
        return sum;
    }

    double likelihood(const Deed& deed, Cards hand, Cards skat) const {
        const Cards legal = deed.tricks.legal(hand);
        if (count(legal) == 1) return 0;
        LocationFeatures own;
        own.set_cards(LocationInputs::kHand, hand);
        if (deed.knows_skat) own.set_cards(LocationInputs::kSkat, skat);
        own.set_cards(LocationInputs::kLegal, legal);
        if (deed.tricks.size > 0) {
            own.set_cards(LocationInputs::kTaking,
                          legal & deed.tricks.order().beaten_by[deed.tricks.best_card]);
        }
        const double chance =
            beliefs::skat::card_chance(network_.finish(deed.sums, own), legal, deed.chosen);
        return trust_.temper *
               std::log((1 - trust_.mistakes) * chance + trust_.mistakes / count(legal));
    }

    CardView start_;
    const HeardCalls* heard_;
    std::array<beliefs::skat::Calls, kSeats> calls_;
    std::array<std::unordered_map<Cards, double>, kSeats> called_;  // by ten cards
    std::optional<beliefs::skat::LikelyPlaces> places_;
    const beliefs::skat::InputNetwork& network_;
    PolicyTrust trust_;
    std::array<Cards, kSeats> played_;
    std::vector<Deed> deeds_;
};

}  // namespace

void PolicyBelief::weigh(const CardView& view, std::span<const World> worlds,
                         std::span<double> weights) const {
    if (worlds.empty()) return;
    Deeds deeds(*policy_, *locations_, calls_.get(), trust_, view, worlds[0]);
    for (std::size_t i = 0; i < worlds.size(); ++i) weights[i] = deeds.weight(worlds[i]);
}

bool PolicyBelief::draw(const CardView& view, int wanted, Random& random,
                        std::vector<World>& worlds) const {
    const LikelyWorlds likely(*locations_, view);
    DrawnWorlds drawn;
    std::optional<Deeds> deeds;
    double sum = 0, squares = 0;
    while (drawn.size() < static_cast<std::size_t>(candidates_) && sum * sum <= wanted * squares) {
        const std::size_t first = drawn.size();
        for (std::size_t i = 0; i < kWeighedAtOnce; ++i) {
            drawn.worlds.push_back(likely.sample(random));
        }
        if (!deeds)
            deeds.emplace(*policy_, *locations_, calls_.get(), trust_, view, drawn.worlds[0]);
        for (std::size_t i = first; i < drawn.worlds.size(); ++i) {
            const World& world = drawn.worlds[i];
            drawn.weights.push_back(deeds->weight(world) / likely.ratio(world));
            sum += drawn.weights.back();
            squares += drawn.weights.back() * drawn.weights.back();
        }
    }
    resample(drawn, wanted, random);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        for (int hit = 0; hit < drawn.draws(i); ++hit) worlds.push_back(drawn.worlds[i]);
    }
    return true;
}

}  // namespace kiebitz::players::skat
