"""Spades with open cards: maxⁿ against paranoid (table 7.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, card_payloads, card_table, card_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Tricks a hand of three players, without bidding, as in the thesis.
"""

CONTESTS: list[dict[str, Any]] = [
    {
        "label": "3 players",
        "game": "spades",
        "players": 3,
        "first": {"algorithm": "speculative"},
        "second": {"algorithm": "paranoid"},
    }
]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a deal with all its seatings."""
    return card_payloads(parameters, CONTESTS)


def unit(payload: Any, seed: int) -> list[Any]:
    """Mean score and depth of both kinds of player on one deal."""
    return card_unit(payload, seed)


EXPERIMENT = Experiment(
    name="spades-open",
    paper=PAPER,
    item="table 7.8",
    title="Spades with open cards: maxⁿ against paranoid",
    sizes={
        "quick": Size({"deals": 6, "nodes": 2000}, 20),
        "paper": Size({"deals": 100, "nodes": 500_000}, 15000),
    },
    payloads=payloads,
    unit=unit,
    reduce=card_table,
    draw=draw_bars("score", "tricks a hand"),
    printed=[
        Printed({"contest": "3 players", "player": "speculative maxⁿ"}, "score", 5.65),
        Printed({"contest": "3 players", "player": "paranoid"}, "score", 5.68),
    ],
    notes=NOTES,
)
