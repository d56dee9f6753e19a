"""What the prunings leave of a tree in the best case, by branching factor and players (§5.14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.lab.contests import PAPER
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Every leaf gives one point to each player, so that the bounds of all players in turn reach the sum
of the points as soon as they can: the best case of speculative maxⁿ. `growth` is by how much the
leaves multiply from one depth to the next, the geometric mean over the last rounds of all players.
For three players table 5.21 prints it; `recurrence` is the root of the thesis' equation
xⁿ = xⁿ⁻¹ + (b − 1) xⁿ⁻² + … + (b − 1)ⁿ⁻¹. With two branches last-branch pruning is the same as
speculative (1.839). Paranoid's best case is b^((n − 1) / n). Shallow pruning compares two players
and finds nothing here.
"""
ALGORITHMS = ("maxn", "shallow", "last-branch", "speculative", "approximate-deep", "paranoid")
TABLE_5_21 = {2: 1.8393, 3: 2.4675, 4: 3.0, 5: 3.4755, 10: 5.4191}


@dataclass(frozen=True)
class EvenTree:
    """A tree whose leaves are all alike."""

    players: int
    branching: int
    depth: int
    to_move: int = 0

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return self.depth == 0

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """One move a branch."""
        return () if self.is_over else tuple(range(self.branching))

    @property
    def scores(self) -> tuple[int, ...]:
        """A point for everybody at the end."""
        return (int(self.is_over),) * self.players

    def play(self, move: int) -> EvenTree:
        """The tree below; all branches are alike."""
        after = (self.to_move + 1) % self.players
        return EvenTree(self.players, self.branching, self.depth - 1, after)


def recurrence(players: int, branching: int) -> float:
    """The root of the thesis' equation for the best case of speculative maxⁿ.

    >>> round(recurrence(3, 2), 4), round(recurrence(3, 10), 4)
    (1.8393, 5.4191)
    """
    low, high = 1.0, float(branching)
    for _ in range(100):
        x = (low + high) / 2
        below = sum((branching - 1) ** k * x ** (players - 1 - k) for k in range(players))
        low, high = (x, high) if x**players < below else (low, x)
    return low


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a number of players and branches."""
    for players in parameters["players"]:
        for branching in parameters["branchings"]:
            yield {"players": players, "branching": branching, "leaves": parameters["leaves"]}


def unit(payload: Any, seed: int) -> dict[str, list[int]]:
    """Leaves by depth, as deep as the limit allows."""
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import Method, ScoreBounds, search

    players, branching = payload["players"], payload["branching"]
    found: dict[str, list[int]] = {}
    for name in ALGORITHMS:
        method = Method(name, deepen=False, without=("discrete",))
        leaves = found[name] = []
        for depth in range(1, 60):
            tree = EvenTree(players, branching, depth)
            bounds = ScoreBounds(0, players, players)
            result = search(tree, method, limit=Limit(depth=depth), bounds=bounds)
            leaves.append(result.statistics["leaves"])
            if leaves[-1] > payload["leaves"]:
                break
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line an algorithm, number of players and of branches."""
    table: list[Row] = []
    for done in finished:
        players, branching = done.payload["players"], done.payload["branching"]
        for name in ALGORITHMS:
            leaves = done.value[name]
            rounds = min(players, len(leaves) - 1)
            table.append(
                {
                    "algorithm": name,
                    "players": players,
                    "branching": branching,
                    "depth": len(leaves),
                    "leaves": leaves[-1],
                    "growth": (leaves[-1] / leaves[-1 - rounds]) ** (1 / rounds),
                    "recurrence": recurrence(players, branching),
                    "power": branching ** ((players - 1) / players),
                }
            )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """Growth over the branching factor, for three players."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    for number, name in enumerate(ALGORITHMS):
        rows = [row for row in table if row["algorithm"] == name and row["players"] == 3]
        axes.errorbar(
            numbers(rows, "branching"), numbers(rows, "growth"), label=name, **line(number)
        )
    axes.set_xlabel("branching factor")
    axes.set_ylabel("leaves of a depth / of the depth before")
    axes.legend()


EXPERIMENT = Experiment(
    name="pruning-best-case",
    paper=PAPER,
    item="table 5.21",
    title="Prunings of maxⁿ in the best case",
    sizes={
        "quick": Size({"players": [3], "branchings": [2, 3, 5], "leaves": 2000}, 4),
        "paper": Size({"players": [2, 3, 4], "branchings": [2, 3, 4, 5, 10], "leaves": 40_000}, 60),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"algorithm": "speculative", "players": 3, "branching": b}, "growth", value)
        for b, value in TABLE_5_21.items()
    ],
    notes=NOTES,
)
