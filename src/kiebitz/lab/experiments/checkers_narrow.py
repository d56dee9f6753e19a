"""Small Chinese Checkers for three: six best moves, and a fixed depth (table 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, board_payloads, board_table, board_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
As table 7.2 for three players: once with only the six best moves of a position, once with four
moves ahead for both.
"""

CONTESTS: list[dict[str, Any]] = [
    {
        "label": "6 best moves",
        "game": "chinese_checkers",
        "players": 3,
        "pegs": 6,
        "first": {"algorithm": "paranoid", "width": 6},
        "second": {"algorithm": "immediate", "width": 6},
    },
    {
        "label": "depth 4",
        "game": "chinese_checkers",
        "players": 3,
        "pegs": 6,
        "first": {"algorithm": "paranoid"},
        "second": {"algorithm": "immediate"},
        "depth": 4,
    },
]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game with one seating."""
    return board_payloads(parameters, CONTESTS)


def unit(payload: Any, seed: int) -> list[Any]:
    """Wins, standing and depth of both kinds of player in one game."""
    return board_unit(payload, seed)


EXPERIMENT = Experiment(
    name="checkers-narrow",
    paper=PAPER,
    item="table 7.3",
    title="Small Chinese Checkers for three: six best moves, and a fixed depth",
    sizes={
        "quick": Size({"games": 1, "nodes": 1000}, 400),
        "paper": Size({"games": 100, "nodes": 250_000}, 20000),
    },
    payloads=payloads,
    unit=unit,
    reduce=board_table,
    draw=draw_bars("won", "games won (%)"),
    printed=[
        Printed({"contest": "6 best moves", "player": "paranoid"}, "won", 71.4),
        Printed({"contest": "6 best moves", "player": "maxⁿ"}, "won", 28.6),
        Printed({"contest": "6 best moves", "player": "paranoid"}, "moves_away", 2.47),
        Printed({"contest": "6 best moves", "player": "maxⁿ"}, "moves_away", 4.4),
        Printed({"contest": "6 best moves", "player": "paranoid"}, "depth", 8.2),
        Printed({"contest": "6 best moves", "player": "maxⁿ"}, "depth", 5.8),
        Printed({"contest": "depth 4", "player": "paranoid"}, "won", 56.5),
        Printed({"contest": "depth 4", "player": "maxⁿ"}, "won", 43.5),
        Printed({"contest": "depth 4", "player": "paranoid"}, "moves_away", 3.81),
        Printed({"contest": "depth 4", "player": "maxⁿ"}, "moves_away", 4.24),
    ],
    notes=NOTES,
)
