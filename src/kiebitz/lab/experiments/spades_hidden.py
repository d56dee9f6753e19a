"""Spades with hidden cards: maxⁿ against paranoid over sampled worlds (table 7.11)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.experiment import Printed, Size
from kiebitz.lab.experiments.hearts_open import MEET

NOTES = """
Tricks a hand of three players, without bidding; the limit is nodes for each of the worlds. Depth is
in tricks here, in cards in the thesis (11.95 and 13.04, which is 4.0 and 4.3 tricks). Both use what
lets them search deeper with open cards (table 7.8).

*Bounds* is as in table 7.10: paranoid adds up over the worlds what alpha-beta leaves of each move
at the root, which for all moves but the best is only a bound.
"""

CONTESTS = [
    contest("3 players", "spades", 3, *MEET, rules={"bidding": "no"}),
    contest(
        "3 players, bounds",
        "spades",
        3,
        MEET[0],
        {**MEET[1], "root_bounds": True},
        rules={"bidding": "no"},
    ),
]

EXPERIMENT = card_experiment(
    name="spades-hidden",
    item="table 7.11",
    title="Spades with hidden cards: maxⁿ against paranoid over sampled worlds",
    sizes={
        "quick": Size({"deals": 4, "nodes": 300, "worlds": 8}, 30),
        "paper": Size({"deals": 50, "nodes": 40_000, "worlds": 20}, 20000),
    },
    contests=CONTESTS,
    score="tricks a hand",
    printed=[
        *(
            Printed({"contest": label, "player": player}, "score", value)
            for label in ("3 players", "3 players, bounds")
            for player, value in (("speculative maxⁿ", 5.81), ("paranoid", 5.52))
        ),
    ],
    notes=NOTES,
)
