#include "solvers/skat/position.hpp"

#include <cassert>

namespace kiebitz::solvers::skat {

namespace {

/// How many places after the leader the winner of a whole trick sits.
int winner_offset(GameType game, const std::array<Card, 3>& trick) {
    const rules::CardOrder& order = rules::order_of(game);
    int winner = 0;
    for (int i = 1; i < 3; ++i) {
        if (order.beats(trick[i], trick[winner])) winner = i;
    }
    return winner;
}

}  // namespace

int tricks_left(const Position& position) {
    return count(position.hands[(position.leader + 2) % 3]);
}

std::uint32_t legal_cards(const Position& position) {
    const std::uint32_t hand = position.hands[position.to_move()];
    if (position.played_count == 0) return hand;
    return rules::order_of(position.game).legal(hand, position.played[0]);
}

bool declarer_wins_trick(const Position& position, Card card) {
    assert(position.played_count == 2);
    const int offset = winner_offset(position.game, {position.played[0], position.played[1], card});
    return (position.leader + offset) % 3 == position.declarer;
}

Position after(const Position& position, Card card) {
    assert(contains(legal_cards(position), card));
    Position next = position;
    next.hands[position.to_move()] &= ~bit(card);
    if (position.played_count < 2) {
        next.played[next.played_count++] = card;
        return next;
    }
    const std::array<Card, 3> trick{position.played[0], position.played[1], card};
    next.leader = (position.leader + winner_offset(position.game, trick)) % 3;
    next.played = {};
    next.played_count = 0;
    if (next.leader == position.declarer) {
        next.points += rules::points_in(bit(trick[0]) | bit(trick[1]) | bit(trick[2]));
    }
    return next;
}

std::string problem_of(const Position& position) {
    if (static_cast<int>(position.game) > static_cast<int>(GameType::kNull)) return "unknown game";
    if (position.declarer < 0 || position.declarer > 2) return "declarer must be 0, 1 or 2";
    if (position.leader < 0 || position.leader > 2) return "leader must be 0, 1 or 2";
    if (position.played_count < 0 || position.played_count > 2) {
        return "a trick in progress holds at most two cards";
    }
    if (position.points < 0 || position.points > 120) return "points must be from 0 to 120";
    std::uint32_t seen = position.skat;
    if (count(seen) > 2) return "the skat holds at most two cards";
    for (int i = 0; i < position.played_count; ++i) {
        if (position.played[i] >= 32) return "a card is a number from 0 to 31";
        if (contains(seen, position.played[i])) return "a card occurs twice";
        seen |= bit(position.played[i]);
    }
    for (std::uint32_t hand : position.hands) {
        if ((seen & hand) != 0) return "a card occurs twice";
        seen |= hand;
    }
    const int most = tricks_left(position);
    if (most > 10) return "a hand holds at most ten cards";
    for (int i = 0; i < 3; ++i) {
        const int expected = most - (i < position.played_count ? 1 : 0);
        if (count(position.hands[(position.leader + i) % 3]) != expected) {
            return "hands differ in length beyond the trick in progress";
        }
    }
    if (position.played_count == 2) {
        const std::uint32_t hand =
            position.hands[(position.leader + 1) % 3] | bit(position.played[1]);
        if (!contains(rules::order_of(position.game).legal(hand, position.played[0]),
                      position.played[1])) {
            return "the second card of the trick does not follow suit";
        }
    }
    if (position.points + rules::points_in(seen) > 120) {
        return "more than 120 card points with the points won so far";
    }
    return {};
}

}  // namespace kiebitz::solvers::skat
