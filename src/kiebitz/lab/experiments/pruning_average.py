"""What the prunings leave of random and of well-ordered trees, by depth, branches and players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from kiebitz.lab.contests import PAPER
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Trees with random leaves that share 30 points among the players, searched whole; `share` is the part
of plain maxⁿ's leaves that an algorithm evaluates. *random*: branches as they come. *ordered*: at
every node the branch that is best for its player comes first. Table 5.24 says of the average case:
shallow pruning gains nothing in the limit, since the values of a deep tree average out and two
players never have all points between them; immediate, last-branch, speculative and approximate deep
pruning gain something (o(b^d)). `growth` is by how much the leaves multiply from one depth to the
next.
"""
ALGORITHMS = (
    *("immediate", "shallow", "last-branch", "speculative"),
    *("approximate-deep", "paranoid"),
)
POINTS = 30

#: A leaf is the points of all players; anything else has branches.
Tree = Any


@dataclass(frozen=True)
class Node:
    """A position in a tree: players move in turn."""

    tree: Tree
    players: int = 3
    to_move: int = 0

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return isinstance(self.tree[0], int)

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """One move a branch."""
        return () if self.is_over else tuple(range(len(self.tree)))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of a leaf."""
        points: tuple[int, ...] = self.tree if self.is_over else (0,) * self.players
        return points

    def play(self, move: int) -> Node:
        """The branch."""
        return Node(self.tree[move], self.players, (self.to_move + 1) % self.players)


def random_tree(random: Random, players: int, branching: int, depth: int) -> Tree:
    """Leaves that share the points at random."""
    if depth == 0:
        cuts = sorted(random.randint(0, POINTS) for _ in range(players - 1))
        return tuple(b - a for a, b in zip((0, *cuts), (*cuts, POINTS), strict=True))
    return tuple(random_tree(random, players, branching, depth - 1) for _ in range(branching))


def in_order(tree: Tree, player: int, players: int) -> tuple[Tree, tuple[int, ...]]:
    """The tree with the best branch first at every node, and its maxⁿ value.

    >>> in_order(((3, 0), (1, 2)), 0, 2)
    (((3, 0), (1, 2)), (3, 0))
    """
    if isinstance(tree[0], int):
        return tree, tree
    below = [in_order(branch, (player + 1) % players, players) for branch in tree]
    below.sort(key=lambda found: -found[1][player])
    return tuple(branch for branch, _ in below), below[0][1]


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one tree, searched in every way."""
    for players in parameters["players"]:
        for branching in parameters["branchings"]:
            for depth in range(2, 40):
                if branching**depth > parameters["leaves"]:
                    break
                for _ in range(parameters["trees"]):
                    yield {"players": players, "branching": branching, "depth": depth}


def unit(payload: Any, seed: int) -> dict[str, list[float]]:
    """For random and ordered: the share of the leaves that each algorithm evaluates."""
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import Method, ScoreBounds, search

    players, depth = payload["players"], payload["depth"]
    tree = random_tree(Random(seed), players, payload["branching"], depth)
    all_leaves = payload["branching"] ** depth
    bounds = ScoreBounds(0, POINTS, POINTS)
    found: dict[str, list[float]] = {}
    for kind, shape in (("random", tree), ("ordered", in_order(tree, 0, players)[0])):
        found[kind] = []
        for name in ALGORITHMS:
            result = search(
                Node(shape, players),
                Method(name, deepen=False),
                limit=Limit(depth=depth),
                bounds=bounds,
            )
            found[kind].append(result.statistics["leaves"] / all_leaves)
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line an order, algorithm, number of players, of branches, and depth."""
    sums: dict[tuple[Any, ...], Sum] = {}
    for done in finished:
        about = done.payload
        for kind, shares in done.value.items():
            for name, share in zip(ALGORITHMS, shares, strict=True):
                key = (kind, name, about["players"], about["branching"], about["depth"])
                sums.setdefault(key, Sum()).add(share)
    table: list[Row] = []
    for key in sorted(sums):
        kind, name, players, branching, depth = key
        before = sums.get((*key[:-1], depth - 1))
        share = sums[key]
        table.append(
            {
                "order": kind,
                "algorithm": name,
                "players": players,
                "branching": branching,
                "depth": depth,
                "share": 100 * share.mean,
                "share_ci": 100 * share.interval,
                "growth": branching * share.mean / before.mean if before else None,
            }
        )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """Shares over the depth, three players, three branches; random and ordered side by side."""
    from kiebitz.lab.style import line

    panels = figure.subplots(1, 2, sharey=True)
    for axes, kind in zip(panels, ("random", "ordered"), strict=True):
        for number, name in enumerate(ALGORITHMS):
            rows = [
                row
                for row in table
                if (row["order"], row["algorithm"], row["players"], row["branching"])
                == (kind, name, 3, 3)
            ]
            axes.errorbar(
                numbers(rows, "depth"), numbers(rows, "share"), label=name, **line(number)
            )
        axes.set_title(f"{kind} branches")
        axes.set_xlabel("depth")
    panels[0].set_ylabel("leaves evaluated (% of all)")
    panels[0].legend(fontsize=7)


EXPERIMENT = Experiment(
    name="pruning-average",
    paper=PAPER,
    item="table 5.24",
    title="Prunings of maxⁿ on random and ordered trees",
    sizes={
        "quick": Size({"players": [3], "branchings": [3], "leaves": 300, "trees": 4}, 4),
        "paper": Size(
            {"players": [2, 3, 4], "branchings": [2, 3, 4], "leaves": 5000, "trees": 40}, 400
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
