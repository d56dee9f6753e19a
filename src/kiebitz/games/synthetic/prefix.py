"""Prefix value trees (thesis §3.7): random trees whose minimax values are known everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz._core import two_sided as _core
from kiebitz.errors import KiebitzError


@dataclass(frozen=True, slots=True)
class PrefixParameters:
    """What a prefix value tree is drawn from; the defaults are those of figure 3.5.

    Every position has `least_branching` to `most_branching` moves. A move costs its mover 0 to
    `damage`, and one move always costs nothing. An evaluation is off by at most `noise`.
    """

    least_branching: int = 4
    most_branching: int = 12
    damage: int = 6
    noise: int = 4
    depth: int = 10

    @property
    def numbers(self) -> tuple[int, int, int, int, int]:
        """All of them, in the order in which the native core takes them."""
        return self.least_branching, self.most_branching, self.damage, self.noise, self.depth


@dataclass(frozen=True, slots=True)
class PrefixNode:
    """A position: its minimax value and its evaluation for the first player, and its moves."""

    exact: int
    evaluation: int
    moves: int


def prefix_node(parameters: PrefixParameters, seed: int, path: Sequence[int] = ()) -> PrefixNode:
    """The position after the moves of a path.

    >>> parameters = PrefixParameters(depth=3)
    >>> root = prefix_node(parameters, seed=5)
    >>> best = max(prefix_node(parameters, 5, [move]).exact for move in range(root.moves))
    >>> best == root.exact
    True
    """
    try:
        return PrefixNode(*_core.prefix_value(*parameters.numbers, seed, list(path)))
    except ValueError as error:
        raise KiebitzError(str(error)) from error
