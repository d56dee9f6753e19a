"""Monte Carlo sampling with some of the worlds, on random trees (001 §3 and §4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.lab.experiment import Experiment, Row, Size, numbers
from kiebitz.lab.random_trees import SHARED, payloads, reduce, unit
from kiebitz.lab.style import line as look

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The trees of figures 7 and 8. The paper's Monte Carlo sampling looks at all ten worlds, "but in
practice only some representative sample of worlds is examined" (§3). Here so many worlds are drawn
by their probabilities at every decision, anew and with repetition; the line `monte-carlo` is all
ten, once each. Ours, not printed: more worlds bring the errors down only to those of `monte-carlo`,
which are errors of the method.
"""


def draw(figure: Figure, table: list[Row]) -> None:
    """Error over depth, one line a sample; a panel for a MIN who knows nothing and one for all."""
    levels = sorted({float(row["knowledge"] or 0) for row in table})
    for axes, level in zip(
        figure.subplots(1, len(levels), sharey=True, squeeze=False).flat, levels, strict=True
    ):
        for number, name in enumerate(dict.fromkeys(str(row["algorithm"]) for row in table)):
            rows = [r for r in table if r["algorithm"] == name and r["knowledge"] == level]
            axes.errorbar(
                numbers(rows, "depth"),
                numbers(rows, "error"),
                yerr=numbers(rows, "error_ci"),
                label=name.removeprefix("monte-carlo:") if ":" in name else "all, once each",
                **look(number),
            )
        axes.set_title(f"MIN's knowledge {level:g}")
        axes.set_xlabel("depth")
    figure.axes[0].set_ylabel("trees without an optimal strategy (%)")
    figure.axes[0].set_ylim(0, 102)
    figure.axes[0].legend(title="worlds")


_SHARED = {
    **SHARED,
    "known": [0, 9],
    "algorithms": [*(f"monte-carlo:{number}" for number in (1, 3, 10, 30, 100)), "monte-carlo"],
}

EXPERIMENT = Experiment(
    name="monte-carlo-samples",
    paper="Frank & Basin 2001",
    item="§3, samples",
    title="Monte Carlo sampling with samples of worlds on random trees",
    sizes={
        "quick": Size({**_SHARED, "depths": [2, 4, 6], "trees": 100, "batch": 50}, 2),
        "paper": Size({**_SHARED, "depths": list(range(2, 9)), "trees": 1000, "batch": 50}, 20),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
