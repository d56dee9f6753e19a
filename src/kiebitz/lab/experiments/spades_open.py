"""Spades with open cards: maxⁿ against paranoid (table 7.8)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.experiment import Printed, Size
from kiebitz.lab.experiments.hearts_open import MEET

NOTES = """
Tricks a hand of three players, without bidding, as in the thesis. One of cards next to each other
is searched, and positions are kept in a table. Depth is in tricks, of three cards each.

The thesis says that paranoid searches about ten cards deeper than maxⁿ. How much deeper depends on
how fine the evaluation is. In *tricks alone* a position is worth the tricks taken so far, without
an estimate of those still out: few different values, so that alpha-beta cuts nearly everywhere.
"""

CONTESTS = [
    contest("3 players", "spades", 3, *MEET, rules={"bidding": "no"}),
    contest(
        "tricks alone",
        "spades",
        3,
        *({**method, "evaluation": "score"} for method in MEET),
        rules={"bidding": "no"},
    ),
]

EXPERIMENT = card_experiment(
    name="spades-open",
    item="table 7.8",
    title="Spades with open cards: maxⁿ against paranoid",
    sizes={
        "quick": Size({"deals": 6, "nodes": 2000}, 20),
        "paper": Size({"deals": 100, "nodes": 500_000}, 15000),
    },
    contests=CONTESTS,
    score="tricks a hand",
    printed=[
        Printed({"contest": "3 players", "player": "speculative maxⁿ"}, "score", 5.65),
        Printed({"contest": "3 players", "player": "paranoid"}, "score", 5.68),
    ],
    notes=NOTES,
)
