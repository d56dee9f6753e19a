"""Figure 8.1: what lookup tables could save at most, by their size and accuracy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import declared_deals
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.skat_cardplay import THESIS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Positions of so many cards in each hand, which neither the search's memory nor the static bounds
decide, are answered by an oracle whose work is not counted, give or take `tolerance` points.
`ranks` 1: it says on which ranks its answer rests, as our tables do; 0: it does not. Print
has a drawing only, and a text: complete 4-card tables save 59 % (suit) and 61 % (grand) of the
nodes of a solver without rank patterns.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of deals of a kind."""
    for kind in parameters["kinds"]:
        for _ in range(0, int(parameters["deals"]), int(parameters["batch"])):
            yield {
                "kind": kind,
                "batch": parameters["batch"],
                "cards": parameters["cards"],
                "tolerances": parameters["tolerances"],
                "ranks": parameters["ranks"],
            }


def unit(payload: Any, seed: int) -> dict[str, list[int]]:
    """Nodes of each deal by cards, tolerance and ranks; `0 0 0` is without an oracle."""
    from kiebitz._core import tables
    from kiebitz.solvers.skat import Position

    deals = [
        Position.from_state(state).native()
        for state in islice(declared_deals(seed, payload["kind"]), payload["batch"])
    ]
    plain = tables.solve_with_oracle(deals, 0, 0)
    found = {"0 0 0": [nodes for _, nodes in plain]}
    for cards, tolerance, ranks in product(
        payload["cards"], payload["tolerances"], payload["ranks"]
    ):
        answers = tables.solve_with_oracle(deals, cards, tolerance, ranks)
        if [value for value, _ in answers] != [value for value, _ in plain]:
            raise AssertionError("an oracle changed a value")
        found[f"{cards} {tolerance} {ranks}"] = [nodes for _, nodes in answers]
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each kind, size and tolerance; saved nodes in percent."""
    rows: list[Row] = []
    for kind in parameters["kinds"]:
        units = [done.value for done in finished if done.payload["kind"] == kind]
        for name in units[0] if units else ():
            nodes, base = Sum(), Sum()
            for value in units:
                for one, other in zip(value[name], value["0 0 0"], strict=True):
                    nodes.add(one)
                    base.add(other)
            cards, tolerance, ranks = (int(word) for word in name.split())
            rows.append(
                {
                    "game": kind,
                    "cards": cards,
                    "tolerance": tolerance,
                    "ranks": ranks,
                    "deals": nodes.count,
                    "nodes": nodes.mean,
                    "nodes_ci": nodes.interval,
                    "saved_nodes": 100 * (1 - nodes.mean / base.mean),
                }
            )
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """Saved nodes over the tolerance, a line a size."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    lines = dict.fromkeys((row["game"], row["cards"]) for row in table if row["cards"])
    for number, (game, cards) in enumerate(lines):
        rows = [row for row in table if (row["game"], row["cards"]) == (game, cards)]
        rows = [row for row in rows if row["ranks"] == max(numbers(table, "ranks"))]
        axes.errorbar(
            numbers(rows, "tolerance"),
            numbers(rows, "saved_nodes"),
            label=f"{game}, {cards} cards",
            **line(number),
        )
    axes.set_xlabel("tolerance in points")
    axes.set_ylabel("nodes saved, %")
    axes.legend()


EXPERIMENT = Experiment(
    name="skat-table-oracle",
    paper=THESIS,
    item="figure 8.1",
    title="What lookup tables could save, by cards and accuracy",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit", "grand"],
                "deals": 40,
                "batch": 20,
                "cards": [3, 4, 5],
                "tolerances": [0, 2, 5],
                "ranks": [0, 1],
            },
            15,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand"],
                "deals": 2000,
                "batch": 50,
                "cards": [3, 4, 5],
                "tolerances": [0, 1, 2, 5, 10],
                "ranks": [1],
            },
            1500,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
