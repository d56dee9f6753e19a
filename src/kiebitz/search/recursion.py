"""The recursion levels R0 (PIMC), R1 (RecPIMC), R2 … exactly, on BCD trees (thesis §9.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kiebitz.errors import KiebitzError
from kiebitz.games.synthetic import BcdTree
from kiebitz.games.synthetic.bcd import Policy

Response = Literal["best", "playout"]


@dataclass(frozen=True, slots=True)
class RecursionTable:
    """What the levels win of each other on one tree, the sum over both seats.

    `gain[row][column]` is what the column's level wins of the row's. `best[row]` is what the best
    response wins. `playout[row]` is what the playout response wins: it too knows the row's policy
    and weighs the worlds by it, but values a move by letting that policy play on for both sides.
    """

    levels: tuple[int, ...]
    gain: tuple[tuple[float, ...], ...]
    best: tuple[float, ...]
    playout: tuple[float, ...]


EqualMoves = Literal["mixed", "fixed"]


def recursion_table(
    tree: BcdTree, levels: Sequence[int], equal_moves: EqualMoves = "mixed"
) -> RecursionTable:
    """Plays the levels against each other and against the responses to them.

    Equal moves are `mixed` evenly, or one of them, drawn for each information set, is `fixed`.

    >>> from kiebitz.games.synthetic import BcdParameters
    >>> table = recursion_table(BcdTree(BcdParameters(moves=5), seed=1), [0, 1])
    >>> table.gain[0][1] == -table.gain[1][0]
    True
    >>> table.best[0] >= table.playout[0]
    True
    """
    if equal_moves not in ("mixed", "fixed"):
        raise KiebitzError(f"equal moves are mixed or fixed, not {equal_moves!r}")
    try:
        gain, best, playout = tree.core.recursion_table(list(levels), equal_moves == "fixed")
    except ValueError as error:
        raise KiebitzError(str(error)) from error
    n = len(levels)
    rows = tuple(tuple(gain[row * n : row * n + n]) for row in range(n))
    return RecursionTable(tuple(levels), rows, tuple(best), tuple(playout))


def level_policies(tree: BcdTree, highest: int) -> list[Policy]:
    """The policies R0 to R`highest`.

    >>> from kiebitz.games.synthetic import BcdParameters
    >>> tree = BcdTree(BcdParameters(types=2, moves=2), seed=1)
    >>> [len(depth) for depth in level_policies(tree, 0)[0]]
    [4, 8]
    """
    return tree.core.level_policies(highest)


def equilibrium(tree: BcdTree, iterations: int) -> Policy:
    """The average strategy of counterfactual regret minimisation (CFR+), near an equilibrium.

    >>> from kiebitz.games.synthetic import BcdParameters
    >>> tree = BcdTree(BcdParameters(types=4, moves=4), seed=1)
    >>> exploitability(tree, equilibrium(tree, 200)) < 0.01
    True
    """
    return tree.core.equilibrium(iterations)


def exploitability(tree: BcdTree, policy: Policy, response: Response = "best") -> float:
    """The sum of what the response to a policy wins in both seats.

    >>> from kiebitz.games.synthetic import BcdParameters
    >>> tree = BcdTree(BcdParameters(disambiguation=1.0, moves=4), seed=1)
    >>> exploitability(tree, level_policies(tree, 0)[0])
    0.0
    """
    if response not in ("best", "playout"):
        raise KiebitzError(f"a response is best or playout, not {response!r}")
    best = response == "best"
    return tree.core.response(0, policy, best) + tree.core.response(1, policy, best)
