// Game records of the International Skat Server, read fast: for archives of millions of games.
//
// It reads what is in order and nothing else. Whoever wants to know what is wrong with a record
// asks the reader in `kiebitz.games.skat.records`, which explains, and takes old records' odd
// endings.
#pragma once

#include <optional>
#include <string_view>

#include "games/skat/state.hpp"

namespace kiebitz::skat {

/// The game of one line `(;GM[Skat]…MV[…]R[…] ;)`, if all of its moves are legal, it came to its
/// end and its result is the recorded one.
std::optional<State> read_iss_record(std::string_view line);

/// The game of a move list `w CJ.H8.… 1 18 0 y …`, as far as it goes.
std::optional<State> read_iss_moves(std::string_view moves);

}  // namespace kiebitz::skat
