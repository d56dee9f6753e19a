"""Figures 7.2 and 7.3, without ProbCut: the window of MTD(f) in the open-hand solver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, reduce, unit
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
A wider window needs fewer searches, each of which costs more. The drawings are lost; their other
axis, the threshold of ProbCut, has no counterpart here, because our solver is exact. NegaScout,
which it uses otherwise, stands beside.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """MTD(f) with each window; NegaScout."""
    variants: dict[str, dict[str, Any]] = {
        f"window {window}": {"driver": "mtd", "mtd_window": window}
        for window in parameters["windows"]
    }
    return solving_payloads(
        parameters, variants | {"NegaScout": {"driver": "negascout"}}, together=True
    )


EXPERIMENT = Experiment(
    name="skat-windows",
    paper=THESIS,
    item="figures 7.2 and 7.3, windows",
    title="The window of MTD(f) in the Skat solver",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit", "grand"],
                "heights": [WHOLE],
                "windows": [1, 5, 20],
                "positions": 12,
                "batch": 4,
            },
            6,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand"],
                "heights": [WHOLE],
                "windows": [1, 2, 5, 10, 20, 40],
                "positions": 2000,
                "batch": 50,
            },
            150,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
