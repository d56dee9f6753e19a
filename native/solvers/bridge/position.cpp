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
    return legal_in(position.hands[static_cast<std::size_t>(position.to_move())], position.played,
                    position.trick[0]);
}

std::vector<Cards> equivalent_groups(const Position& position) {
    const Cards own = position.hands[static_cast<std::size_t>(position.to_move())];
    Cards others = 0;
    for (int seat = 0; seat < 4; ++seat) {
        if (seat != position.to_move()) others |= position.hands[static_cast<std::size_t>(seat)];
    }
    if (position.played > 0) {
        Card best = position.trick[0];
        for (int i = 1; i < position.played; ++i) {
            const Card card = position.trick[static_cast<std::size_t>(i)];
            if (beats(card, best, position.trump)) best = card;
        }
        others |= bit<Cards>(best);
    }
    std::vector<Cards> groups;
    const Cards legal = legal_cards(position) & own;
    for (int suit = 0; suit < 4; ++suit) {
        unsigned rest = holding(legal, suit);
        const unsigned barrier = holding(others, suit);
        while (rest != 0) {
            const unsigned below = barrier & ((1U << highest(rest)) - 1);
            const unsigned group = below != 0 ? rest & ~((2U << highest(below)) - 1) : rest;
            groups.push_back(Cards{group} << (16 * suit));
            rest &= ~group;
        }
    }
    return groups;
}

int winner_of(int leader, const std::array<Card, 3>& trick, Card last, int trump) {
    Card best = trick[0];
    int winner = leader;
    for (int i = 1; i < 4; ++i) {
        const Card played = i < 3 ? trick[static_cast<std::size_t>(i)] : last;
        if (beats(played, best, trump)) {
            best = played;
            winner = (leader + i) & 3;
        }
    }
    return winner;
}

std::pair<Position, int> after(const Position& position, Card card) {
    Position next = position;
    next.hands[static_cast<std::size_t>(position.to_move())] &= ~bit<Cards>(card);
    if (position.played < 3) {
        next.trick[static_cast<std::size_t>(next.played++)] = card;
        return {next, -1};
    }
    const int winner = winner_of(position.leader, position.trick, card, position.trump);
    next.leader = winner;
    next.played = 0;
    next.trick = {};
    return {next, winner};
}

}  // namespace kiebitz::solvers::bridge
