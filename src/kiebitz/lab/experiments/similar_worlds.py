"""Figure 30 of 001: all algorithms on random trees whose worlds are as alike as in Bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.lab.experiment import Experiment, Printed, Row, Size, numbers
from kiebitz.lab.random_trees import payloads, reduce, unit
from kiebitz.lab.style import line as look
from kiebitz.search.best_defence import ALGORITHMS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Random trees with q = 0.75, at which the paper found each algorithm to fail about as often as on
the Bridge problems of its figure 28. The drawing is lost, and the text names no depth; so the
numbers to compare with are those of figure 28, and we set them beside our deepest trees, of depth
8.
"""


def draw(figure: Figure, table: list[Row]) -> None:
    """Error over depth, one line an algorithm."""
    axes = figure.subplots()
    for number, algorithm in enumerate(dict.fromkeys(str(row["algorithm"]) for row in table)):
        rows = [r for r in table if r["algorithm"] == algorithm]
        axes.errorbar(
            numbers(rows, "depth"),
            numbers(rows, "error"),
            yerr=numbers(rows, "error_ci"),
            label=algorithm,
            # The looks repeat after seven lines; hollow marks tell the later ones.
            markerfacecolor=None if number < 7 else "white",
            **look(number),
        )
    axes.set_xlabel("depth")
    axes.set_ylabel("trees without an optimal strategy (%)")
    axes.set_ylim(bottom=0)
    axes.legend()


_BRIDGE = {
    "monte-carlo": 33.8,
    "vector-mm": 29.2,
    "vm-beta": 14.6,
    "ivm": 5.7,
    "prm": 4.3,
    "prm-beta": 1.8,
    "ivm-beta": 0.8,
    "iprm": 0.8,
    "iprm-beta": 0.3,
}

_SHARED = {
    "worlds": 10,
    "known": [9],
    "similarities": [0.75],
    "algorithms": [name for name in ALGORITHMS if name != "exact"],
    "depths": list(range(2, 9)),
}

EXPERIMENT = Experiment(
    name="similar-worlds",
    paper="Frank & Basin 2001",
    item="figure 30",
    title="All algorithms on random trees with similar worlds",
    sizes={
        "quick": Size({**_SHARED, "trees": 300, "batch": 100}, 6),
        "paper": Size({**_SHARED, "trees": 5000, "batch": 250}, 100),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"algorithm": name, "depth": 8}, "error", error) for name, error in _BRIDGE.items()
    ],
    notes=NOTES,
)
