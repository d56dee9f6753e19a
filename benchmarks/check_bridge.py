"""Random boards against DDS, every card, from the deal and in the middle of the play.

`python benchmarks/check_bridge.py [--deals N] [--seed S]`: each deal is solved in a random strain
from the first lead, and again after a random number of random legal cards, in mid-trick too, by
one solver that keeps what it learned. Prints every difference and ends with the number of boards
compared. A few thousand boards take some minutes.
"""

from __future__ import annotations

import argparse
import random
import sys

from kiebitz import bridge


def compare(number: int, seed: int) -> int:
    """The number of boards on which the two differ."""
    from endplay import _dds
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    _dds.SetMaxThreads(1)
    strains = [Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt]
    seats = [Player.north, Player.east, Player.south, Player.west]
    suits = "SHDC"
    chance = random.Random(seed)
    solver = bridge.Solver()
    wrong = boards = cards = 0
    for index in range(number):
        pbn = str(bridge.Deal.random(seed + index))
        trump, leader = chance.randrange(5), chance.randrange(4)
        for played in (0, chance.randrange(1, 48)):
            theirs = Deal(pbn)
            theirs.trump, theirs.first = strains[trump], seats[leader]
            play: list[str] = []
            for _ in range(played):
                card = chance.choice(list(theirs.legal_moves()))
                theirs.play(card)
                play.append(suits[card.suit.value] + card.rank.name[-1])
            expected = {}
            for card, tricks in solve_board(theirs):
                expected[suits[card.suit.value] + card.rank.name[-1]] = tricks
            found = solver.solve(pbn, trump, leader, play)
            values = {move.card: move.value for move in found.moves}
            boards += 1
            cards += len(values)
            if values != expected:
                wrong += 1
                print(f"{pbn} {trump} {leader} {' '.join(play)}: {values}, DDS {expected}")
    print(f"{boards:,} boards, {cards:,} cards compared: {wrong} differ")
    return wrong


def main() -> None:
    """Exit status 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sys.exit(compare(asked.deals, asked.seed) > 0)


if __name__ == "__main__":
    main()
