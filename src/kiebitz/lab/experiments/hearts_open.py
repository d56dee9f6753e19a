"""Hearts with open cards: maxⁿ against paranoid (table 7.7)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.experiment import Printed, Size

NOTES = """
Points a hand, fewer are better; every deal is played with all seatings. The node limit is per
move, tricks are searched whole, shooting the moon counts. The third contest is speculative maxⁿ
against plain maxⁿ that breaks ties against itself (thesis §7.5.1).
"""

CONTESTS = [
    contest("3 players", "hearts", 3, "speculative", "paranoid"),
    contest("4 players", "hearts", 4, "speculative", "paranoid"),
    contest(
        "3 players, ties",
        "hearts",
        3,
        "speculative",
        {"algorithm": "maxn", "ties": "least for root"},
    ),
]

EXPERIMENT = card_experiment(
    name="hearts-open",
    item="table 7.7",
    title="Hearts with open cards: maxⁿ against paranoid",
    sizes={
        "quick": Size({"deals": 4, "nodes": 2000}, 40),
        "paper": Size({"deals": 100, "nodes": 500_000}, 60000),
    },
    contests=CONTESTS,
    score="points a hand",
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
