"""Figure 29 of 001: Monte Carlo sampling where worlds are alike with probability q."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.lab.experiment import Experiment, Row, Size
from kiebitz.lab.random_trees import SHARED, draw_depths, legend_below, payloads, reduce, unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
As in figure 7, but each world's payoffs are replaced by those of one dummy world with probability
q (column `similarity`). The drawing is lost, and with it the values of q; the text says that
trees with a higher q are easier.
"""


def draw(figure: Figure, table: list[Row]) -> None:
    """One panel a similarity."""
    similarities = list(dict.fromkeys(float(row["similarity"] or 0) for row in table))
    panels = figure.subplots(1, len(similarities), sharey=True, squeeze=False)
    for axes, q in zip(panels.flat, similarities, strict=True):
        draw_depths(axes, [row for row in table if row["similarity"] == q], f"q = {q:g}")
        axes.label_outer()
    legend_below(figure, panels[0][0])


_SHARED = {**SHARED, "algorithms": ["monte-carlo"], "similarities": [0.0, 0.25, 0.5, 0.75]}

EXPERIMENT = Experiment(
    name="world-similarity",
    paper="Frank & Basin 2001",
    item="figure 29",
    title="Monte Carlo sampling on random trees with similar worlds",
    sizes={
        "quick": Size({**_SHARED, "depths": [2, 3, 4, 5, 6, 7, 8], "trees": 100, "batch": 50}, 6),
        "paper": Size({**_SHARED, "depths": list(range(2, 14)), "trees": 1000, "batch": 50}, 500),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
