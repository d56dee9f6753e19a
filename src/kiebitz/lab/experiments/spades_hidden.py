"""Spades with hidden cards: maxⁿ against paranoid over sampled worlds (table 7.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, card_payloads, card_table, card_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Tricks a hand of three players, without bidding; the limit is nodes for each of the worlds. Depth
is in tricks here, in cards in the thesis (11.95 and 13.04).
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
    name="spades-hidden",
    paper=PAPER,
    item="table 7.11",
    title="Spades with hidden cards: maxⁿ against paranoid over sampled worlds",
    sizes={
        "quick": Size({"deals": 4, "nodes": 300, "worlds": 8}, 30),
        "paper": Size({"deals": 50, "nodes": 40_000, "worlds": 20}, 20000),
    },
    payloads=payloads,
    unit=unit,
    reduce=card_table,
    draw=draw_bars("score", "tricks a hand"),
    printed=[
        Printed({"contest": "3 players", "player": "speculative maxⁿ"}, "score", 5.81),
        Printed({"contest": "3 players", "player": "paranoid"}, "score", 5.52),
    ],
    notes=NOTES,
)
