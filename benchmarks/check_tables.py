"""Checks tables against the search: positions of their size, and whole deals with and without.

    python benchmarks/check_tables.py --positions 100000 --deals 1000

The tables are those of the cache directory (`kiebitz tables list`). Prints what was compared, and
nodes and processor time with and without; ends with status 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
import time

from kiebitz.cards import derive_seed
from kiebitz.games.skat import DECK
from kiebitz.solvers.skat import Position, Solver
from kiebitz.solvers.skat_options import NullOptions, TrumpOptions
from kiebitz.tables import list_tables

GAMES = {"null": "N", "suit": "C", "grand": "G"}


def position(game: str, seed: int, cards: int) -> Position:
    """Any position of so many cards at a trick boundary; a whole deal has its skat."""
    order = sorted(DECK, key=lambda card: derive_seed(seed, DECK.index(card)))
    hands = tuple(tuple(order[cards * seat : cards * (seat + 1)]) for seat in range(3))
    skat = tuple(order[30:]) if cards == 10 else ()
    leader = 0 if cards == 10 else derive_seed(seed, 99) % 3
    return Position(game, seed % 3, leader, hands, skat)  # type: ignore[arg-type]


def compare(game: str, cards: int, number: int) -> bool:
    """Whether all values are the same; prints what both cost."""
    one = Solver()
    trumps, nulls = TrumpOptions(lookup_tables=False), NullOptions(lookup_tables=False)
    other = Solver(trumps=trumps, nulls=nulls)
    nodes, seconds = [0, 0], [0.0, 0.0]
    for seed in range(number):
        here = position(game, seed, cards)
        values = []
        for place, solver in enumerate((one, other)):
            solver.forget()
            start = time.process_time()
            solution = solver.solve(here, line=False)
            seconds[place] += time.process_time() - start
            nodes[place] += solution.nodes
            values.append(solution.value)
        if values[0] != values[1]:
            print(f"DIFFERENT: {here}: {values[0]} with tables, {values[1]} without")
            return False
    print(
        f"{game} {cards:>2} cards: {number} equal; nodes {nodes[0] / number:.1f} with, "
        f"{nodes[1] / number:.1f} without ({100 * nodes[0] / max(1, nodes[1]):.1f} %); "
        f"milliseconds {1000 * seconds[0] / number:.4f} and {1000 * seconds[1] / number:.4f} "
        f"({100 * seconds[0] / seconds[1]:.1f} %)",
        flush=True,
    )
    return True


def main() -> None:
    """Compares all tables that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=2000, help="of each table's size")
    parser.add_argument("--deals", type=int, default=100, help="whole deals a kind")
    asked = parser.parse_args()
    tables = [info for info in list_tables(whole=True) if not info.problem and info.cards > 2]
    if not tables:
        sys.exit("there are no tables to check")
    questions = [(GAMES[info.kind], info.cards, asked.positions) for info in tables]
    questions += [(GAMES[kind], 10, asked.deals) for kind in sorted({one.kind for one in tables})]
    same = all(compare(*question) for question in questions)
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
