"""Figures 7 and 8 of 001: how often Monte Carlo sampling fails on random trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.lab.experiment import Experiment, Printed, Row, Size, numbers
from kiebitz.lab.random_trees import SHARED, draw_depths, legend_below, payloads, reduce, unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Binary trees with ten equally likely worlds and payoffs 0 or 1. An error is a tree on which the
strategy of Monte Carlo sampling over all worlds is worth less than the best one, both against a
MIN who sees the world in i of the ten worlds (knowledge i/9). The drawings are lost; the text
says: at depth 2 the error falls to nothing as MIN knows more, at every other depth it rises (C);
it grows with depth (B) towards 100 %; depths d and d + 1 converge for odd d (D); the strategies
found are worth about 0.1 less than the best ones as trees get large. The tests hold us to all of
these.
"""


def draw(figure: Figure, table: list[Row]) -> None:
    """The lines of figure 8 and the surface of figure 7."""
    left, right = figure.subplots(1, 2)
    draw_depths(left, [row for row in table if int(row["depth"] or 0) <= 8], "Monte Carlo")
    legend_below(figure, left)
    depths = sorted({int(row["depth"] or 0) for row in table})
    knowledge = sorted({float(row["knowledge"] or 0) for row in table})
    surface = [numbers([row for row in table if row["depth"] == d], "error") for d in depths]
    image = right.imshow(surface, aspect="auto", origin="lower", vmin=0, vmax=100, cmap="Greys")
    right.set_yticks(range(len(depths)), [str(d) for d in depths])
    right.set_xticks(
        range(0, len(knowledge), 3), [f"{knowledge[i]:.2g}" for i in range(0, len(knowledge), 3)]
    )
    right.set_xlabel("MIN's knowledge")
    right.set_ylabel("depth")
    right.grid(visible=False)
    figure.colorbar(image, label="error (%)")


_SHARED = {**SHARED, "algorithms": ["monte-carlo"]}

EXPERIMENT = Experiment(
    name="monte-carlo-errors",
    paper="Frank & Basin 2001",
    item="figures 7 and 8",
    title="Monte Carlo sampling on random trees, by depth and MIN's knowledge",
    sizes={
        "quick": Size({**_SHARED, "depths": list(range(2, 10)), "trees": 200, "batch": 50}, 5),
        "paper": Size({**_SHARED, "depths": list(range(2, 14)), "trees": 1000, "batch": 50}, 150),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"depth": 2, "knowledge": 1.0}, "error", 0.0),
        Printed({"depth": 13, "knowledge": 1.0}, "error", 100.0),
        Printed({"depth": 13, "knowledge": 1.0}, "loss", 0.1),
    ],
    notes=NOTES,
)
