"""Figures 5.3 and 5.4: what playing from the top saves in the open-hand solver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, reduce, unit
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
Nodes without static bounds, with those of one side, and with those of both. The drawings are lost;
the text says that the soloist's bounds help, in grand more than in suit games, and that the
defenders' hardly do.
"""

VARIANTS = {
    "without": {"static_bounds": False},
    "soloist's": {"defender_bounds": False},
    "defenders'": {"declarer_bounds": False},
    "both": {},
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """The solver without static bounds, with those of either side, and with both."""
    return solving_payloads(parameters, VARIANTS)


EXPERIMENT = Experiment(
    name="skat-static-bounds",
    paper=THESIS,
    item="figures 5.3 and 5.4",
    title="Static bounds in the Skat solver",
    sizes={
        "quick": Size(
            {"kinds": ["suit", "grand"], "heights": [WHOLE], "positions": 12, "batch": 4}, 5
        ),
        "paper": Size(
            {"kinds": ["suit", "grand"], "heights": [WHOLE], "positions": 2000, "batch": 50}, 500
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
