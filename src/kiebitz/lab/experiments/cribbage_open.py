"""Cribbage with open cards: maxⁿ against paranoid (table 7.9)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.cribbage_play import unit
from kiebitz.lab.experiment import Printed, Size

NOTES = """
Points of a hand, and of a game to 121, of three players. *hand* and *game* search the discards too
(the node limit cuts that search, which sees the starter) and count the crib: by the rules of §3.3.3
even players who play at random then make 8.6 points a hand, more than the thesis prints for maxⁿ.
So its hand is probably the play alone, counted without the crib. In *play alone* everybody lays
away a card at random: to keep what shows most on average (9.1 points a hand), or to lay away the
highest (8.2) or the lowest card (7.7), is farther from print.
"""

CONTESTS = [
    contest("play alone", "cribbage", 3, "maxn", "paranoid", play_alone=True),
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
    unit=unit,
    score="points",
    printed=[
        Printed({"contest": "play alone", "player": "maxⁿ"}, "score", 6.89),
        Printed({"contest": "play alone", "player": "paranoid"}, "score", 6.55),
        Printed({"contest": "hand", "player": "maxⁿ"}, "score", 6.89),
        Printed({"contest": "hand", "player": "paranoid"}, "score", 6.55),
        Printed({"contest": "game", "player": "maxⁿ"}, "score", 96.1),
        Printed({"contest": "game", "player": "paranoid"}, "score", 91.4),
    ],
    notes=NOTES,
)
