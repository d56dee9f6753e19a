"""Sergeant Major in matches, with exchanges and changing quotas (thesis §3.3.2, §7.5.2)."""

from __future__ import annotations

from kiebitz.lab.contests import card_experiment, contest
from kiebitz.lab.experiment import Size

NOTES = """
Tricks over those needed, open cards, every deal with all seatings. The thesis did not play it: it
supposes that "games like 8-5-3 are interesting because of the other interactions in the game, such
as the passing of cards". `hands` are first hands, without an exchange; `matches` go on, with
exchanges and quotas that move on, until someone is ten tricks ahead or takes all tricks of a hand.
The evaluation is that of the trick games.
"""
DEEP = {"alike_once": True, "table_entries": 2**16}
MEET = ({"algorithm": "speculative", **DEEP}, {"algorithm": "paranoid", **DEEP})
CONTESTS = [
    contest("hands", "sergeant-major", 3, *MEET, whole_game=False),
    contest("matches", "sergeant-major", 3, *MEET, whole_game=True),
]

EXPERIMENT = card_experiment(
    name="sergeant-match",
    item="§7.5.2, 8-5-3",
    title="Sergeant Major: hands and matches with exchanges",
    sizes={
        "quick": Size({"deals": 2, "nodes": 300}, 20),
        "paper": Size({"deals": 30, "nodes": 10_000}, 4_000),
    },
    contests=CONTESTS,
    score="tricks over those needed",
    notes=NOTES,
)
