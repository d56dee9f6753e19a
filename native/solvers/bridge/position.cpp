#include "solvers/bridge/position.hpp"

namespace kiebitz::solvers::bridge {

std::string problem_of(const Position& position) {
    if (position.trump < 0 || position.trump > no_trump) {
        return std::string("strain ") + std::to_string(position.trump) + " is not 0 to 4";
    }
    if (position.leader < 0 || position.leader > 3) {
        return std::string("seat ") + std::to_string(position.leader) + " is not 0 to 3";
    }
    if (position.played < 0 || position.played > 3) {
        return "a trick under way has at most three cards";
    }
    Cards seen = 0;
    for (const Cards hand : position.hands) {
        if ((hand & ~deck) != 0) return "a hand holds cards that do not exist";
        if ((hand & seen) != 0) return "a card is in two hands";
        seen |= hand;
    }
    for (int i = 0; i < position.played; ++i) {
        const Card card = position.trick[static_cast<std::size_t>(i)];
        if (!is_card(card)) return std::string("card ") + std::to_string(card) + " does not exist";
        if (contains(seen, card)) return "a card of the trick is also in a hand or twice in it";
        seen |= bit<Cards>(card);
    }
    const int size = count(position.hands[static_cast<std::size_t>(position.leader)]);
    for (int i = 0; i < 4; ++i) {
        const int expected = i < position.played || position.played == 0 ? size : size + 1;
        if (count(position.hands[static_cast<std::size_t>((position.leader + i) & 3)]) !=
            expected) {
            return "the hands do not have the sizes that the trick requires";
        }
    }
    if (tricks_left(position) > 13) return "a hand has more than 13 cards";
    return {};
}

Cards legal_cards(const Position& position) {
    const Cards own = position.hands[static_cast<std::size_t>(position.to_move())];
    if (position.played == 0) return own;
    const Cards following = own & suit_mask(suit_of(position.trick[0]));
    return following != 0 ? following : own;
}

std::pair<Position, int> after(const Position& position, Card card) {
    Position next = position;
    next.hands[static_cast<std::size_t>(position.to_move())] &= ~bit<Cards>(card);
    if (position.played < 3) {
        next.trick[static_cast<std::size_t>(next.played++)] = card;
        return {next, -1};
    }
    Card best = position.trick[0];
    int winner = position.leader;
    for (int i = 1; i < 4; ++i) {
        const Card played = i < 3 ? position.trick[static_cast<std::size_t>(i)] : card;
        if (beats(played, best, position.trump)) {
            best = played;
            winner = (position.leader + i) & 3;
        }
    }
    next.leader = winner;
    next.played = 0;
    next.trick = {};
    return {next, winner};
}

}  // namespace kiebitz::solvers::bridge
