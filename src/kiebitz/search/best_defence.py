"""Best defence: games over many worlds, MAX who does not know which, MIN who does (001).

A tree is built of `Leaf`, `Max` and `Min`. A leaf has one payoff for each world, and None (the
paper's ⊥) for a world in which it cannot be reached. `solve` finds a MAX strategy with any of the
paper's algorithms, or the best one of all.

>>> tree = Max(
...     Min(Max(Leaf(1, 0, 0)), Max(Leaf(1, 0, 0), Leaf(0, 1, 1), name="e")),
...     Min(Leaf(0, 0, 0)),
... )
>>> solve(tree, "vector-mm").payoffs
(0, 0, 0)
>>> solve(tree, "prm").payoffs, solve(tree).payoffs
((1, 0, 0), (1, 0, 0))
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kiebitz._core import best_defence as _native
from kiebitz.errors import InvalidPosition, KiebitzError
from kiebitz.limits import Limit

ALGORITHMS: tuple[str, ...] = tuple(_native.algorithm_names())
"""The ten algorithms of the paper, `exact`, and `ivm-ties`: ivm whose guesses only break ties.

`monte-carlo` adds up all worlds; `monte-carlo:20` draws 20 by their probabilities at each decision.
"""


@dataclass(frozen=True, init=False)
class Leaf:
    """The end of a game: MAX's payoff in each world, None where it cannot end so."""

    payoffs: tuple[int | None, ...]

    def __init__(self, *payoffs: int | None) -> None:
        object.__setattr__(self, "payoffs", payoffs)


@dataclass(frozen=True, init=False)
class _Inner:
    branches: tuple[Tree, ...]
    name: str

    def __init__(self, *branches: Tree, name: str = "") -> None:
        object.__setattr__(self, "branches", branches)
        object.__setattr__(self, "name", name)


class Max(_Inner):
    """MAX chooses a branch without knowing the world."""


class Min(_Inner):
    """MIN chooses a branch knowing the world."""


Tree = Leaf | Max | Min
Path = tuple[int, ...]
"""The way to a node: which branch at each node above it."""


@dataclass(frozen=True)
class Solution:
    """A MAX strategy and what it is worth against best defence."""

    algorithm: str
    value: float
    """The expected payoff of the strategy."""
    believed: float
    """What the algorithm takes that to be. Monte Carlo is too optimistic (strategy fusion)."""
    upper: float
    """No strategy is worth more than this."""
    payoffs: tuple[int | None, ...]
    """What the strategy gets in each world."""
    choices: Mapping[Path, int]
    """The branch at each MAX node that can be reached."""
    finished: bool
    """False if the limit ended the search."""
    nodes: int
    seconds: float = field(compare=False)
    names: Mapping[str, Path] = field(repr=False, compare=False, default_factory=dict)

    @property
    def proved(self) -> bool:
        """Whether no strategy can be better."""
        return self.value >= self.upper - 1e-9

    def choice(self, name: str) -> int | None:
        """The branch taken at the MAX node of that name; None if play never comes there.

        >>> solve(Max(Leaf(0), Leaf(1), name="a")).choice("a")
        1
        """
        return self.choices.get(self.names[name])


def solve(
    tree: Tree,
    algorithm: str = "exact",
    *,
    probabilities: Sequence[float] | None = None,
    seed: int | None = None,
    limit: Limit | None = None,
) -> Solution:
    """Finds a MAX strategy against best defence.

    The worlds are equally likely unless `probabilities` says otherwise. Equal choices are resolved
    for the first branch, or at random if there is a `seed`.

    >>> tree = Max(Min(Leaf(1, None), Leaf(None, 0)), Min(Leaf(0, 1)))
    >>> solve(tree, probabilities=[0.3, 0.7]).value
    0.7
    """
    started = time.perf_counter()
    worlds = _worlds(tree)
    if probabilities is None:
        probabilities = [1 / worlds] * worlds
    if len(probabilities) != worlds:
        raise KiebitzError(f"{len(probabilities)} probabilities for {worlds} worlds")
    flat = _Flat()
    flat.add(tree, ())
    limit = limit or Limit()
    try:
        answer = _native.solve_tree(
            flat.kinds,
            flat.children,
            flat.payoffs,
            list(probabilities),
            algorithm,
            seed,
            limit.nodes,
            limit.seconds,
        )
    except (ValueError, TypeError) as error:
        raise KiebitzError(str(error)) from error
    choices = {
        flat.paths[node]: choice for node, choice, _ in answer.steps if flat.kinds[node] == _MAX
    }
    return Solution(
        algorithm=algorithm,
        value=answer.value,
        believed=answer.believed,
        upper=answer.upper,
        payoffs=tuple(answer.payoffs),
        choices=choices,
        finished=answer.finished,
        nodes=answer.nodes,
        seconds=time.perf_counter() - started,
        names=flat.names,
    )


def payoffs_of(tree: Tree, choices: Mapping[Path, int]) -> tuple[int | None, ...]:
    """What a MAX strategy gets in each world against best defence.

    >>> tree = Min(Max(Leaf(1, 0), Leaf(0, 1)), Max(Leaf(1, 1)))
    >>> payoffs_of(tree, {(0,): 1, (1,): 0})
    (0, 1)
    """

    def walk(node: Tree, path: Path) -> tuple[int | None, ...]:
        if isinstance(node, Leaf):
            return node.payoffs
        if isinstance(node, Max):
            choice = choices[path]
            return walk(node.branches[choice], (*path, choice))
        vectors = [walk(branch, (*path, i)) for i, branch in enumerate(node.branches)]
        return tuple(
            min((p for p in column if p is not None), default=None)
            for column in zip(*vectors, strict=True)
        )

    return walk(tree, ())


def with_known_worlds(tree: Tree, known: Sequence[bool]) -> Tree:
    """The same game against a MIN who can tell only the known worlds from all others (001 §2.2).

    To such a MIN the other worlds are one, with the sum of their payoffs. The result has the known
    worlds in their order and then that one; MAX's strategies are the same.

    >>> with_known_worlds(Leaf(1, 0, 1), [False, True, False])
    Leaf(payoffs=(0, 2))
    """
    if isinstance(tree, Leaf):
        if None in tree.payoffs:
            raise KiebitzError("partial knowledge needs payoffs in every world")
        pairs = list(zip(tree.payoffs, known, strict=True))
        seen = [payoff for payoff, is_known in pairs if is_known]
        rest = [payoff for payoff, is_known in pairs if not is_known and payoff is not None]
        return Leaf(*seen, *([sum(rest)] if rest else []))
    branches = [with_known_worlds(branch, known) for branch in tree.branches]
    return type(tree)(*branches, name=tree.name)


class Position(Protocol):
    """What `tree_of` needs of a game state; every game of Kiebitz has it."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def legal_moves(self) -> Sequence[Any]:
        """The moves of the seat to move."""

    def play(self, move: Any, /) -> Position:
        """The position after a move."""


def tree_of(
    worlds: Sequence[Position],
    max_seats: Sequence[int],
    payoff: Callable[[Any], int],
    *,
    max_nodes: int = 100_000,
) -> Tree:
    """The tree of a game: one position for each world, alike in all that MAX can see.

    The seats in `max_seats` are MAX, all others MIN; `payoff` gives what MAX gets in a finished
    position.

    >>> from kiebitz.games.synthetic import BcdParameters, BcdState
    >>> state = BcdState.start(BcdParameters(types=1, moves=3), seed=2)
    >>> tree = tree_of([state], [0], lambda end: int(end.scores[0] > 0))
    >>> type(tree).__name__
    'Max'
    """
    count = 0

    def build(positions: Mapping[int, Position]) -> Tree:
        nonlocal count
        count += 1
        if count > max_nodes:
            raise KiebitzError(f"the tree has more than {max_nodes} nodes")
        over = {position.is_over for position in positions.values()}
        if over == {True}:
            return Leaf(*(payoff(positions[w]) if w in positions else None for w in range(n)))
        movers = {p.to_move in max_seats for p in positions.values() if not p.is_over}
        if len(over) > 1 or len(movers) > 1:
            raise InvalidPosition("MAX sees the worlds differ in whose turn it is")
        moves: dict[Any, dict[int, Position]] = {}
        for world, position in positions.items():
            for move in position.legal_moves:
                moves.setdefault(move, {})[world] = position.play(move)
        if movers == {True} and any(len(after) < len(positions) for after in moves.values()):
            raise InvalidPosition("MAX does not know the world: his moves must be legal in all")
        branches = [build(after) for after in moves.values()]
        return Max(*branches) if movers == {True} else Min(*branches)

    n = len(worlds)
    return build(dict(enumerate(worlds)))


_LEAF, _MAX, _MIN = range(3)


class _Flat:
    """A tree as lists, children before their parents."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.children: list[list[int]] = []
        self.payoffs: list[list[int | None]] = []
        self.paths: list[Path] = []
        self.names: dict[str, Path] = {}

    def add(self, tree: Tree, path: Path) -> int:
        if isinstance(tree, Leaf):
            self._append(_LEAF, [], list(tree.payoffs), path)
        else:
            if tree.name:
                if tree.name in self.names:
                    raise KiebitzError(f"two nodes have the name {tree.name!r}")
                self.names[tree.name] = path
            children = [self.add(branch, (*path, i)) for i, branch in enumerate(tree.branches)]
            self._append(_MAX if isinstance(tree, Max) else _MIN, children, [], path)
        return len(self.kinds) - 1

    def _append(
        self, kind: int, children: list[int], payoffs: list[int | None], path: Path
    ) -> None:
        self.kinds.append(kind)
        self.children.append(children)
        self.payoffs.append(payoffs)
        self.paths.append(path)


def _leaves(tree: Tree) -> Iterator[Leaf]:
    if isinstance(tree, Leaf):
        yield tree
    else:
        for branch in tree.branches:
            yield from _leaves(branch)


def _worlds(tree: Tree) -> int:
    counts = {len(leaf.payoffs) for leaf in _leaves(tree)}
    if len(counts) != 1 or counts == {0}:
        raise KiebitzError(f"every leaf needs the same number of payoffs, not {sorted(counts)}")
    for leaf in _leaves(tree):
        for payoff in leaf.payoffs:
            if payoff is not None and not math.isfinite(payoff):
                raise KiebitzError(f"a payoff must be a whole number, not {payoff!r}")
    return counts.pop()
