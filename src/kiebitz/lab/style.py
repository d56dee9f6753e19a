"""How plots look: colours that survive print and colour blindness, and a marker for each line."""

from __future__ import annotations

from typing import Any

#: Okabe and Ito's palette without its yellow, which print loses.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))

STYLE: dict[str, Any] = {
    "font.size": 10,
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "lines.linewidth": 1.5,
    "lines.markersize": 5,
    "svg.fonttype": "none",
}


def line(number: int) -> dict[str, Any]:
    """The look of the `number`-th line of a plot: it differs from the others without colour too.

    >>> line(0)["marker"], line(1)["marker"]
    ('o', 's')
    """
    i = number % len(COLOURS)
    return {"color": COLOURS[i], "marker": MARKERS[i], "linestyle": DASHES[i], "capsize": 2.5}
