"""Figure 28 of 001 again: other payoffs and other trees for the same problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, numbers
from kiebitz.lab.experiments.suit_problems import PRINTED, rows_of, unit
from kiebitz.lab.experiments.suit_problems import payloads as problem_payloads

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The problems of `suit-problems`, searched in six ways; every plan is judged by its chance of the
tricks wanted, against the best plan of all. Payoffs: `chance` is 1 for the tricks wanted and 0
otherwise, `tricks` their number, so that the algorithms choose by expected tricks. Plays: `needed`
are ours (of third-hand cards that do not matter to the trick one, and nothing after all is
decided); `all` are all cards that differ, to the last trick; with `tactics`, in the way of FINESSE,
declarer says with the lead what third hand will do: play low, or a card unless it takes a higher
one to beat second hand. FINESSE's own tactics are not printed in the paper; these are ours.
`seconds` is the mean time of a problem, making the graph included.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of problems, searched in one way."""
    for payoffs in parameters["payoffs"]:
        for plays in parameters["plays"]:
            for payload in problem_payloads(parameters):
                yield {**payload, "payoffs": payoffs, "plays": plays}


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a way and algorithm."""
    table: list[Row] = []
    for payoffs in parameters["payoffs"]:
        for plays in parameters["plays"]:
            way = {"payoffs": payoffs, "plays": plays}
            units = [done for done in finished if way.items() <= done.payload.items()]
            table += [{**way, **row} for row in rows_of(parameters["algorithms"], units)]
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """The share of best plans, one line a way, the paper's beside them."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    names = list(dict.fromkeys(str(row["algorithm"]) for row in table))
    for number, way in enumerate(dict.fromkeys((row["payoffs"], row["plays"]) for row in table)):
        rows = [row for row in table if (row["payoffs"], row["plays"]) == way]
        axes.errorbar(
            names, numbers(rows, "optimal"), label=", ".join(map(str, way)), **line(number)
        )
    known = [name for name in names if name in PRINTED]
    axes.plot(known, [PRINTED[name][0] for name in known], "k*", label="paper")
    axes.set_ylabel("best plans (%)")
    axes.tick_params(axis="x", rotation=30)
    axes.legend(fontsize=7)


_SHARED: dict[str, Any] = {
    "payoffs": ["chance", "tricks"],
    "plays": ["needed", "all", "tactics"],
    "batch": 10,
    "algorithms": ["monte-carlo", "vector-mm", "vm-beta", "prm", "prm-beta"],
}

EXPERIMENT = Experiment(
    name="suit-tactics",
    paper="Frank & Basin 2001",
    item="figure 28, FINESSE's tactics",
    title="Single-suit problems with other payoffs and other plays",
    sizes={
        "quick": Size({**_SHARED, "problems": 40}, 10),
        "paper": Size({**_SHARED, "problems": 700}, 45),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed(
            {"payoffs": payoffs, "plays": plays, "algorithm": name}, "optimal", PRINTED[name][0]
        )
        for name in ("monte-carlo", "vector-mm", "vm-beta", "prm")
        for payoffs in _SHARED["payoffs"]
        for plays in _SHARED["plays"]
    ],
    notes=NOTES,
)
