// What one seat knows of the other hands in a trick game, and worlds that agree with it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/distribute.hpp"
#include "games/tricks/trick_play.hpp"

namespace kiebitz::tricks {

/// The public part of the play, with one hand: a TrickPlay in which the other hands are only sizes.
struct SeenPlay {
    TrickPlay table;  // hands[seat] alone is filled
    std::array<std::uint8_t, kMaxSeats> sizes{};
    std::uint8_t seat = 0;

    bool operator==(const SeenPlay&) const = default;
};

inline SeenPlay seen_by(const TrickPlay& play, int seat) {
    SeenPlay seen{play, {}, static_cast<std::uint8_t>(seat)};
    for (int s = 0; s < play.seats; ++s) {
        seen.sizes[s] = static_cast<std::uint8_t>(count(play.hands[s]));
        if (s != seat) seen.table.hands[s] = 0;
    }
    return seen;
}

/// Deals the unseen cards to the other hands (and `aside` of them to a hidden pile, returned), so
/// that every shown void is kept. `known[s]` are cards that seat s certainly holds; `barred[s]` are
/// cards that it certainly does not, and `barred_aside` those that are not in the pile.
inline Cards deal_unseen(const SeenPlay& seen, Cards unseen,
                         const std::array<Cards, kMaxSeats>& known,
                         const std::array<Cards, kMaxSeats>& barred, int aside, Random& random,
                         TrickPlay& world, Cards barred_aside = 0) {
    CardDistribution::Room room{};
    Cards placed = 0;
    world = seen.table;
    for (int s = 0; s < seen.table.seats; ++s) {
        if (s == seen.seat) continue;
        world.hands[s] = known[s];
        placed |= known[s];
        room[s] = static_cast<std::uint8_t>(seen.sizes[s] - count(known[s]));
    }
    room[kMaxSeats] = static_cast<std::uint8_t>(aside);
    std::vector<Card> cards;
    std::vector<std::uint8_t> allowed;
    for (Card card : each_card(unseen & ~placed)) {
        const bool may_lie_aside = aside > 0 && (barred_aside & deck52::one(card)) == 0;
        std::uint8_t hands = may_lie_aside ? 1U << kMaxSeats : 0U;
        for (int s = 0; s < seen.table.seats; ++s) {
            if (s == seen.seat || seen.table.is_void(s, deck52::suit_of(card))) continue;
            if ((barred[s] & deck52::one(card)) != 0) continue;
            hands |= static_cast<std::uint8_t>(1U << s);
        }
        cards.push_back(card);
        allowed.push_back(hands);
    }
    CardDistribution deal(cards, allowed, room);
    const auto hands = deal.sample(random);
    for (int s = 0; s < seen.table.seats; ++s) {
        if (s != seen.seat) world.hands[s] |= hands[s];
    }
    return hands[kMaxSeats];
}

}  // namespace kiebitz::tricks
