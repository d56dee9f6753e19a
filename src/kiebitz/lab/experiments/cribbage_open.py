"""Cribbage with open cards: maxⁿ against paranoid (table 7.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, card_payloads, card_table, card_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Points of a hand, and of a game to 121, of three players. The play is searched to its end; a hand
begins with the discard, for which the node limit cuts the search. The hand of the thesis may be the
play alone (6.7 points a hand), so compare the difference of the two players, not the level.
"""

CONTESTS: list[dict[str, Any]] = [
    {
        "label": "hand",
        "game": "cribbage",
        "players": 3,
        "whole_game": False,
        "first": {"algorithm": "maxn"},
        "second": {"algorithm": "paranoid"},
    },
    {
        "label": "game",
        "game": "cribbage",
        "players": 3,
        "whole_game": True,
        "first": {"algorithm": "maxn"},
        "second": {"algorithm": "paranoid"},
    },
]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a deal with all its seatings."""
    return card_payloads(parameters, CONTESTS)


def unit(payload: Any, seed: int) -> list[Any]:
    """Mean score and depth of both kinds of player on one deal."""
    return card_unit(payload, seed)


EXPERIMENT = Experiment(
    name="cribbage-open",
    paper=PAPER,
    item="table 7.9",
    title="Cribbage with open cards: maxⁿ against paranoid",
    sizes={
        "quick": Size({"deals": 4, "nodes": 5000}, 60),
        "paper": Size({"deals": 100, "nodes": 500_000}, 12000),
    },
    payloads=payloads,
    unit=unit,
    reduce=card_table,
    draw=draw_bars("score", "points"),
    printed=[
        Printed({"contest": "hand", "player": "maxⁿ"}, "score", 6.89),
        Printed({"contest": "hand", "player": "paranoid"}, "score", 6.55),
        Printed({"contest": "game", "player": "maxⁿ"}, "score", 96.1),
        Printed({"contest": "game", "player": "paranoid"}, "score", 91.4),
    ],
    notes=NOTES,
)
