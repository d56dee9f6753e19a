"""Hearts with hidden cards: maxⁿ against paranoid over sampled worlds (table 7.10)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.experiment import Printed, Size
from kiebitz.lab.experiments.hearts_open import DEEP, MEET, OLD, OLD_THREE

NOTES = """
Points a hand, fewer are better, by the rules of §3.3.1 as in table 7.7. The thesis gives each world
half a second or a second of a 500 MHz computer, some 20,000 to 40,000 nodes; here the limit is
nodes for each world, so that the numbers can be made again. *40 worlds* has twice the worlds with
half the nodes. One of cards next to each other is searched, and positions are kept in a table.

The contests with *bounds* ask what went wrong in print: their paranoid player adds up over the
worlds what alpha-beta leaves of each move at the root, which for all moves but the best is only a
bound, so that bad moves look as good as the best one. maxⁿ has no such bounds at the root.
"""

CONTESTS = [
    contest("3 players", "hearts", 3, *MEET, rules=OLD_THREE),
    contest("3 players, 40 worlds", "hearts", 3, *MEET, rules=OLD_THREE, more_worlds=2),
    contest(
        "3 players, approximate",
        "hearts",
        3,
        {"algorithm": "approximate-deep", **DEEP},
        MEET[1],
        rules=OLD_THREE,
    ),
    contest("4 players", "hearts", 4, *MEET, rules=OLD),
    contest(
        "3 players, bounds",
        "hearts",
        3,
        MEET[0],
        {**MEET[1], "root_bounds": True},
        rules=OLD_THREE,
    ),
    contest(
        "4 players, bounds",
        "hearts",
        4,
        MEET[0],
        {**MEET[1], "root_bounds": True},
        rules=OLD,
    ),
]

EXPERIMENT = card_experiment(
    name="hearts-hidden",
    item="table 7.10",
    title="Hearts with hidden cards: maxⁿ against paranoid over sampled worlds",
    sizes={
        "quick": Size({"deals": 3, "nodes": 300, "worlds": 8}, 60),
        "paper": Size({"deals": 50, "nodes": 40_000, "worlds": 20}, 10_000),
    },
    contests=CONTESTS,
    score="points a hand",
    printed=[
        Printed({"contest": "3 players", "player": "speculative maxⁿ"}, "score", 6.43),
        Printed({"contest": "3 players", "player": "paranoid"}, "score", 10.92),
        Printed({"contest": "3 players, 40 worlds", "player": "speculative maxⁿ"}, "score", 6.91),
        Printed({"contest": "3 players, 40 worlds", "player": "paranoid"}, "score", 10.32),
        Printed(
            {"contest": "3 players, approximate", "player": "approximate deep maxⁿ"}, "score", 7.25
        ),
        Printed({"contest": "3 players, approximate", "player": "paranoid"}, "score", 9.98),
        Printed({"contest": "4 players", "player": "speculative maxⁿ"}, "score", 5.34),
        Printed({"contest": "4 players", "player": "paranoid"}, "score", 8.81),
        Printed({"contest": "3 players, bounds", "player": "speculative maxⁿ"}, "score", 6.43),
        Printed({"contest": "3 players, bounds", "player": "paranoid"}, "score", 10.92),
        Printed({"contest": "4 players, bounds", "player": "speculative maxⁿ"}, "score", 5.34),
        Printed({"contest": "4 players, bounds", "player": "paranoid"}, "score", 8.81),
    ],
    notes=NOTES,
)
