"""§4.3 in suit games and grand: lowest winning ranks and single comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, reduce, unit
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
The search of Skat with three memories: positions with all their ranks, classes by the lowest rank
that won (LWRS) and classes by single comparisons of two cards (RCS). All three carry bounds to
other points. The thesis has no numbers for trump games; it expects little difference between the
last two. Without static bounds every trick of a proof is searched, so that it names no more cards
than it needs.
"""

_RANKS: dict[str, dict[str, Any]] = {
    "all ranks": {"rank_patterns": False},
    "LWRS": {},
    "RCS": {"rank_patterns": False, "rank_constraints": True},
}
BOUNDS: dict[str, dict[str, Any]] = {
    "static bounds": {},
    "no static bounds": {"static_bounds": False},
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Each memory, with or without static bounds."""
    bounds = BOUNDS[parameters["bounds"]]
    return solving_payloads(parameters, {name: ranks | bounds for name, ranks in _RANKS.items()})


_SHARED: dict[str, Any] = {"kinds": ["suit", "grand"], "bounds": "static bounds"}

EXPERIMENT = Experiment(
    name="skat-rank-constraints",
    paper=THESIS,
    item="§4.3, Skat with trumps",
    title="Lowest winning ranks and rank constraints in suit games and grand",
    sizes={
        "quick": Size({**_SHARED, "heights": [18, 24], "positions": 20, "batch": 10}, 3),
        "paper": Size({**_SHARED, "heights": [18, 24, WHOLE], "positions": 1000, "batch": 50}, 200),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
