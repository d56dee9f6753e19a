// How a seat would have called with other cards: a policy for the auction, learned from games.
//
// What a seat does in an auction is taken for one decision: how far it would go. A network tells
// for every bid the chance to stop there; what the others heard, bids that were made and the first
// one that was declined, bounds it from both sides. Silence at 33 tells less than silence at 18.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "beliefs/skat/input_network.hpp"

namespace kiebitz::beliefs::skat {

inline constexpr int kCallLevels = 24;  // 18 to 72; higher bids count as the last

/// What a seat said in the auction; zero: nothing.
struct Calls {
    int said = 0;
    int declined = 0;  // the lowest bid that it did not make or hold

    bool operator==(const Calls&) const = default;
};

constexpr int call_level(int bid) {
    int level = 0;
    while (level + 1 < kCallLevels && kBids[static_cast<std::size_t>(level)] < bid) ++level;
    return level;
}

/// The bid after this one.
constexpr int next_bid(int bid) {
    for (const int higher : kBids) {
        if (higher > bid) return higher;
    }
    return kBids.back();
}

/// By seat, from the highest bids: middlehand bids to forehand, then rearhand to whoever is left.
constexpr std::array<Calls, kSeats> calls_of(const std::array<std::int16_t, kSeats>& highest,
                                             int declarer) {
    const int fore = highest[0], middle = highest[1], rear = highest[2];
    std::array<Calls, kSeats> calls{};
    for (std::size_t seat = 0; seat < kSeats; ++seat) calls[seat].said = highest[seat];
    const bool middle_won = middle > fore;
    if (middle_won) {
        // Middlehand may have gone on against rearhand.
        calls[0].declined = rear == 0 ? middle : std::min(middle, next_bid(fore));
    } else {
        calls[1].declined = next_bid(middle);
    }
    const std::size_t left = middle_won ? 1 : 0;
    if (rear == 0) {
        calls[2].declined = next_bid(middle);
    } else if (highest[left] < rear) {
        calls[left].declined = rear;
    } else {
        calls[2].declined = next_bid(rear);
    }
    if (declarer < 0) calls[0].declined = calls[0].declined == 0 ? kBids[0] : calls[0].declined;
    return calls;
}

/// By bid the log odds to stop there.
using Stops = std::array<float, kCallLevels>;

/// The logarithm of the chance to call like this.
inline double log_likelihood(std::span<const float> stops, const Calls& calls) {
    const auto goes_on = [&](int level) {
        return -std::log1p(std::exp(double{stops[static_cast<std::size_t>(level)]}));
    };
    double sum = 0;
    int level = 0;
    if (calls.said > 0) {
        for (; level <= call_level(calls.said); ++level) sum += goes_on(level);
    }
    if (calls.declined == 0) return sum;
    // It stops somewhere between what it said and what it declined.
    const int last = call_level(calls.declined);
    double beyond = 0;
    for (level = std::min(level, last); level <= last; ++level) beyond += goes_on(level);
    return sum + std::log(-std::expm1(beyond));
}

class CallModel {
  public:
    /// `seats` is how far each seat goes whatever it holds: so it calls now and then (`mistakes`).
    /// Other players bid otherwise than those that were learned from, and nobody is ruled out.
    CallModel(std::shared_ptr<const InputNetwork> network, std::array<Stops, kSeats> seats,
              double mistakes)
        : network_(std::move(network)), seats_(seats), mistakes_(mistakes) {}

    /// Of a seat with these ten cards.
    double log_likelihood(Cards ten, int seat, const Calls& calls) const {
        LocationFeatures own;
        own.set_cards(LocationInputs::kHand, ten);
        own.set(LocationInputs::kSoloist + seat);
        const double with_hand = beliefs::skat::log_likelihood(network_->answer(own), calls);
        if (mistakes_ == 0) return with_hand;
        const double without =
            beliefs::skat::log_likelihood(seats_[static_cast<std::size_t>(seat)], calls);
        return std::log((1 - mistakes_) * std::exp(with_hand) + mistakes_ * std::exp(without));
    }

  private:
    std::shared_ptr<const InputNetwork> network_;
    std::array<Stops, kSeats> seats_;
    double mistakes_;
};

}  // namespace kiebitz::beliefs::skat
