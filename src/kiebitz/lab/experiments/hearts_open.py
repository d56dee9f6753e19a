"""Hearts with open cards: maxⁿ against paranoid (table 7.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, card_payloads, card_table, card_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Points a hand, fewer are better; every deal is played with all seatings. The node limit is per
move, tricks are searched whole, shooting the moon counts. The third contest is speculative maxⁿ
against plain maxⁿ that breaks ties against itself (thesis §7.5.1).
"""

CONTESTS: list[dict[str, Any]] = [
    {
        "label": "3 players",
        "game": "hearts",
        "players": 3,
        "first": {"algorithm": "speculative"},
        "second": {"algorithm": "paranoid"},
    },
    {
        "label": "4 players",
        "game": "hearts",
        "players": 4,
        "first": {"algorithm": "speculative"},
        "second": {"algorithm": "paranoid"},
    },
    {
        "label": "3 players, ties",
        "game": "hearts",
        "players": 3,
        "first": {"algorithm": "speculative"},
        "second": {"algorithm": "maxn", "ties": "least for root"},
    },
]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a deal with all its seatings."""
    return card_payloads(parameters, CONTESTS)


def unit(payload: Any, seed: int) -> list[Any]:
    """Mean score and depth of both kinds of player on one deal."""
    return card_unit(payload, seed)


EXPERIMENT = Experiment(
    name="hearts-open",
    paper=PAPER,
    item="table 7.7",
    title="Hearts with open cards: maxⁿ against paranoid",
    sizes={
        "quick": Size({"deals": 4, "nodes": 2000}, 40),
        "paper": Size({"deals": 100, "nodes": 500_000}, 60000),
    },
    payloads=payloads,
    unit=unit,
    reduce=card_table,
    draw=draw_bars("score", "points a hand"),
    printed=[
        Printed({"contest": "3 players", "player": "speculative maxⁿ"}, "score", 8.22),
        Printed({"contest": "3 players", "player": "paranoid"}, "score", 8.82),
        Printed({"contest": "4 players", "player": "speculative maxⁿ"}, "score", 6.33),
        Printed({"contest": "4 players", "player": "paranoid"}, "score", 7.04),
        Printed({"contest": "3 players, ties", "player": "speculative maxⁿ"}, "score", 8.11),
        Printed({"contest": "3 players, ties", "player": "maxⁿ"}, "score", 8.94),
    ],
    notes=NOTES,
)
