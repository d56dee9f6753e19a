// Deals at almost no cost, with declarers who might play the game: for training on many of them.
#pragma once

#include "cards/random.hpp"
#include "values/open_hand.hpp"

namespace kiebitz::values {

/// A deal of a game. Mostly the seat with the best cards for it declares, by a rough count, and
/// puts two cards away; in one of four deals with trumps anybody plays anything.
Position fresh_deal(Game game, Random& random);

/// One of the cards that may be played.
Card any_card(const Position& position, Random& random);

}  // namespace kiebitz::values
