// An open-hand Skat position: all cards are known, also in the middle of a trick.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "cards/card_set.hpp"
#include "games/skat/contract.hpp"

namespace kiebitz::solvers::skat {

namespace rules = kiebitz::skat;
using rules::GameType;

/// Cards are 8 * suit + rank (suits D H S C; ranks 7 8 9 Q K T A J). Seats are 0 to 2 in playing
/// order.
struct Position {
    GameType game = GameType::kClubs;
    int declarer = 0;
    int leader = 0;                        // of the current trick
    std::array<std::uint32_t, 3> hands{};  // without the cards of the current trick
    std::array<Card, 2> played{};          // the current trick so far, from the leader on
    int played_count = 0;
    std::uint32_t skat = 0;
    int points = 0;  // card points in the declarer's tricks so far, without the skat

    int to_move() const { return (leader + played_count) % 3; }

    bool operator==(const Position&) const = default;
};

/// Why the position cannot occur in play, or an empty text if it can.
std::string problem_of(const Position& position);

/// Tricks that are left, the current one included.
int tricks_left(const Position& position);

/// The cards that the player to move may play.
std::uint32_t legal_cards(const Position& position);

/// The position after a legal card. Points of a finished trick go to the declarer or to nobody.
Position after(const Position& position, Card card);

/// True when the declarer wins the trick that `card` completes; asserts that two cards lie there.
bool declarer_wins_trick(const Position& position, Card card);

}  // namespace kiebitz::solvers::skat
