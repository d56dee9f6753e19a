"""Full Chinese Checkers for three: variants of maxⁿ against paranoid (table 7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, board_payloads, board_table, board_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Ten pegs a player, only the ten best moves of a position, 500,000 nodes a move. `moves away` of
those who did not win is estimated at two steps a move.
"""

CONTESTS: list[dict[str, Any]] = [
    {
        "label": "speculative",
        "game": "chinese_checkers",
        "players": 3,
        "pegs": 10,
        "first": {"algorithm": "speculative", "width": 10},
        "second": {"algorithm": "paranoid", "width": 10},
    },
    {
        "label": "approximate deep",
        "game": "chinese_checkers",
        "players": 3,
        "pegs": 10,
        "first": {"algorithm": "approximate-deep", "width": 10},
        "second": {"algorithm": "paranoid", "width": 10},
    },
]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game with one seating."""
    return board_payloads(parameters, CONTESTS)


def unit(payload: Any, seed: int) -> list[Any]:
    """Wins, standing and depth of both kinds of player in one game."""
    return board_unit(payload, seed)


EXPERIMENT = Experiment(
    name="checkers-full",
    paper=PAPER,
    item="table 7.4",
    title="Full Chinese Checkers for three: variants of maxⁿ against paranoid",
    sizes={
        "quick": Size({"games": 1, "nodes": 2000}, 60),
        "paper": Size({"games": 100, "nodes": 500_000}, 60000),
    },
    payloads=payloads,
    unit=unit,
    reduce=board_table,
    draw=draw_bars("won", "games won (%)"),
    printed=[
        Printed({"contest": "speculative", "player": "speculative maxⁿ"}, "won", 35),
        Printed({"contest": "speculative", "player": "paranoid"}, "won", 65),
        Printed({"contest": "speculative", "player": "speculative maxⁿ"}, "moves_away", 6.66),
        Printed({"contest": "speculative", "player": "paranoid"}, "moves_away", 3.54),
        Printed({"contest": "speculative", "player": "speculative maxⁿ"}, "depth", 6.24),
        Printed({"contest": "speculative", "player": "paranoid"}, "depth", 8.05),
        Printed({"contest": "approximate deep", "player": "approximate deep maxⁿ"}, "won", 48),
        Printed({"contest": "approximate deep", "player": "paranoid"}, "won", 52),
        Printed(
            {"contest": "approximate deep", "player": "approximate deep maxⁿ"}, "moves_away", 5.53
        ),
        Printed({"contest": "approximate deep", "player": "paranoid"}, "moves_away", 4.75),
        Printed({"contest": "approximate deep", "player": "approximate deep maxⁿ"}, "depth", 7.56),
        Printed({"contest": "approximate deep", "player": "paranoid"}, "depth", 8.04),
    ],
    notes=NOTES,
)
