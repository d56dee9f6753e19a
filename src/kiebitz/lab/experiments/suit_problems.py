"""Figure 28 of 001: all algorithms on single-suit Bridge problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum, numbers
from kiebitz.lab.suit_problems import shipped_problems
from kiebitz.search.best_defence import ALGORITHMS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The paper's problems are 650 of the Official Encyclopedia of Bridge; ours are 700 dealt ones,
shipped with Kiebitz and described in `kiebitz.lab.suit_problems`. Both ask for the most tricks
that can be made at all. A plan is optimal if no plan has a better chance. `loss` is by how many
of 650 problems, played once each, the best plans would win more; `seconds` is the mean time of
one problem on one core, most of it the making of the graph. Equal choices are made at random, as
in the paper.

Its row of vector minimaxing says 71.8 %, but 460 of 650 is 70.8 %; and the 638 and 11 problems of
prm-beta are one short of 650.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of problems."""
    problems = min(parameters["problems"], len(shipped_problems()))
    for first in range(0, problems, parameters["batch"]):
        yield {
            "first": first,
            "problems": min(parameters["batch"], problems - first),
            "algorithms": parameters["algorithms"],
        }


def unit(payload: Any, seed: int) -> list[list[list[float]]]:
    """For each algorithm and problem: the chance that its plan lacks, and the seconds it took."""
    from time import process_time

    from kiebitz.cards import derive_seed
    from kiebitz.solvers.single_suit import plan_suit

    first = payload["first"]
    problems = shipped_problems()[first : first + payload["problems"]]
    results: list[list[list[float]]] = [[] for _ in payload["algorithms"]]
    for problem in problems:
        best = plan_suit(problem.north, problem.south, problem.tricks).value
        for place, algorithm in enumerate(payload["algorithms"]):
            started = process_time()
            by_tricks = payload.get("payoffs") == "tricks"
            plan = plan_suit(
                problem.north,
                problem.south,
                None if by_tricks else problem.tricks,
                algorithm,
                seed=derive_seed(seed, problem.number, place),
                plays=payload.get("plays", "needed"),
            )
            took = process_time() - started
            chance = plan.value
            if by_tricks:
                wins = [layout for layout in plan.layouts if layout.tricks >= problem.tricks]
                chance = sum(layout.probability for layout in wins)
            results[place].append([max(0.0, best - chance), took])
    return results


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line an algorithm, in the order of the paper."""
    return rows_of(parameters["algorithms"], finished)


def rows_of(algorithms: Sequence[str], finished: Sequence[Done]) -> list[Row]:
    """What each algorithm did in some units of work."""
    table: list[Row] = []
    for place, algorithm in enumerate(algorithms):
        optimal, loss, seconds = Sum(), Sum(), Sum()
        for done in finished:
            for lacks, took in done.value[place]:
                optimal.add(float(lacks < 1e-9))
                loss.add(lacks)
                seconds.add(took)
        table.append(
            {
                "algorithm": algorithm,
                "problems": optimal.count,
                "optimal": 100 * optimal.mean,
                "optimal_ci": 100 * optimal.interval,
                "loss": 650 * loss.mean,
                "loss_ci": 650 * loss.interval,
                "seconds": seconds.mean,
            }
        )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """The share of suboptimal plans, ours and the paper's."""
    axes = figure.subplots()
    names = [str(row["algorithm"]) for row in table]
    places = range(len(names))
    ours = [100 - value for value in numbers(table, "optimal")]
    printed = [100 - PRINTED[name][0] if name in PRINTED else 0 for name in names]
    axes.bar([p - 0.2 for p in places], ours, 0.4, label="Kiebitz, 700 problems", color="#0072B2")
    axes.bar(
        [p + 0.2 for p in places],
        printed,
        0.4,
        label="paper, 650 problems",
        color="#E69F00",
        hatch="//",
    )
    axes.set_xticks(places, names, rotation=30, ha="right")
    axes.set_ylabel("plans that are not optimal (%)")
    axes.legend()


PRINTED = {  # optimal plans in per cent, expected loss
    "monte-carlo": (66.2, 17.00),
    "vector-mm": (70.8, 12.81),
    "vm-beta": (85.4, 6.24),
    "ivm": (94.3, 1.61),
    "prm": (95.7, 0.86),
    "prm-beta": (98.2, 0.34),
    "ivm-beta": (99.2, 0.23),
    "iprm": (99.2, 0.13),
    "iprm-beta": (99.7, 0.06),
}

_ORDER = [*PRINTED, "vm-alpha-beta", "ivm-ties", "exact"]
assert set(_ORDER) == set(ALGORITHMS)

EXPERIMENT = Experiment(
    name="suit-problems",
    paper="Frank & Basin 2001",
    item="figure 28",
    title="All algorithms on single-suit Bridge problems",
    sizes={
        "quick": Size({"problems": 100, "batch": 10, "algorithms": _ORDER}, 5),
        "paper": Size({"problems": 700, "batch": 10, "algorithms": _ORDER}, 35),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        *(Printed({"algorithm": name}, "optimal", row[0]) for name, row in PRINTED.items()),
        *(Printed({"algorithm": name}, "loss", row[1]) for name, row in PRINTED.items()),
    ],
    notes=NOTES,
)
