"""Table 8.3, its first rows: null with and without lowest-winning-rank classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, reduce, unit
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
Null on random deals, forehand declaring. The other rows of the table use lookup tables of endings,
which we do not have. Our value is the trick in which the game is lost, the thesis asks who wins, so
nodes are compared by what is saved (12.0 % in print), not one by one.
"""

VARIANTS = {"vanilla": {"lowest_winning_rank": False}, "LWRS": {}}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """The solver without and with the classes."""
    return solving_payloads(parameters, VARIANTS)


EXPERIMENT = Experiment(
    name="skat-null-search",
    paper=THESIS,
    item="table 8.3",
    title="Lowest-winning-rank search in null",
    sizes={
        "quick": Size(
            {"kinds": ["random null"], "heights": [WHOLE], "positions": 200, "batch": 50}, 3
        ),
        "paper": Size(
            {"kinds": ["random null"], "heights": [WHOLE], "positions": 4000, "batch": 200}, 40
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"variant": "vanilla"}, "nodes", 506.0),
        Printed({"variant": "LWRS"}, "nodes", 445.3),
        Printed({"variant": "LWRS"}, "saved_nodes", 12.0),
    ],
    notes=NOTES,
)
