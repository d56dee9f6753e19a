// A double-dummy position: all hands are known, also in the middle of a trick.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "games/bridge/cards.hpp"

namespace kiebitz::solvers::bridge {

using namespace kiebitz::bridge;

/// The cards still held, and those lying on the table.
struct Position {
    Hands hands{};
    int trump = no_trump;
    int leader = 0;  // of the current trick
    int played = 0;  // cards in the current trick, 0 to 3
    std::array<Card, 3> trick{};

    int to_move() const { return (leader + played) & 3; }
};

/// Why the position cannot occur in play, or an empty text if it can.
std::string problem_of(const Position& position);

/// Tricks still to be decided, the current one included.
inline int tricks_left(const Position& position) {
    return count(position.hands[static_cast<std::size_t>(position.to_move())]);
}

/// The cards that the player to move may play.
Cards legal_cards(const Position& position);

/// Power-equivalent legal cards, the highest of each group first (thesis §4.4).
std::vector<Cards> equivalent_groups(const Position& position);

/// Who wins a trick of three cards and a last one.
int winner_of(int leader, const std::array<Card, 3>& trick, Card last, int trump);

/// The position after a card, and who won the trick if it was the last of one (else -1).
std::pair<Position, int> after(const Position& position, Card card);

}  // namespace kiebitz::solvers::bridge
