"""The recursion levels beside an equilibrium, for context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.experiments.recursion_levels import batches, tree_parameters

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
How far the recursion levels are from an equilibrium, on the trees of figure 9.2. `exploitability`
is what a best response wins of the player in both seats; for the equilibrium, approached by
counterfactual regret minimisation (CFR+), it says how near the approach came. `loss to
equilibrium` is what the equilibrium, which does not know its opponent, wins of the player in both
seats.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of trees."""
    for trees in batches(parameters["trees"], parameters["batch"]):
        yield {
            "tree": tree_parameters(parameters),
            "trees": trees,
            "levels": parameters["levels"],
            "iterations": parameters["iterations"],
        }


def unit(payload: Any, seed: int) -> list[list[list[float]]]:
    """Sums over a batch: exploitability and loss of each level, and of the equilibrium last."""
    from kiebitz.games.synthetic import BcdParameters, BcdTree
    from kiebitz.search.recursion import equilibrium, exploitability, level_policies

    levels = payload["levels"]
    sums = [[Sum(), Sum()] for _ in range(len(levels) + 1)]
    for number in range(payload["trees"]):
        tree = BcdTree(BcdParameters(**payload["tree"]), derive_seed(seed, number))
        policies = level_policies(tree, max(levels))
        balanced = equilibrium(tree, payload["iterations"])
        for (exploited, lost), policy in zip(
            sums, [*(policies[level] for level in levels), balanced], strict=True
        ):
            exploited.add(exploitability(tree, policy))
            lost.add(
                tree.core.expected_win(balanced, policy) - tree.core.expected_win(policy, balanced)
            )
    return [[exploited.packed, lost.packed] for exploited, lost in sums]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a player."""
    names = [f"R{level}" for level in parameters["levels"]] + ["equilibrium"]
    table: list[Row] = []
    for place, name in enumerate(names):
        exploited, lost = Sum(), Sum()
        for done in finished:
            exploited.merge(done.value[place][0])
            lost.merge(done.value[place][1])
        table.append(
            {
                "player": name,
                "exploitability": exploited.mean,
                "exploitability_ci": exploited.interval,
                "loss_to_equilibrium": lost.mean,
                "loss_to_equilibrium_ci": lost.interval,
            }
        )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """Both numbers of each player, side by side."""
    from kiebitz.lab.style import COLOURS

    axes = figure.subplots()
    kinds = (("exploitability", "best response wins"), ("loss_to_equilibrium", "equilibrium wins"))
    for number, (column, label) in enumerate(kinds):
        axes.bar(
            [place + 0.4 * number - 0.2 for place in range(len(table))],
            numbers(table, column),
            0.38,
            yerr=numbers(table, f"{column}_ci"),
            capsize=2.5,
            color=COLOURS[number],
            hatch="" if number == 0 else "///",
            edgecolor="white",
            label=label,
        )
    axes.set_xticks(range(len(table)), [str(row["player"]) for row in table])
    axes.set_ylabel("loss (wins, both seats)")
    axes.legend()


_SHARED: dict[str, Any] = {
    "bias": 0.8,
    "correlation": 0.9,
    "disambiguation": 0.6,
    "types": 8,
    "moves": 9,
    "levels": [0, 1, 2, 3, 8],
}

EXPERIMENT = Experiment(
    name="equilibrium",
    paper="Furtak 2013 (thesis); Furtak & Buro 2013",
    item="§9.5, context",
    title="Recursion levels beside an equilibrium",
    sizes={
        "quick": Size({**_SHARED, "trees": 20, "batch": 2, "iterations": 100}, 15),
        "paper": Size({**_SHARED, "trees": 1000, "batch": 5, "iterations": 500}, 1500),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
