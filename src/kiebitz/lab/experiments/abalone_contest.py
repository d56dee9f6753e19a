"""Abalone for three: variants of maxⁿ against paranoid (table 7.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, board_payloads, board_table, board_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Three players with eleven marbles each; the score is the number of marbles a player pushes off.
Games without a winner after 400 moves are broken off. The evaluation is ours: the thesis names its
features and not their weights.
"""

CONTESTS: list[dict[str, Any]] = [
    {
        "label": "depth 4",
        "game": "abalone",
        "players": 3,
        "first": {"algorithm": "speculative"},
        "second": {"algorithm": "paranoid"},
        "depth": 4,
    },
    {
        "label": "speculative",
        "game": "abalone",
        "players": 3,
        "first": {"algorithm": "speculative"},
        "second": {"algorithm": "paranoid"},
    },
    {
        "label": "approximate deep",
        "game": "abalone",
        "players": 3,
        "first": {"algorithm": "approximate-deep"},
        "second": {"algorithm": "paranoid"},
    },
]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game with one seating."""
    return board_payloads(parameters, CONTESTS)


def unit(payload: Any, seed: int) -> list[Any]:
    """Wins, standing and depth of both kinds of player in one game."""
    return board_unit(payload, seed)


EXPERIMENT = Experiment(
    name="abalone",
    paper=PAPER,
    item="table 7.6",
    title="Abalone for three: variants of maxⁿ against paranoid",
    sizes={
        "quick": Size({"games": 1, "nodes": 1000}, 400),
        "paper": Size({"games": 50, "nodes": 500_000}, 120000),
    },
    payloads=payloads,
    unit=unit,
    reduce=board_table,
    draw=draw_bars("won", "games won (%)"),
    printed=[
        Printed({"contest": "depth 4", "player": "speculative maxⁿ"}, "won", 58),
        Printed({"contest": "depth 4", "player": "paranoid"}, "won", 42),
        Printed({"contest": "depth 4", "player": "speculative maxⁿ"}, "score", 3.93),
        Printed({"contest": "depth 4", "player": "paranoid"}, "score", 4.04),
        Printed({"contest": "speculative", "player": "speculative maxⁿ"}, "won", 36),
        Printed({"contest": "speculative", "player": "paranoid"}, "won", 63),
        Printed({"contest": "speculative", "player": "speculative maxⁿ"}, "score", 3.41),
        Printed({"contest": "speculative", "player": "paranoid"}, "score", 4.04),
        Printed({"contest": "speculative", "player": "speculative maxⁿ"}, "depth", 4.01),
        Printed({"contest": "speculative", "player": "paranoid"}, "depth", 4.79),
        Printed({"contest": "approximate deep", "player": "approximate deep maxⁿ"}, "won", 39),
        Printed({"contest": "approximate deep", "player": "paranoid"}, "won", 61),
        Printed({"contest": "approximate deep", "player": "approximate deep maxⁿ"}, "score", 3.55),
        Printed({"contest": "approximate deep", "player": "paranoid"}, "score", 3.99),
        Printed({"contest": "approximate deep", "player": "approximate deep maxⁿ"}, "depth", 4.09),
        Printed({"contest": "approximate deep", "player": "paranoid"}, "depth", 4.77),
    ],
    notes=NOTES,
)
