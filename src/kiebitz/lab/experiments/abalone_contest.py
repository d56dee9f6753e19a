"""Abalone for three: variants of maxⁿ against paranoid (table 7.6)."""

from __future__ import annotations

from typing import Any

from kiebitz.lab.contests import board_experiment, contest
from kiebitz.lab.experiment import Printed, Size

NOTES = """
Three players with eleven marbles each; the score is the number of marbles a player pushes off.
Games without a winner after 400 moves are broken off. The evaluation is ours: the thesis names its
features and not their weights. Four to six players have eight marbles each in a corner; the thesis
names these numbers of players and does not play them.
"""

LONGEST = {"longest": "400"}
MANY: dict[str, Any] = {"rules": LONGEST, "rounds": 10}
CONTESTS = [
    contest("depth 4", "abalone", 3, "speculative", "paranoid", depth=4, rules=LONGEST),
    contest("speculative", "abalone", 3, "speculative", "paranoid", rules=LONGEST),
    contest("approximate deep", "abalone", 3, "approximate-deep", "paranoid", rules=LONGEST),
    *(
        contest(f"{players} players", "abalone", players, "speculative", "paranoid", **MANY)
        for players in (4, 5, 6)
    ),
]

EXPERIMENT = board_experiment(
    name="abalone",
    item="table 7.6",
    title="Abalone: variants of maxⁿ against paranoid",
    sizes={
        "quick": Size({"games": 1, "nodes": 1000}, 400),
        "paper": Size({"games": 50, "nodes": 500_000}, 120000),
    },
    contests=CONTESTS,
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
