"""Figures 8.6 to 8.9: which tentpoles to keep within a budget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, numbers
from kiebitz.lab.skat_cardplay import THESIS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The share of table entries that are not exact any more, in percent, when only part of the tentpoles
is kept: chosen greedily or by the dynamic programme, for full rows and for half rows, with rows
counted once (`naive`) or as often as they occur (`frequency`). The `splits` most frequent splits,
`rows` of each, spread over all rows of the table. The print draws nodes over megabytes instead:
whole half rows by these weights, in nodes, are in `skat-table-sizes`. Tables that are missing in
the cache directory are built first.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a split of a kind."""
    for game in ("suit", "grand"):
        for split in range(int(parameters["splits"])):
            yield {
                "game": game,
                "split": split,
                "cards": parameters["cards"],
                "rows": parameters["rows"],
                "budgets": parameters["budgets"],
            }


def unit(payload: Any, seed: int) -> dict[str, list[float]]:
    """By manner and budget: the cost, counted by frequency, and what all entries count."""
    from kiebitz._core import tables
    from kiebitz.lab.row_budgets import best, cost, greedy, with_half_row
    from kiebitz.tables import build

    build(payload["game"], payload["cards"], workers=1)
    found = tables.row_curves(payload["game"], payload["cards"], payload["split"], payload["rows"])
    answers: dict[str, list[float]] = {}
    all_poles = sum(len(curve) - 1 for _, _, curve in found)
    everything = sum(often * curve[0] for often, _, curve in found)
    for rows in ("full", "half"):
        curves = [
            with_half_row(curve, half) if rows == "half" else curve for _, half, curve in found
        ]
        weighted = [
            [often * value for value in curve]
            for (often, _, _), curve in zip(found, curves, strict=True)
        ]
        for weights, chosen in (("naive", curves), ("frequency", weighted)):
            for method, choose in (("greedy", greedy), ("programme", best)):
                for budget in payload["budgets"]:
                    kept = choose(chosen, int(all_poles * budget / 100))
                    name = f"{rows} {weights} {method} {budget}"
                    answers[name] = [cost(weighted, kept), everything]
    return answers


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each kind, manner and budget."""
    rows: list[Row] = []
    for game in ("suit", "grand"):
        units = [done.value for done in finished if done.payload["game"] == game]
        for name in units[0] if units else ():
            kind, weights, method, budget = name.split()
            lost = sum(value[name][0] for value in units)
            rows.append(
                {
                    "game": game,
                    "rows": kind,
                    "weights": weights,
                    "method": method,
                    "budget": float(budget),
                    "not_exact": 100 * lost / sum(value[name][1] for value in units),
                }
            )
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """The cost over the budget, rows weighted by frequency."""
    from kiebitz.lab.style import line

    both = figure.subplots(1, 2, sharey=True)
    for axes, game in zip(both, ("suit", "grand"), strict=True):
        own = [row for row in table if row["game"] == game and row["weights"] == "frequency"]
        lines = dict.fromkeys((row["rows"], row["method"]) for row in own)
        for number, (kind, method) in enumerate(lines):
            rows = [row for row in own if (row["rows"], row["method"]) == (kind, method)]
            axes.errorbar(
                numbers(rows, "budget"),
                numbers(rows, "not_exact"),
                label=f"{kind} rows, {method}",
                **line(number),
            )
        axes.set_title(game)
        axes.set_xlabel("tentpoles kept, %")
    both[0].set_ylabel("entries not exact, %")
    both[0].legend()


_BUDGETS = [5.0, 10.0, 20.0, 30.0, 40.0, 60.0, 80.0]

EXPERIMENT = Experiment(
    name="skat-table-budgets",
    paper=THESIS,
    item="figures 8.6 to 8.9",
    title="Tentpoles within a budget",
    sizes={
        "quick": Size({"cards": 2, "splits": 6, "rows": 30, "budgets": _BUDGETS}, 5),
        "paper": Size({"cards": 4, "splits": 6, "rows": 12, "budgets": _BUDGETS}, 300),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
