"""Full Chinese Checkers for three: variants of maxⁿ against paranoid (table 7.4)."""

from __future__ import annotations

from kiebitz.lab.contests import board_experiment, contest
from kiebitz.lab.experiment import Printed, Size
from kiebitz.lab.experiments.checkers_small import ALONE

NOTES = """
Ten pegs a player, only the ten best moves of a position by the evaluation after them, 500,000 nodes
a move, positions kept in a table (but not by approximate deep maxⁿ, whose values depend on the
way). `moves away` of those who did not win is estimated at two steps a move.

*Own value* is the reading of table 7.2: the evaluations do not add up to a constant, and paranoid
looks only at its own, not at its lead over the others as §4.2 has it.
"""

PRUNED = {"width": 10, "order": "value", "table_entries": 2**20}
FULL = {"pegs": "10", "longest": "600"}
CONTESTS = [
    contest(
        "speculative",
        "chinese_checkers",
        3,
        {"algorithm": "speculative", **PRUNED},
        {"algorithm": "paranoid", **PRUNED},
        rules=FULL,
    ),
    contest(
        "approximate deep",
        "chinese_checkers",
        3,
        {"algorithm": "approximate-deep", **PRUNED},
        {"algorithm": "paranoid", **PRUNED},
        rules=FULL,
    ),
    contest(
        "speculative, own value",
        "chinese_checkers",
        3,
        {"algorithm": "speculative", **PRUNED, **ALONE},
        {"algorithm": "paranoid", **PRUNED, **ALONE, "own_value_only": True},
        rules=FULL,
    ),
]

EXPERIMENT = board_experiment(
    name="checkers-full",
    item="table 7.4",
    title="Full Chinese Checkers for three: variants of maxⁿ against paranoid",
    sizes={
        "quick": Size({"games": 1, "nodes": 2000}, 60),
        "paper": Size({"games": 100, "nodes": 500_000}, 40_000),
    },
    contests=CONTESTS,
    printed=[
        *(
            Printed({"contest": label, "player": player}, column, value)
            for label in ("speculative", "speculative, own value")
            for player, column, value in (
                ("speculative maxⁿ", "won", 35),
                ("paranoid", "won", 65),
                ("speculative maxⁿ", "moves_away", 6.66),
                ("paranoid", "moves_away", 3.54),
                ("speculative maxⁿ", "depth", 6.24),
                ("paranoid", "depth", 8.05),
            )
        ),
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
