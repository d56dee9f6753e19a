"""Figure 8.4: nodes and time with lookup tables of various sizes."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import declared_deals
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum, numbers
from kiebitz.lab.skat_cardplay import THESIS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Deals that are solved before the other side has its turn.
_TURN = 25

NOTES = """
Declared deals, solved from an empty memory in turns with and without a table of so many cards in
each hand; both sides have complete tables up to `beside` cards (0: none). Of the table no more than
`megabytes` are kept (0: all). `weights` is what a row counts when rows are left out: one (`naive`),
the ownerships that lead to it (`frequency`), or how often such positions are dealt (`deals`).
`nodes` and `time` are percent of those without the table. Half rows; places for the ownerships take
up to half of a budget. Print: complete 4-card tables leave 62 % and 53 % of the time and 41 % and
39 % of the nodes of a solver without rank patterns; 50 MB of them 79 % and 65 % of the time. Tables
that are missing in the cache directory are built first, except parts of 5 cards.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of deals of a kind, with every size."""
    for kind in parameters["kinds"]:
        for _ in range(0, int(parameters["deals"]), int(parameters["batch"])):
            yield {
                "kind": kind,
                "batch": parameters["batch"],
                "cards": parameters["cards"],
                "megabytes": parameters["megabytes"],
                "weights": parameters["weights"],
                "beside": parameters["beside"],
            }


def unit(payload: Any, seed: int) -> dict[str, list[list[float]]]:
    """By weights and size: nodes and processor seconds with the table and without."""
    from kiebitz.tables import build, find_table

    kind, cards, beside = payload["kind"], payload["cards"], payload["beside"]
    states = list(islice(declared_deals(seed, kind), payload["batch"]))
    # A part of a table is what somebody has built; a whole one is built here.
    info = find_table(f"{kind}-{cards}") if beside else build(kind, cards, workers=1)[-1]
    others = [one.path for one in build(kind, beside, workers=1)] if beside else []
    whole = info.path.read_bytes()[256:]
    found: dict[str, list[list[float]]] = {}
    for weights in payload["weights"]:
        for size in payload["megabytes"]:
            if not size and weights != payload["weights"][0]:
                continue
            content, sizes = _core().merge_trump_parts(kind, [whole], int(size * 1e6), weights)
            complete = info.complete and not sizes[-1]
            sealed = _core().sealed(kind, cards, content, 0.0, 0, complete, "")
            with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
                (Path(one) / f"{kind}-{cards}.table").write_bytes(sealed)
                for place, path in product((one, two), others):
                    (Path(place) / path.name).symlink_to(path.resolve())
                found[f"{weights} {size}"] = _compare(states, one, two, len(sealed))
    return found


def _compare(states: Sequence[Any], one: str, other: str, size: int) -> list[list[float]]:
    """Each deal with the tables of one directory and of the other, some at a time in turns."""
    from kiebitz.solvers.skat import Solver
    from kiebitz.solvers.skat_options import TrumpOptions

    rows: list[list[float]] = [[size] for _ in states]
    values: list[list[int | None]] = [[] for _ in states]
    before = os.environ.get("KIEBITZ_TABLES")
    try:
        for begin in range(0, len(states), _TURN):
            for directory in (one, other):
                os.environ["KIEBITZ_TABLES"] = directory
                _core().forget()
                solver = Solver(trumps=TrumpOptions(lookup_cards=10))
                solver.solve(states[begin], line=False)  # tables are opened
                for number in range(begin, min(begin + _TURN, len(states))):
                    solver.forget()
                    start = time.process_time()
                    solution = solver.solve(states[number], line=False)
                    rows[number] += [solution.nodes, time.process_time() - start]
                    values[number].append(solution.value)
    finally:
        if before is None:
            os.environ.pop("KIEBITZ_TABLES", None)
        else:
            os.environ["KIEBITZ_TABLES"] = before
        _core().forget()
    if any(one != other for one, other in values):
        raise AssertionError("a table changed a value")
    return rows


def _core() -> Any:
    """The native tables."""
    from kiebitz._core import tables

    return tables


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each kind, weights and size."""
    rows: list[Row] = []
    for kind in parameters["kinds"]:
        units = [done.value for done in finished if done.payload["kind"] == kind]
        for name in units[0] if units else ():
            deals = [deal for value in units for deal in value[name]]
            sums = [sum(deal[place] for deal in deals) for place in range(5)]
            nodes = Sum()
            for deal in deals:
                nodes.add(100 * deal[1] / max(1.0, deal[3]))
            weights, size = name.split()
            rows.append(
                {
                    "game": kind,
                    "cards": parameters["cards"],
                    "beside": parameters["beside"],
                    "weights": weights,
                    "megabytes": float(size),
                    "bytes": sums[0] / len(deals),
                    "deals": len(deals),
                    "nodes": 100 * sums[1] / sums[3],
                    "nodes_a_deal": nodes.mean,
                    "nodes_a_deal_ci": nodes.interval,
                    "time": 100 * sums[2] / sums[4],
                }
            )
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """Nodes and time over the size."""
    from kiebitz.lab.style import line

    both = figure.subplots(1, 2, sharey=True)
    for axes, game in zip(both, ("suit", "grand"), strict=True):
        own = [row for row in table if row["game"] == game]
        number = 0
        for weights in dict.fromkeys(row["weights"] for row in own):
            rows = [row for row in own if row["weights"] == weights or not row["megabytes"]]
            rows.sort(key=lambda row: float(row["bytes"] or 0))
            for column in ("nodes", "time"):
                axes.errorbar(
                    [size / 1e6 for size in numbers(rows, "bytes")],
                    numbers(rows, column),
                    label=f"{column}, {weights}",
                    **line(number),
                )
                number += 1
        axes.set_title(game)
        axes.set_xlabel("megabytes")
    both[0].set_ylabel("percent of the solver without tables")
    both[0].legend()


EXPERIMENT = Experiment(
    name="skat-table-sizes",
    paper=THESIS,
    item="figure 8.4",
    title="Nodes and time by the size of lookup tables",
    sizes={
        "quick": Size(
            {
                "kinds": ["grand"],
                "deals": 10,
                "batch": 10,
                "cards": 3,
                "megabytes": [1, 0],
                "weights": ["deals"],
                "beside": 0,
            },
            10,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand"],
                "deals": 1000,
                "batch": 200,
                "cards": 4,
                "megabytes": [10, 25, 50, 100, 0],
                "weights": ["deals", "frequency", "naive"],
                "beside": 0,
            },
            1200,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"game": game, "cards": 4, "megabytes": 0.0}, column, value)
        for game, column, value in (
            ("suit", "nodes", 41.0),
            ("grand", "nodes", 39.0),
            ("suit", "time", 62.0),
            ("grand", "time", 53.0),
        )
    ],
    notes=NOTES,
)
