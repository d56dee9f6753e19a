"""Small Chinese Checkers: maxⁿ against paranoid for 3, 4 and 6 players (table 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.contests import PAPER, board_payloads, board_table, board_unit, draw_bars
from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size

NOTES = """
Six pegs a player, 250,000 nodes a move, ties at the root broken by chance. `moves away` is what
those who did not win still needed, exactly, from the solved single-player game. The maxⁿ of this
table is from before speculative pruning and prunes only at a won position. The evaluation is ours:
the thesis names its features and not their weights.
"""

CONTESTS: list[dict[str, Any]] = [
    {
        "label": "3 players",
        "game": "chinese_checkers",
        "players": 3,
        "pegs": 6,
        "first": {"algorithm": "paranoid"},
        "second": {"algorithm": "immediate"},
    },
    {
        "label": "4 players",
        "game": "chinese_checkers",
        "players": 4,
        "pegs": 6,
        "first": {"algorithm": "paranoid"},
        "second": {"algorithm": "immediate"},
    },
    {
        "label": "6 players",
        "game": "chinese_checkers",
        "players": 6,
        "pegs": 6,
        "first": {"algorithm": "paranoid"},
        "second": {"algorithm": "immediate"},
    },
]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game with one seating."""
    return board_payloads(parameters, CONTESTS)


def unit(payload: Any, seed: int) -> list[Any]:
    """Wins, standing and depth of both kinds of player in one game."""
    return board_unit(payload, seed)


EXPERIMENT = Experiment(
    name="checkers-small",
    paper=PAPER,
    item="table 7.2",
    title="Small Chinese Checkers: maxⁿ against paranoid for 3, 4 and 6 players",
    sizes={
        "quick": Size({"games": 1, "nodes": 1000}, 150),
        "paper": Size({"games": 100, "nodes": 250_000}, 120000),
    },
    payloads=payloads,
    unit=unit,
    reduce=board_table,
    draw=draw_bars("won", "games won (%)"),
    printed=[
        Printed({"contest": "3 players", "player": "paranoid"}, "won", 60.6),
        Printed({"contest": "3 players", "player": "maxⁿ"}, "won", 39.4),
        Printed({"contest": "3 players", "player": "paranoid"}, "moves_away", 3.52),
        Printed({"contest": "3 players", "player": "maxⁿ"}, "moves_away", 4.92),
        Printed({"contest": "3 players", "player": "paranoid"}, "depth", 4.9),
        Printed({"contest": "3 players", "player": "maxⁿ"}, "depth", 3.1),
        Printed({"contest": "4 players", "player": "paranoid"}, "won", 59.3),
        Printed({"contest": "4 players", "player": "paranoid"}, "moves_away", 4.23),
        Printed({"contest": "4 players", "player": "maxⁿ"}, "moves_away", 4.73),
        Printed({"contest": "4 players", "player": "paranoid"}, "depth", 4.0),
        Printed({"contest": "4 players", "player": "maxⁿ"}, "depth", 3.2),
        Printed({"contest": "6 players", "player": "paranoid"}, "won", 58.2),
        Printed({"contest": "6 players", "player": "paranoid"}, "moves_away", 4.93),
        Printed({"contest": "6 players", "player": "maxⁿ"}, "moves_away", 5.49),
        Printed({"contest": "6 players", "player": "paranoid"}, "depth", 4.6),
        Printed({"contest": "6 players", "player": "maxⁿ"}, "depth", 3.85),
    ],
    notes=NOTES,
)
