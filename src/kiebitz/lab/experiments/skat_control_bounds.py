"""Figures 5.3 and 5.4 as the thesis has them: rules against optimal control of the lead."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from kiebitz.arena.declared import quickly_declared_deals
from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, reduce
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
Nodes of the solver without rank patterns, with bounds for the side on lead and no others: of the
soloist, of the defenders, or of both. `optimal` is an oracle that searches what the side can take
without ever losing the lead (its own nodes are not counted, its time is). `revalued` is the rule of
Kupferschmid and Helmert, in which defenders exchange the points of their cards. Savings are against
no bounds at all. The text says: ours and optimal bounds of the soloist differ negligibly and help,
more in grand; the defenders' bounds have little effect, optimal ones save 20 to 25 %; revaluing
costs slightly more than 1 %. The figures also vary lookup tables, which are not used here.
"""
RULES = ("none", "ours", "revalued", "optimal")
VARIANTS: dict[str, Any] = {
    "none": ["none", "none"],
    "soloist": ["ours", "none"],
    "soloist, revalued": ["revalued", "none"],
    "soloist, optimal": ["optimal", "none"],
    "defenders": ["none", "ours"],
    "defenders, optimal": ["none", "optimal"],
    "both": ["ours", "ours"],
    "both, optimal": ["optimal", "optimal"],
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of deals of one kind."""
    return solving_payloads(parameters, VARIANTS)


def unit(payload: Any, seed: int) -> dict[str, list[list[float]]]:
    """By variant, the nodes and processor seconds of each deal."""
    from kiebitz._core.skat_solver import DEFAULT_MEMORY, solve_with_bounds
    from kiebitz.solvers.skat import native_position
    from kiebitz.solvers.skat_options import TrumpOptions

    options = TrumpOptions(rank_patterns=False).native()
    deals = [
        native_position(state)
        for state in islice(quickly_declared_deals(seed, payload["kind"]), payload["batch"])
    ]
    found: dict[str, list[list[float]]] = {name: [] for name in payload["variants"]}
    for deal in deals:
        values = set()
        for name, rules in payload["variants"].items():
            start = time.process_time()
            soloist, defenders = (RULES.index(rule) for rule in rules)
            value, nodes = solve_with_bounds(deal, options, soloist, defenders, DEFAULT_MEMORY)
            values.add(value)
            found[name].append([nodes, time.process_time() - start])
        assert len(values) == 1, "bounds change no value"
    return found


_SHARED = {"kinds": ["suit", "grand"], "heights": [WHOLE]}

EXPERIMENT = Experiment(
    name="skat-control-bounds",
    paper=THESIS,
    item="figures 5.3 and 5.4, control",
    title="Static bounds by rules and with optimal control in the Skat solver",
    sizes={
        "quick": Size({**_SHARED, "positions": 8, "batch": 4}, 3),
        "paper": Size({**_SHARED, "positions": 2000, "batch": 50}, 1000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
