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

// Codes, not sentences: those who show them have the words.
std::string problem_of(const Position& position) {
    if (static_cast<int>(position.game) > static_cast<int>(GameType::kNull)) return "no-such-game";
    if (position.declarer < 0 || position.declarer > 2) return "no-such-seat";
    if (position.leader < 0 || position.leader > 2) return "no-such-seat";
    if (position.played_count < 0 || position.played_count > 2) {
        return "trick-of-two";
    }
    if (position.points < 0 || position.points > 120) return "points-range";
    std::uint32_t seen = position.skat;
    if (count(seen) > 2) return "skat-of-two";
    for (int i = 0; i < position.played_count; ++i) {
        if (position.played[i] >= 32) return "no-such-card";
        if (contains(seen, position.played[i])) return "card-in-two-places";
        seen |= bit(position.played[i]);
    }
    for (std::uint32_t hand : position.hands) {
        if ((seen & hand) != 0) return "card-in-two-places";
        seen |= hand;
    }
    const int most = tricks_left(position);
    if (most > 10) return "hand-over-ten";
    for (int i = 0; i < 3; ++i) {
        const int expected = most - (i < position.played_count ? 1 : 0);
        if (count(position.hands[(position.leader + i) % 3]) != expected) {
            return "hands-differ";
        }
    }
    if (position.played_count == 2) {
        const std::uint32_t hand =
            position.hands[(position.leader + 1) % 3] | bit(position.played[1]);
        if (!contains(rules::order_of(position.game).legal(hand, position.played[0]),
                      position.played[1])) {
            return "trick-follows";
        }
    }
    if (position.points + rules::points_in(seen) > 120) {
        return "points-over-120";
    }
    return {};
}

}  // namespace kiebitz::solvers::skat
