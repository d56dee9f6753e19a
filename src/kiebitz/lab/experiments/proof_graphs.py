"""Minimum proof graphs of small games, drawn (thesis §3.4, §3.5, §3.9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kiebitz.search.proof import GameGraph

NOTES = """
One line a position: who moves there, where to, what it is worth to the first player, and what it
proves in a smallest proof of the game's value. A proof that the value is not less needs all moves
of the second player and one of the first; that it is not more, the other way round.

`prefix tree` is a tree of §3.7. `Nim` is the game with heaps of one, two and two: equal positions
are one, so a position can serve several proofs. `set cover` is the graph of §3.4: finding its
smallest proof means covering five elements by as few of four sets as possible, and so is
NP-complete; two of the sets are enough.
"""
PROVES = {(False, False): "", (True, False): "≥", (False, True): "≤", (True, True): "="}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one graph."""
    for name in parameters["graphs"]:
        yield {"graph": name, **{key: parameters[key] for key in ("depth", "tree_seed")}}


def unit(payload: Any, seed: int) -> list[Any]:
    """Every vertex: who moves, where to, value and what it proves; and the size of the proof."""
    graph = _graph(payload)
    proof = graph.proof()
    assert proof is not None
    values = graph.values
    return [
        [
            graph.white[v],
            list(graph.children[v]),
            values[v],
            PROVES[v in proof.at_least, v in proof.at_most],
        ]
        for v in range(len(graph.white))
    ]


def _graph(payload: Any) -> GameGraph:
    from kiebitz.search.proof import GameGraph

    if payload["graph"] == "prefix tree":
        return _prefix_tree(payload["depth"], payload["tree_seed"])
    if payload["graph"] == "Nim":
        return _nim((1, 2, 2))
    return GameGraph.of_set_cover(5, [(0, 1, 2), (1, 3), (2, 4), (3, 4)])


def _prefix_tree(depth: int, seed: int) -> GameGraph:
    """A prefix value tree with two or three moves everywhere."""
    from kiebitz.games.synthetic import PrefixParameters, prefix_node
    from kiebitz.search.proof import GameGraph

    tree = PrefixParameters(2, 3, 3, 0, depth)
    paths: list[tuple[int, ...]] = [()]
    children: list[tuple[int, ...]] = []
    scores: list[int] = []
    for path in paths:  # grows while it is walked
        node = prefix_node(tree, seed, path)
        children.append(tuple(len(paths) + move for move in range(node.moves)))
        scores.append(node.exact)
        paths += [(*path, move) for move in range(node.moves)]
    white = tuple(len(path) % 2 == 0 for path in paths)
    return GameGraph(white, tuple(children), tuple(scores))


def _nim(heaps: tuple[int, ...]) -> GameGraph:
    """Nim as a graph: 1 if the first player takes the last piece, 0 if not."""
    from kiebitz.search.proof import GameGraph

    found: dict[tuple[tuple[int, ...], bool], None] = {(heaps, True): None}
    for rest, first in list_growing(found):
        for position in _after_a_move(rest):
            found.setdefault((position, not first))
    # A move takes pieces away, so this order is one in which every edge leads upwards.
    order = sorted(found, key=lambda position: -sum(position[0]))
    place = {position: number for number, position in enumerate(order)}
    children = tuple(
        tuple(place[after, not first] for after in _after_a_move(rest)) for rest, first in order
    )
    return GameGraph(
        tuple(first for _, first in order), children, tuple(int(not first) for _, first in order)
    )


def list_growing(found: dict[Any, None]) -> Iterator[Any]:
    """The keys of a dictionary that grows meanwhile.

    >>> numbers = {1: None}
    >>> [numbers.setdefault(min(n + 1, 3)) for n in list_growing(numbers)], list(numbers)
    ([None, None, None], [1, 2, 3])
    """
    number = 0
    while number < len(found):
        yield list(found)[number]
        number += 1


def _after_a_move(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    after = set()
    for place, heap in enumerate(heaps):
        for left in range(heap):
            rest = (*heaps[:place], left, *heaps[place + 1 :])
            after.add(tuple(sorted(part for part in rest if part)))
    return sorted(after)


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a vertex."""
    return [
        {
            "graph": done.payload["graph"],
            "vertex": number,
            "mover": "first" if white else "second",
            "leads to": " ".join(map(str, children)),
            "value": value,
            "proves": proves,
        }
        for done in finished
        for number, (white, children, value, proves) in enumerate(done.value)
    ]


def draw(figure: Figure, table: list[Row]) -> None:
    """Each graph in layers; the positions of its smallest proof are filled."""
    names = list(dict.fromkeys(str(row["graph"]) for row in table))
    figure.set_size_inches(8, 3.6 * len(names))
    for axes, name in zip(figure.subplots(len(names), 1, squeeze=False)[:, 0], names, strict=True):
        rows = [row for row in table if row["graph"] == name]
        _draw_graph(axes, rows)
        proved = sum(row["proves"] != "" for row in rows)
        axes.set_title(f"{name}: {proved} of {len(rows)} positions prove its value")


COLOUR = {"": "white", "≥": "#56B4E9", "≤": "#E69F00", "=": "#009E73"}


def _draw_graph(axes: Axes, rows: list[Row]) -> None:
    children = [[int(child) for child in str(row["leads to"]).split()] for row in rows]
    layer = [0] * len(rows)
    for vertex, below in enumerate(children):
        for child in below:
            layer[child] = max(layer[child], layer[vertex] + 1)
    place = {}
    for depth in range(max(layer) + 1):
        members = [vertex for vertex in range(len(rows)) if layer[vertex] == depth]
        for number, vertex in enumerate(members):
            place[vertex] = ((number + 1) / (len(members) + 1), -depth)
    for vertex, below in enumerate(children):
        for child in below:
            proof = rows[vertex]["proves"] != "" and rows[child]["proves"] != ""
            axes.plot(
                *zip(place[vertex], place[child], strict=True),
                color="black" if proof else "#BBBBBB",
                linewidth=1.2 if proof else 0.7,
                zorder=1,
            )
    for marker, mover in (("^", "first"), ("v", "second")):
        for proves, colour in COLOUR.items():
            members = [
                vertex
                for vertex, row in enumerate(rows)
                if (row["mover"], row["proves"]) == (mover, proves)
            ]
            axes.scatter(
                [place[vertex][0] for vertex in members],
                [place[vertex][1] for vertex in members],
                s=190,
                marker=marker,
                color=colour,
                edgecolor="black" if proves else "#999999",
                label=f"proves {proves}" if proves and mover == "first" else None,
                zorder=2,
            )
    for vertex, row in enumerate(rows):
        axes.annotate(str(row["value"]), place[vertex], ha="center", va="center", fontsize=6)
    axes.axis("off")
    axes.legend(loc="upper right", fontsize=7)


_SHARED = {"graphs": ["prefix tree", "Nim", "set cover"], "tree_seed": 1}

EXPERIMENT = Experiment(
    name="proof-graphs",
    paper="Furtak 2013 (thesis)",
    item="§3.9",
    title="Minimum proof graphs of small games",
    sizes={
        "quick": Size({**_SHARED, "depth": 3}, 1),
        "paper": Size({**_SHARED, "depth": 4}, 1),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
