"""Figure 3.5 of the thesis: what fastest-cut-first ordering saves in prefix value trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import (
    Done,
    Experiment,
    Parameters,
    Printed,
    Row,
    Size,
    Sum,
    numbers,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kiebitz.games.synthetic import PrefixParameters
    from kiebitz.search.two_sided import Algorithm, Ordering

NAMES = {"alpha_beta": "AB", "nega_scout": "NS", "mtdf": "MTD(f)"}
PLAIN: Ordering = "value"
TRAINED, FILTER = "size_per_trained_chance", "likely_then_size"
FASTEST = ("value_minus_size", FILTER, "size_per_chance", TRAINED, "size", "combined")
TRAINING = 20090711  # of the seeds of trees that P is trained on

NOTES = """
Positions visited by iterative deepening in prefix value trees, all passes added, as multiples of
the minimum proof tree of the same depth. `saved` is the part of the positions that an ordering
saves against ordering by value alone. Trees have 4 to 12 moves at each position, edge values from
−6 to 0 and evaluation errors from −4 to 4.

As in the text, positions that have not been expanded before come in random order, and the size S of
a move is its number of replies as part of the largest, known only after it was expanded. The text
names these orderings: `value_minus_size` is V − C·S; `likely_then_size` takes the moves with
V ≥ β − `margin` first, by their size; `size_per_chance` is S/P with P by a threshold at β, and
`size_per_trained_chance` with P counted by V − β on other trees of the same family
(`training_trees`); `combined` is V − C·S − D·S/P. The thesis tuned its weights without giving them
and found S/P and S about equally good, so the printed savings stand beside all of ours. Our weights
were chosen on 24 other trees, searched to depth 9.
With the replies of unexpanded positions counted as well (`frontier_sizes`), more is saved.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one tree, searched in every way."""
    shared = {key: value for key, value in parameters.items() if key != "trees"}
    for _ in range(parameters["trees"]):
        yield shared


@cache
def trained(algorithm: Algorithm, tree: PrefixParameters, trees: int) -> tuple[float, ...]:
    """P for an algorithm, from trees of the same family that are not among those searched."""
    from kiebitz.search.two_sided import DeepeningOptions, trained_chances

    seeds = [derive_seed(TRAINING, number) for number in range(trees)]
    return trained_chances(tree, seeds, algorithm, DeepeningOptions(frontier_values=False))


def _tree(parameters: Parameters, depth: int) -> PrefixParameters:
    from kiebitz.games.synthetic import PrefixParameters

    return PrefixParameters(
        parameters["least_branching"],
        parameters["most_branching"],
        parameters["damage"],
        parameters["noise"],
        depth,
    )


def unit(payload: Any, seed: int) -> dict[str, list[int]]:
    """Positions by depth: of the minimum proof tree, and of every algorithm and ordering."""
    from kiebitz.search.proof import minimum_proof_sizes
    from kiebitz.search.two_sided import DeepeningOptions, deepen

    tree = _tree(payload, payload["depth"])
    seed = derive_seed(seed, 0)
    counts = {"least": list(minimum_proof_sizes(tree, seed))}
    for algorithm in payload["algorithms"]:
        for ordering in payload["orderings"]:
            options = DeepeningOptions(
                "size_per_chance" if ordering == TRAINED else ordering,
                size_weight=payload["margin" if ordering == FILTER else "size_weight"],
                chance_weight=payload["chance_weight"],
                chance_below=payload["chance_below"],
                chances=_chances(payload, algorithm) if ordering == TRAINED else (),
                frontier_values=payload["frontier_values"],
                frontier_sizes=payload["frontier_sizes"],
                exact_frontier=payload["exact_frontier"],
                table_bits=19,
            )
            counts[f"{algorithm} {ordering}"] = list(deepen(tree, seed, algorithm, options).nodes)
    return counts


def _chances(payload: Any, algorithm: Algorithm) -> tuple[float, ...]:
    # One move less deep: where most of the work is, they are the same.
    tree = _tree(payload, max(1, payload["depth"] - 1))
    return trained(algorithm, tree, payload["training_trees"])


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line for each algorithm, ordering and depth."""
    table: list[Row] = []
    for algorithm in parameters["algorithms"]:
        for ordering in parameters["orderings"]:
            for depth in range(1, parameters["depth"] + 1):
                ratio = Sum()
                nodes = plain = 0
                for done in finished:
                    count = done.value[f"{algorithm} {ordering}"][depth - 1]
                    ratio.add(count / done.value["least"][depth - 1])
                    nodes += count
                    plain += done.value.get(f"{algorithm} {PLAIN}", [0] * depth)[depth - 1]
                table.append(
                    {
                        "algorithm": NAMES[algorithm],
                        "ordering": ordering,
                        "depth": depth,
                        "multiple": ratio.mean,
                        "multiple_ci": ratio.interval,
                        "nodes": nodes / len(finished),
                        "saved": 1 - nodes / plain if plain else None,
                        "saved_ci": _saved_interval(finished, algorithm, ordering, depth),
                    }
                )
    return table


def _saved_interval(
    finished: Sequence[Done], algorithm: str, ordering: str, depth: int
) -> float | None:
    """Half the 95 % interval of a ratio of sums, by the delta method."""
    if f"{algorithm} {PLAIN}" not in finished[0].value or len(finished) < 2:
        return None
    pairs = [
        (
            done.value[f"{algorithm} {ordering}"][depth - 1],
            done.value[f"{algorithm} {PLAIN}"][depth - 1],
        )
        for done in finished
    ]
    total = float(sum(plain for _, plain in pairs))
    ratio = sum(nodes for nodes, _ in pairs) / total
    residual = Sum()
    for nodes, plain in pairs:
        residual.add(nodes - ratio * plain)
    return residual.interval * (len(pairs) / total)


def draw(figure: Figure, table: list[Row]) -> None:
    """Multiples of the minimum proof over depth: each algorithm by value, and fastest cut first."""
    from kiebitz.lab.style import COLOURS, MARKERS

    axes = figure.subplots()
    labels = {"value": "", "value_minus_size": " + FCF (V − C·S)"}
    algorithms = list(dict.fromkeys(str(row["algorithm"]) for row in table))
    for number, algorithm in enumerate(algorithms):
        for ordering, dashes in (("value", "-"), ("value_minus_size", "--")):
            rows = [r for r in table if r["algorithm"] == algorithm and r["ordering"] == ordering]
            if not rows:
                continue
            axes.errorbar(
                numbers(rows, "depth"),
                numbers(rows, "multiple"),
                yerr=numbers(rows, "multiple_ci"),
                label=algorithm + labels[ordering],
                color=COLOURS[number],
                marker=MARKERS[number],
                linestyle=dashes,
                markerfacecolor=COLOURS[number] if dashes == "-" else "white",
                capsize=2.5,
            )
    axes.set_xlabel("depth of search (moves)")
    axes.set_ylabel("positions visited / minimum proof tree")
    axes.set_ylim(bottom=0)
    axes.legend()


_SHARED: dict[str, Any] = {
    "least_branching": 4,
    "most_branching": 12,
    "damage": 6,
    "noise": 4,
    "algorithms": ["alpha_beta", "nega_scout", "mtdf"],
    "orderings": [PLAIN, *FASTEST],
    "size_weight": 8.0,
    "margin": 1.0,
    "chance_weight": 0.3,
    "training_trees": 10,
    "chance_below": 0.1,
    "frontier_values": False,
    "frontier_sizes": False,
    "exact_frontier": False,
}

EXPERIMENT = Experiment(
    name="fastest-cut-first",
    paper="Furtak 2013 (thesis)",
    item="figure 3.5",
    title="Search effort with and without fastest-cut-first ordering",
    sizes={
        "quick": Size({**_SHARED, "depth": 8, "trees": 20}, 12),
        "paper": Size({**_SHARED, "depth": 10, "trees": 500}, 1500),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=tuple(
        Printed({"algorithm": name, "ordering": ordering, "depth": 10}, "saved", saved)
        for name, saved in (("NS", 0.35), ("MTD(f)", 0.39))
        for ordering in FASTEST
    ),
    notes=NOTES,
)
