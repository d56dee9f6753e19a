// The cheapest playout there is: every card by chance.
#pragma once

#include <array>

#include "games/skat/tricks.hpp"

namespace kiebitz::skat::players {

/// Plays a position out with uniformly random legal cards. Whole tricks are played with the hands
/// in registers; anything before or after them, and null games, go card by card.
inline CardPlay random_playout(CardPlay play, Random& random) {
    const auto pick = [&random](Cards legal) {
        return nth_card(legal, random.below(static_cast<std::uint32_t>(count(legal))));
    };
    while (!play.is_over() && play.tricks().size != 0) play.apply(pick(play.legal()));
    const Contract& contract = play.tricks().contract;
    if (contract.type == GameType::kNull || contract.schneider) {
        while (!play.is_over()) play.apply(pick(play.legal()));
        return play;
    }

    Tricks tricks = play.tricks();
    std::array<Cards, kSeats> hands = play.hands();
    const CardOrder& order = tricks.order();
    int leader = tricks.leader;
    for (int left = kHandSize - tricks.played_tricks(); left > 0; --left) {
        const int second = leader == kSeats - 1 ? 0 : leader + 1;
        const int third = second == kSeats - 1 ? 0 : second + 1;
        const Card led = pick(hands[leader]);
        const Card answer = pick(order.legal(hands[second], led));
        const Card last = pick(order.legal(hands[third], led));
        hands[leader] ^= bit(led);
        hands[second] ^= bit(answer);
        hands[third] ^= bit(last);
        const bool overtaken = order.beats(answer, led);
        const Card best = overtaken ? answer : led;
        leader = overtaken ? second : leader;
        leader = order.beats(last, best) ? third : leader;
        const int side = leader != tricks.declarer;
        tricks.points[side] = static_cast<std::int16_t>(tricks.points[side] + points_of(led) +
                                                        points_of(answer) + points_of(last));
        ++tricks.tricks[side];
    }
    tricks.leader = tricks.turn = tricks.best = static_cast<std::int8_t>(leader);
    return CardPlay(tricks, hands, play.skat());
}

}  // namespace kiebitz::skat::players
