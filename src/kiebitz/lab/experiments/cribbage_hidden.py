"""Cribbage with hidden cards: maxⁿ against paranoid over sampled worlds (table 7.12)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.cribbage_play import unit
from kiebitz.lab.experiment import Printed, Size

NOTES = """
Points of a hand, and of a game to 121, of three players; 30 worlds a move in the thesis.
*play alone* is as in table 7.9: discards at random, and the crib does not count.
"""

CONTESTS = [
    contest("play alone", "cribbage", 3, "maxn", "paranoid", play_alone=True),
    contest("hand", "cribbage", 3, "maxn", "paranoid", whole_game=False),
    contest("game", "cribbage", 3, "maxn", "paranoid", whole_game=True),
]

EXPERIMENT = card_experiment(
    name="cribbage-hidden",
    item="table 7.12",
    title="Cribbage with hidden cards: maxⁿ against paranoid over sampled worlds",
    sizes={
        "quick": Size({"deals": 3, "nodes": 500, "worlds": 8}, 80),
        "paper": Size({"deals": 100, "nodes": 40_000, "worlds": 30}, 40000),
    },
    contests=CONTESTS,
    unit=unit,
    score="points",
    printed=[
        Printed({"contest": "play alone", "player": "maxⁿ"}, "score", 7.16),
        Printed({"contest": "play alone", "player": "paranoid"}, "score", 7.12),
        Printed({"contest": "hand", "player": "maxⁿ"}, "score", 7.16),
        Printed({"contest": "hand", "player": "paranoid"}, "score", 7.12),
        Printed({"contest": "game", "player": "maxⁿ"}, "score", 113.74),
        Printed({"contest": "game", "player": "paranoid"}, "score", 114.07),
    ],
    notes=NOTES,
)
