"""Prefix value trees (thesis §3.7): random trees whose minimax values are known everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from kiebitz._core import two_sided as _core
from kiebitz.errors import KiebitzError


@dataclass(frozen=True, slots=True)
class PrefixParameters:
    """What a prefix value tree is drawn from; the defaults are those of figure 3.5.

    Every position has `least_branching` to `most_branching` moves. A move costs its mover 0 to
    `damage`, and one move always costs nothing. An evaluation is off by at most `noise`, all errors
    equally likely; or `gaussian`, with `noise` as the standard deviation.
    """

    least_branching: int = 4
    most_branching: int = 12
    damage: int = 6
    noise: int = 4
    depth: int = 10
    gaussian: bool = False

    @property
    def numbers(self) -> tuple[int, int, int, int, int]:
        """All of them, in the order in which the native core takes them."""
        noise = -self.noise if self.gaussian else self.noise
        return self.least_branching, self.most_branching, self.damage, noise, self.depth


@dataclass(frozen=True, slots=True)
class PrefixNode:
    """A position: its minimax value and its evaluation for the first player, and its moves."""

    exact: int
    evaluation: int
    moves: int


def leaked_choice(
    parameters: PrefixParameters, seed: int, strength: float, draw: float, path: Sequence[int] = ()
) -> int:
    """A move after a path, chosen by leaked quality (thesis §3.7): by exp(strength · value).

    `draw` is a number from 0 up to 1. A strength of 0 chooses evenly, a large one a best move.

    >>> parameters = PrefixParameters(depth=3)
    >>> best = leaked_choice(parameters, seed=5, strength=100.0, draw=0.5)
    >>> prefix_node(parameters, 5, [best]).exact == prefix_node(parameters, 5).exact
    True
    """
    node = prefix_node(parameters, seed, path)
    if node.moves == 0:
        raise KiebitzError("the tree ends here: there is no move to choose")
    sign = 1 if len(path) % 2 == 0 else -1
    values = [
        sign * prefix_node(parameters, seed, [*path, move]).exact for move in range(node.moves)
    ]
    weights = [exp(strength * (value - max(values))) for value in values]
    left = draw * sum(weights)
    for move, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return move
    return node.moves - 1


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
