"""Small Chinese Checkers for three: six best moves, and a fixed depth (table 7.3)."""

from __future__ import annotations

from kiebitz.lab.contests import board_experiment, contest
from kiebitz.lab.experiment import Printed, Size
from kiebitz.lab.experiments.checkers_small import MAXN, PARANOID, SMALL

NOTES = """
As table 7.2 for three players: once with only the six best moves of a position, once with four
moves ahead for both.
"""

CONTESTS = [
    contest(
        "6 best moves",
        "chinese_checkers",
        3,
        {**PARANOID, "width": 6},
        {**MAXN, "width": 6},
        rules=SMALL,
    ),
    contest("depth 4", "chinese_checkers", 3, PARANOID, MAXN, rules=SMALL, depth=4),
]

EXPERIMENT = board_experiment(
    name="checkers-narrow",
    item="table 7.3",
    title="Small Chinese Checkers for three: six best moves, and a fixed depth",
    sizes={
        "quick": Size({"games": 1, "nodes": 1000}, 400),
        "paper": Size({"games": 100, "nodes": 250_000}, 20000),
    },
    contests=CONTESTS,
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
