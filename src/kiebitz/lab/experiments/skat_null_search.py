"""Table 8.3, its first rows: null with and without lowest-winning-rank classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, reduce, unit
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
Null on random deals, forehand declaring; the rows with lookup tables of endings are those of
skat-null-tables. The thesis asks who wins. Our value is the trick in which the game is lost, and
all cards is that for every card that forehand may lead. RCS keeps single comparisons of cards
(§4.3), not printed. Most nulls need a few nodes and a few need thousands, so that averages over
4,000 deals are uncertain.
"""

VARIANTS: dict[str, dict[str, Any]] = {
    "vanilla": {"lowest_winning_rank": False},
    "LWRS": {},
    "RCS": {"lowest_winning_rank": False, "rank_constraints": True},
}
_SHARED = {
    "kinds": ["random null"],
    "heights": [WHOLE],
    "questions": ["won or lost", "value", "all cards"],
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """The solver without classes, and with either kind."""
    return solving_payloads(parameters, VARIANTS)


EXPERIMENT = Experiment(
    name="skat-null-search",
    paper=THESIS,
    item="table 8.3",
    title="Lowest-winning-rank search in null",
    sizes={
        "quick": Size({**_SHARED, "positions": 200, "batch": 50}, 2),
        "paper": Size({**_SHARED, "positions": 4000, "batch": 200}, 20),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"variant": "vanilla, won or lost"}, "nodes", 506.0),
        Printed({"variant": "LWRS, won or lost"}, "nodes", 445.3),
        Printed({"variant": "LWRS, won or lost"}, "saved_nodes", 12.0),
    ],
    notes=NOTES,
)
