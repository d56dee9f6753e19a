"""Which reading of the BCD trees reproduces figure 9.2: all combinations of what is left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.experiments.recursion_levels import LEVELS, MATRIX, batches, unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The texts do not say how many moves "height 8" means, for whom the bias is, whether sets are split
before the first move, and whether halves are equal. Here is every combination, with the largest
distance from the matrix printed as figure 9.2: once over its pairs of levels, which do not depend
on what "BR" means, and once over its column BR, read as the best and as the playout response.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of trees under one reading."""
    for moves, bias_for, first, halving in _readings(parameters):
        tree = {
            "moves": moves,
            "bias_for": bias_for,
            "split_before_first_move": first,
            "halving": halving,
        }
        for trees in batches(parameters["trees"], parameters["batch"]):
            yield {"tree": tree, "trees": trees, "levels": LEVELS}


def _readings(parameters: Parameters) -> list[tuple[Any, ...]]:
    return list(
        product(
            parameters["moves"], parameters["bias_for"], parameters["first"], parameters["halving"]
        )
    )


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a reading, the nearest first."""
    table: list[Row] = []
    for moves, bias_for, first, halving in _readings(parameters):
        tree = {
            "moves": moves,
            "bias_for": bias_for,
            "split_before_first_move": first,
            "halving": halving,
        }
        values = [done.value for done in finished if done.payload["tree"] == tree]
        pairs, best, playout = 0.0, 0.0, 0.0
        for row, printed in enumerate(MATRIX.values()):
            for place, number in enumerate(printed[:-1]):
                pairs = max(pairs, abs(_mean(values, row, row + 1 + place) - number))
            playout = max(playout, abs(_mean(values, row, len(LEVELS)) - printed[-1]))
            best = max(best, abs(_mean(values, row, len(LEVELS) + 1) - printed[-1]))
        table.append(
            {
                "moves": moves,
                "bias_for": bias_for,
                "split_before_first_move": first,
                "halving": halving,
                "pairs": pairs,
                "BR_as_playout": playout,
                "BR_as_best": best,
            }
        )
    return sorted(table, key=_distance)


def _mean(values: list[Any], row: int, column: int) -> float:
    total = Sum()
    for value in values:
        total.merge(value[row][column])
    return total.mean


def _distance(row: Row) -> float:
    return max(float(row["pairs"] or 0), float(row["BR_as_playout"] or 0))


def draw(figure: Figure, table: list[Row]) -> None:
    """The distance of every reading, nearest at the top."""
    from kiebitz.lab.style import COLOURS

    figure.set_size_inches(6.4, 0.22 * len(table) + 0.8)
    axes = figure.subplots()
    names = [
        f"{row['moves']} moves, {str(row['bias_for']).replace('_', ' ')}, {row['halving']} halves"
        f"{'' if row['split_before_first_move'] else ', first move unsplit'}"
        for row in table
    ]
    axes.scatter(
        numbers(table, "pairs"),
        names,
        marker="o",
        color=COLOURS[0],
        label="pairs of levels",
    )
    axes.scatter(
        numbers(table, "BR_as_playout"),
        names,
        marker="s",
        facecolors="none",
        edgecolors=COLOURS[1],
        label="BR as playout response",
    )
    axes.scatter(
        numbers(table, "BR_as_best"),
        names,
        marker="^",
        facecolors="none",
        edgecolors=COLOURS[2],
        label="BR as best response",
    )
    axes.axvline(0.01, color="#888888", linestyle="--", linewidth=0.8)
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel("largest distance from print (wins)")
    axes.set_xlim(left=0)
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.legend(loc="upper right")


_SHARED: dict[str, Any] = {
    "moves": [7, 8, 9, 10],
    "bias_for": ["last_mover", "after_last_mover"],
    "first": [True, False],
    "halving": ["equal", "coin"],
}

EXPERIMENT = Experiment(
    name="bcd-readings",
    paper="Furtak 2013 (thesis); Furtak & Buro 2013",
    item="figure 9.2, conventions",
    title="Which reading of the BCD trees reproduces figure 9.2",
    sizes={
        "quick": Size({**_SHARED, "trees": 60, "batch": 15}, 70),
        "paper": Size({**_SHARED, "trees": 1000, "batch": 25}, 1200),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
