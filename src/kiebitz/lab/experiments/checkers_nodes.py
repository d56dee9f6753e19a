"""Nodes that each algorithm needs for six moves ahead in Chinese Checkers (table 7.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.contests import NAMES, PAPER
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum, numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Positions from games of three paranoid players on the full board, the ten best moves of a position
searched, ordered by the evaluation after them. The searches deepen, and nodes are those of the
depths 1 to 6 together: 10 + 110 + … + 1,111,110 = 1,234,560 for plain maxⁿ wherever there are ten
moves, which are the thesis' 1.2 million. Speculative maxⁿ and paranoid keep positions in a table of
2^20 entries. `different` says how often the move is not that of plain maxⁿ.
"""
ALGORITHMS = ("maxn", "speculative", "approximate-deep", "paranoid")
LABELS = {**NAMES, "maxn": "plain maxⁿ"}
TABLE = 2**20


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one position."""
    for number in range(parameters["positions"]):
        yield {
            "number": number,
            "depth": parameters["depth"],
            "width": parameters["width"],
            "longest": parameters["longest"],
        }


def unit(payload: Any, seed: int) -> list[list[Any]]:
    """Nodes of each algorithm, and whether it plays another move than plain maxⁿ."""
    from kiebitz.games.chinese_checkers import State
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import Method, search

    state = State.start()
    shared: dict[str, Any] = {"width": payload["width"], "order": "value"}
    for ply in range(seed % payload["longest"]):
        method = Method("paranoid", **shared)
        move = search(state, method, limit=Limit(nodes=1000), shuffle=derive_seed(seed, ply)).move
        after = state.play(move)
        if after.is_over:
            break
        state = after
    found = []
    limit = Limit(depth=payload["depth"])
    for name in ALGORITHMS:
        entries = TABLE if name in ("speculative", "paranoid") else 0
        method = Method(name, table_entries=entries, **shared)
        result = search(state, method, limit=limit)
        found.append((result.nodes, result.move))
    return [[nodes, move != found[0][1]] for nodes, move in found]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line an algorithm."""
    table: list[Row] = []
    plain = Sum()
    for done in finished:
        plain.add(done.value[0][0])
    for place, name in enumerate(ALGORITHMS):
        nodes, other = Sum(), Sum()
        for done in finished:
            nodes.add(done.value[place][0])
            other.add(100 * done.value[place][1])
        table.append(
            {
                "algorithm": LABELS[name],
                "nodes": nodes.mean,
                "nodes_ci": nodes.interval,
                "share": 100 * nodes.mean / plain.mean,
                "different": other.mean,
            }
        )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """The nodes on a logarithmic scale."""
    from kiebitz.lab.style import COLOURS

    axes = figure.subplots()
    axes.bar(
        [str(row["algorithm"]) for row in table],
        numbers(table, "nodes"),
        yerr=numbers(table, "nodes_ci"),
        color=COLOURS[0],
    )
    axes.set_yscale("log")
    axes.set_ylabel("nodes of depths 1 to 6")


EXPERIMENT = Experiment(
    name="checkers-nodes",
    paper=PAPER,
    item="table 7.5",
    title="Nodes at depth 6 in Chinese Checkers",
    sizes={
        "quick": Size({"positions": 6, "depth": 6, "width": 10, "longest": 60}, 20),
        "paper": Size({"positions": 200, "depth": 6, "width": 10, "longest": 90}, 600),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"algorithm": LABELS[name]}, column, value)
        for name, nodes in zip(ALGORITHMS, (1_200_000, 100_000, 61_000, 25_000), strict=True)
        for column, value in (("nodes", nodes), ("share", nodes / 12_000))
    ],
    notes=NOTES,
)
