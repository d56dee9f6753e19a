"""How often each heuristic of Frank and Basin is worse than plain vector minimaxing (§7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Random trees as in figure 27 (binary, ten worlds, leaves of 0 and 1 by the last player theorem), MIN
with full knowledge. For each algorithm: in how many trees its strategy is worth less, and more,
than that of vector minimaxing. The heuristics give no guarantee: each may choose a branch for
what it supposes elsewhere in the tree, and lose by it. With `ivm-ties` the guess decides only
between branches of equal expectation; even then another choice below can come out worse.
"""
ALGORITHMS = ("vm-beta", "prm", "ivm", "ivm-ties", "prm-beta", "ivm-beta", "iprm", "iprm-beta")
#: The chance of a 1 at a leaf that keeps the chances of both players even at every depth.
GOLDEN = (3 - 5**0.5) / 2


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of trees of one depth."""
    for depth in parameters["depths"]:
        for _ in range(0, parameters["trees"], parameters["batch"]):
            yield {"depth": depth, "worlds": parameters["worlds"], "trees": parameters["batch"]}


def random_tree(random: Random, depth: int, worlds: int, *, max_moves: bool, chance: float) -> Any:
    """A binary tree; `chance` is that of a 1 at a leaf."""
    from kiebitz.search.best_defence import Leaf, Max, Min

    if depth == 0:
        return Leaf(*(int(random.random() < chance) for _ in range(worlds)))
    kind = Max if max_moves else Min
    below = (
        random_tree(random, depth - 1, worlds, max_moves=not max_moves, chance=chance)
        for _ in range(2)
    )
    return kind(*below)


def unit(payload: Any, seed: int) -> list[list[int]]:
    """For each algorithm: worse, better, and not optimal."""
    from kiebitz.search.best_defence import solve

    random = Random(seed)
    counts = [[0, 0, 0] for _ in ALGORITHMS]
    # MAX moves last at odd depths, so that a node above a pair of leaves is one in (1 - p)² or p².
    chance = GOLDEN if payload["depth"] % 2 == 1 else 1 - GOLDEN
    for _ in range(payload["trees"]):
        tree = random_tree(
            random, payload["depth"], payload["worlds"], max_moves=True, chance=chance
        )
        plain = solve(tree, "vector-mm").value
        best = solve(tree).value
        for count, name in zip(counts, ALGORITHMS, strict=True):
            value = solve(tree, name).value
            count[0] += value < plain - 1e-9
            count[1] += value > plain + 1e-9
            count[2] += value < best - 1e-9
    return counts


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line an algorithm and depth, in per cent of the trees."""
    table: list[Row] = []
    for place, name in enumerate(ALGORITHMS):
        for depth in parameters["depths"]:
            sums = [Sum(), Sum(), Sum()]
            for done in finished:
                if done.payload["depth"] != depth:
                    continue
                for total, number in zip(sums, done.value[place], strict=True):
                    total.merge([done.payload["trees"], number, number])
            row: Row = {"algorithm": name, "depth": depth}
            for column, total in zip(("worse", "better", "not_optimal"), sums, strict=True):
                row[column] = 100 * total.mean
                row[f"{column}_ci"] = 100 * total.interval
            table.append(row)
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """The share of worse strategies over the depth."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    for number, name in enumerate(ALGORITHMS):
        rows = [row for row in table if row["algorithm"] == name]
        axes.errorbar(numbers(rows, "depth"), numbers(rows, "worse"), label=name, **line(number))
    axes.set_xlabel("depth")
    axes.set_ylabel("worse than vector minimaxing (% of trees)")
    axes.legend(fontsize=7)


EXPERIMENT = Experiment(
    name="heuristics-compared",
    paper="Frank & Basin 2001",
    item="§7, no guarantee",
    title="How often a heuristic is worse than vector minimaxing",
    sizes={
        "quick": Size({"depths": [3, 4], "worlds": 10, "trees": 60, "batch": 30}, 3),
        "paper": Size(
            {"depths": [2, 3, 4, 5, 6, 7, 8], "worlds": 10, "trees": 1000, "batch": 50}, 120
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
