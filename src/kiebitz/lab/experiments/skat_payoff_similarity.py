"""Figure 7.1: what payoff-similarity saves in the open-hand solver, by the cards left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import draw, reduce, unit, without
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
The exact value of positions from deals that our bidder declared (without looking for games that
cannot be lost), played down by the rule player: one position of each height from a deal. MTD(f)
with a zero window, as in the thesis. Its solver without payoff-similarity "generally cannot
collapse card ranks"; ours keeps its other symmetries, of which quasi-symmetry saves part of the
same, so that less is left to save. Techniques that are `off` are missing on both sides. The printed
savings are of time, at 30 cards; nodes do not depend on the machine.
"""

_WITHOUT: dict[str, Any] = {
    "driver": "mtd",
    "payoff_similarity": False,
    "rank_patterns": False,
    "settled_trumps": False,
}
VARIANTS: dict[str, dict[str, Any]] = {"without": _WITHOUT, "payoff-similarity": {"driver": "mtd"}}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """The solver without and with it, both without the techniques that are `off`."""
    variants = without(VARIANTS, parameters["off"])
    return solving_payloads(parameters, variants, together=True)


EXPERIMENT = Experiment(
    name="skat-payoff-similarity",
    paper=THESIS,
    item="figure 7.1",
    title="Payoff-similarity in the Skat solver",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit", "grand"],
                "heights": [12, 18, 24, 30],
                "positions": 8,
                "batch": 4,
                "off": [],
            },
            2,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand"],
                "heights": list(range(6, 31, 3)),
                "positions": 10_000,
                "batch": 50,
                "off": [],
            },
            600,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"game": "suit", "cards": 30, "variant": "payoff-similarity"}, "saved_time", 85.0),
        Printed({"game": "grand", "cards": 30, "variant": "payoff-similarity"}, "saved_time", 77.0),
    ],
    notes=NOTES,
)
