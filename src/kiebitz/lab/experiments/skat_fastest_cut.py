"""Table 3.1: fastest-cut-first in the open-hand solver of Skat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, reduce, unit, without
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
Positions at the start of cardplay; the thesis took them from human games (of any kind; its solver
of 2009 searched 396,386 nodes by X alone and 243,090 by X − C·S, which saves 38.7 % of the nodes
and 41.9 % of the time; it does not say whether for the value or for all cards), ours are from deals
that our bidder declared, without looking for games that cannot be lost. Each order has weights that
were fitted for it alone. Techniques that are `off` are missing on both sides: the solver of 2009
had no payoff-similarity, and which others it lacked is not said.
"""

VARIANTS = {"X": {"fastest_cut_first": False}, "X - C S": {}}
_SHARED = {
    "kinds": ["suit", "grand"],
    "heights": [WHOLE],
    "questions": ["value", "all cards"],
    "off": [],
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """The order without and with the size of the subtree."""
    return solving_payloads(parameters, without(VARIANTS, parameters["off"]), together=True)


EXPERIMENT = Experiment(
    name="skat-fastest-cut",
    paper=THESIS,
    item="table 3.1",
    title="Fastest-cut-first in the Skat solver",
    sizes={
        "quick": Size({**_SHARED, "positions": 20, "batch": 5}, 16),
        "paper": Size({**_SHARED, "positions": 4000, "batch": 50}, 800),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"game": game, "variant": f"X - C S, {question}"}, column, value)
        for game in ("suit", "grand")
        for question in ("value", "all cards")
        for column, value in (("saved_nodes", 38.7), ("saved_time", 41.9))
    ],
    notes=NOTES,
)
