// A position with open cards as the estimators see it: in the solver's own card order, from the
// declarer's chair, and without what has been won so far.
#pragma once

#include <array>
#include <cstdint>

#include "solvers/common.hpp"
#include "solvers/skat/deck.hpp"
#include "solvers/skat/position.hpp"

namespace kiebitz::values {

using solvers::Bounds;
using solvers::skat::Cards;
using solvers::skat::Position;

/// All suit games look alike in the solver's card order.
enum class Game : std::uint8_t { suit, grand, null };

/// Cards are numbered as in solvers/skat/deck.hpp; in null, 8 * suit + strength.
struct OpenHand {
    Game game = Game::suit;
    std::array<Cards, 3> hands{};  // player 0 is the declarer, 1 and 2 follow him
    std::array<Card, 2> trick{};   // the cards on the table, the lead first
    int played = 0;                // how many they are
    int player = 0;                // to move
    int rest = 0;                  // points still to be won, those on the table included

    int tricks_played() const { return 10 - count(hands[static_cast<std::size_t>(player)]); }
    bool operator==(const OpenHand&) const = default;
};

OpenHand open_hand(const Position& position);

/// What play from the top proves of the declarer's points to come (thesis §5.2). Within a trick and
/// in null: nothing, that is from 0 to all.
Bounds static_bounds(const OpenHand& hand);
/// The same at a trick boundary of a suit game (`K` is Kind::suit) or grand.
template <solvers::skat::Kind K>
Bounds static_bounds(const std::array<Cards, 3>& hands, int player, int rest);

}  // namespace kiebitz::values
