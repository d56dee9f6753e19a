"""Hearts with open cards: maxⁿ against paranoid (table 7.7)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.experiment import Printed, Size

NOTES = """
Points a hand, fewer are better; every deal is played with all seatings. The rules are those of
§3.3.1, and with three players a card drawn at random is left out. The node limit is per move,
tricks are searched whole, one of cards next to each other is searched, positions are kept in a
table; shooting the moon counts. The third contest is speculative maxⁿ against plain maxⁿ that
breaks ties against itself (thesis §7.5.1).
"""

#: What lets both search deeper (§6.4).
DEEP = {"alike_once": True, "table_entries": 2**16}
MEET = ({"algorithm": "speculative", **DEEP}, {"algorithm": "paranoid", **DEEP})
#: §3.3.1: no two of clubs, points may fall in the first trick, hearts need not be broken.
OLD = {
    "two_of_clubs_leads": "no",
    "no_points_on_first_trick": "no",
    "hearts_must_be_broken": "no",
}
#: With three, any card may be left out: the printed totals below 26 show it.
OLD_THREE = {**OLD, "left_out": "any"}
CONTESTS = [
    contest("3 players", "hearts", 3, *MEET, rules=OLD_THREE),
    contest("4 players", "hearts", 4, *MEET, rules=OLD),
    contest(
        "3 players, ties",
        "hearts",
        3,
        MEET[0],
        {"algorithm": "maxn", "ties": "least for root", **DEEP},
        rules=OLD_THREE,
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
