"""Cribbage with open cards: maxⁿ against paranoid (table 7.9)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.experiment import Printed, Size

NOTES = """
Points of a hand, and of a game to 121, of three players. The play is searched to its end; a hand
begins with the discard, for which the node limit cuts the search. The hand of the thesis may be the
play alone (6.7 points a hand), so compare the difference of the two players, not the level.
"""

CONTESTS = [
    contest("hand", "cribbage", 3, "maxn", "paranoid", whole_game=False),
    contest("game", "cribbage", 3, "maxn", "paranoid", whole_game=True),
]

EXPERIMENT = card_experiment(
    name="cribbage-open",
    item="table 7.9",
    title="Cribbage with open cards: maxⁿ against paranoid",
    sizes={
        "quick": Size({"deals": 4, "nodes": 5000}, 60),
        "paper": Size({"deals": 100, "nodes": 500_000}, 12000),
    },
    contests=CONTESTS,
    score="points",
    printed=[
        Printed({"contest": "hand", "player": "maxⁿ"}, "score", 6.89),
        Printed({"contest": "hand", "player": "paranoid"}, "score", 6.55),
        Printed({"contest": "game", "player": "maxⁿ"}, "score", 96.1),
        Printed({"contest": "game", "player": "paranoid"}, "score", 91.4),
    ],
    notes=NOTES,
)
