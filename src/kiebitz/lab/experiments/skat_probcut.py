"""Figures 7.2 and 7.3: what ProbCut saves in the open-hand solver, and what it costs in points."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import quickly_declared_deals
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.skat_cardplay import THESIS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The value of the root at the first trick, from an empty table, with MTD(f) and windows of several
sizes and with NegaScout, which the solver uses otherwise (window 0). `confidence` is the threshold
of ProbCut; 1 is the exact search with the same window, without lookup tables. Below a confidence
of 0.65 MTD(f) stops when its bounds are two points apart. `speed` is the processor time of the
exact search divided by that with ProbCut, over the same positions; `error` the mean distance of the
values in points. The drawings are lost. The thesis says that a threshold of 0.5 was taken for play
and that all of it made the solver about 4 times as fast.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of positions of one kind, solved in all ways."""
    for kind in parameters["kinds"]:
        left = int(parameters["positions"])
        while left > 0:
            batch = min(left, int(parameters["batch"]))
            left -= batch
            yield {
                "kind": kind,
                "batch": batch,
                "windows": parameters["windows"],
                "confidences": parameters["confidences"],
            }


def unit(payload: Any, seed: int) -> dict[str, list[list[float]]]:
    """By window and confidence: nodes, seconds and value of each position."""
    from kiebitz.solvers.skat import Solver
    from kiebitz.solvers.skat_options import TrumpOptions

    states = list(islice(quickly_declared_deals(seed, payload["kind"]), payload["batch"]))
    found: dict[str, list[list[float]]] = {}
    for window in payload["windows"]:
        for confidence in (1.0, *payload["confidences"]):
            # Without tables, which ProbCut does not ask either, and which not everybody has.
            how = {"driver": "mtd", "mtd_window": window} if window else {}
            options = TrumpOptions(lookup_tables=False, **how)
            chosen = None if confidence == 1.0 else confidence
            solver = Solver(trumps=options, confidence=chosen)
            rows = found[f"{window} {confidence}"] = []
            for state in states:
                solver.forget()
                start = time.process_time()
                solution = solver.solve(state, line=False)
                taken = time.process_time() - start
                rows.append([solution.nodes, taken, float(solution.bounds[0])])
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each kind, window and confidence, against the exact search of the same window."""
    rows: list[Row] = []
    for kind in parameters["kinds"]:
        units = [done.value for done in finished if done.payload["kind"] == kind]
        if not units:
            continue
        for window in parameters["windows"]:
            exact = [one for value in units for one in value[f"{window} 1.0"]]
            for confidence in (1.0, *parameters["confidences"]):
                own = [one for value in units for one in value[f"{window} {confidence}"]]
                error = Sum()
                for mine, true in zip(own, exact, strict=True):
                    error.add(abs(mine[2] - true[2]))
                rows.append(
                    {
                        "game": kind,
                        "window": window,
                        "confidence": confidence,
                        "positions": error.count,
                        "nodes": sum(one[0] for one in own) / len(own),
                        "milliseconds": 1000 * sum(one[1] for one in own) / len(own),
                        "fewer_nodes": sum(one[0] for one in exact) / sum(one[0] for one in own),
                        "speed": sum(one[1] for one in exact) / sum(one[1] for one in own),
                        "error": error.mean,
                        "error_ci": error.interval,
                    }
                )
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """The error over the speed: one line a window, one point a confidence."""
    from kiebitz.lab.style import line

    kinds = list(dict.fromkeys(str(row["game"]) for row in table))
    axes = figure.subplots(1, max(1, len(kinds)), sharey=True, squeeze=False)[0]
    for place, kind in zip(axes, kinds, strict=False):
        mine = [row for row in table if row["game"] == kind]
        for number, window in enumerate(dict.fromkeys(row["window"] for row in mine)):
            rows = [row for row in mine if row["window"] == window]
            rows.sort(key=lambda row: -float(row["confidence"] or 0))
            place.errorbar(
                numbers(rows, "speed"),
                numbers(rows, "error"),
                yerr=numbers(rows, "error_ci"),
                label=f"window {window}" if window else "NegaScout",
                **line(number),
            )
        last = [row for row in mine if row["window"] == mine[0]["window"]]
        for row in last:
            place.annotate(
                str(row["confidence"]),
                (float(row["speed"] or 0), float(row["error"] or 0)),
                textcoords="offset points",
                xytext=(4, 4),
                fontsize=7,
            )
        place.set_title(kind)
        place.set_xscale("log")
        place.set_xlabel("speed, exact search is 1")
    axes[0].set_ylabel("mean error in points")
    axes[0].legend()


EXPERIMENT = Experiment(
    name="skat-probcut",
    paper=THESIS,
    item="figures 7.2 and 7.3",
    title="ProbCut in the Skat solver: speed and error",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit", "grand"],
                "windows": [0, 1],
                "confidences": [0.1, 0.5, 0.9],
                "positions": 6,
                "batch": 3,
            },
            3,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand"],
                "windows": [0, 1, 5, 10, 20],
                "confidences": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
                "positions": 2000,
                "batch": 50,
            },
            600,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
