"""Cribbage with hidden cards: maxⁿ against paranoid over sampled worlds (table 7.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, card_payloads, card_table, card_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Points of a hand, and of a game to 121, of three players; 30 worlds a move in the thesis.
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
    name="cribbage-hidden",
    paper=PAPER,
    item="table 7.12",
    title="Cribbage with hidden cards: maxⁿ against paranoid over sampled worlds",
    sizes={
        "quick": Size({"deals": 3, "nodes": 500, "worlds": 8}, 80),
        "paper": Size({"deals": 100, "nodes": 40_000, "worlds": 30}, 40000),
    },
    payloads=payloads,
    unit=unit,
    reduce=card_table,
    draw=draw_bars("score", "points"),
    printed=[
        Printed({"contest": "hand", "player": "maxⁿ"}, "score", 7.16),
        Printed({"contest": "hand", "player": "paranoid"}, "score", 7.12),
        Printed({"contest": "game", "player": "maxⁿ"}, "score", 113.74),
        Printed({"contest": "game", "player": "paranoid"}, "score", 114.07),
    ],
    notes=NOTES,
)
