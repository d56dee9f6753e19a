"""Start-of-cardplay positions of games that XSkat played."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from kiebitz.arena.skat import declared_game
from kiebitz.games.skat import State

_FILE = Path(__file__).parents[2] / "data" / "xskat_games.csv"


@cache
def rows() -> list[dict[str, str]]:
    with _FILE.open(newline="") as file:
        return list(csv.DictReader(file))


def start(number: int) -> State:
    row = rows()[number]
    return declared_game(
        row["deal"], int(row["declarer"]), row["game"], int(row["bid"]), row["discard"]
    )


def after(number: int, cards: int) -> State:
    """The same game after some of the cards that XSkat played."""
    state = start(number)
    for card in rows()[number]["plays"].split(".")[:cards]:
        if state.is_over:
            break
        state = state.play(card)
    return state
