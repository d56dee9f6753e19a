"""Figure 27 of 001: the heuristics against non-locality on random trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.lab.experiment import Experiment, Row, Size
from kiebitz.lab.random_trees import SHARED, draw_depths, legend_below, payloads, reduce, unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
As in figures 7 and 8, for Monte Carlo sampling and five algorithms that tackle strategy fusion
and non-locality. The drawings are lost. The text says, and ours agrees: vector minimaxing is
slightly better than Monte Carlo sampling almost everywhere; prm, vm-beta and prm-beta are worse
than it where MIN knows nothing and better from a knowledge of about 5/9; with full knowledge at
depth 8 the error of prm is about a third of Monte Carlo's; for vm-beta and prm-beta depths 7 and
8 are then easier than 5 and 6.

Two of its sentences do not hold for ivm by the definition of §7.4: that ivm, too, has a third of
Monte Carlo's error at depth 8 (by the definition a search biased to a world that MAX can win always
wins it, so that ivm errs only where the best strategy wins two worlds or more, and those trees are
rare); and that ivm is nowhere worse than vector minimaxing (by the definition each of its
strategies gives up expectation for one world, which costs against a MIN who knows nothing).
`ivm-ties` is a reading of ours, in which the guess decides only between branches of equal
expectation. For it both sentences hold: at depth 8 and full knowledge it errs on 39 % of the trees
and Monte Carlo on 93 %, and it is level with vector minimaxing where MIN knows nothing. But on
single suits (figure 28) it finds 84 % of the best plans and ivm by the definition 97 %, where the
paper has 94 %. So neither reading explains both figures.
"""


def draw(figure: Figure, table: list[Row]) -> None:
    """One panel an algorithm, as in the paper."""
    algorithms = list(dict.fromkeys(str(row["algorithm"]) for row in table))
    columns = (len(algorithms) + 1) // 2
    panels = figure.subplots(2, columns, sharex=True, sharey=True, squeeze=False)
    for axes, algorithm in zip(panels.flat, algorithms, strict=False):
        draw_depths(axes, [row for row in table if row["algorithm"] == algorithm], algorithm)
    legend_below(figure, panels[0][0])
    for axes in panels.flat:
        axes.set_ylabel("error (%)")
        axes.label_outer()


_SHARED = {
    **SHARED,
    "algorithms": ["monte-carlo", "vector-mm", "prm", "vm-beta", "ivm", "ivm-ties", "prm-beta"],
    "depths": list(range(2, 9)),
}

EXPERIMENT = Experiment(
    name="non-locality-heuristics",
    paper="Frank & Basin 2001",
    item="figure 27",
    title="Errors of seven algorithms on random trees, by depth and MIN's knowledge",
    sizes={
        "quick": Size({**_SHARED, "trees": 200, "batch": 50}, 5),
        "paper": Size({**_SHARED, "trees": 1000, "batch": 50}, 25),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
