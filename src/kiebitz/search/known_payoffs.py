"""A strategy from payoffs that are known to be possible (001 §7.4): linear in the size of the tree.

To find the best strategy is hard; to find it again from what it gets in each world is easy. A leaf
that gives at least these payoffs is a 1, every other leaf a 0, and plain minimax finds the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.errors import KiebitzError
from kiebitz.search.best_defence import Leaf, Max, Path, Tree


def strategy_for(tree: Tree, payoffs: Sequence[int | None]) -> dict[Path, int] | None:
    """The branch at each MAX node that can be reached, so that MAX gets at least these payoffs.

    None if no strategy does. A payoff of None asks for nothing in that world.

    >>> from kiebitz.search.best_defence import Min
    >>> tree = Max(Min(Max(Leaf(1, 0), Leaf(0, 1)), Leaf(1, 1)), Min(Leaf(0, 0)))
    >>> strategy_for(tree, (0, 1)) == {(): 0, (0, 0): 1}
    True
    >>> strategy_for(tree, (1, 1)) is None
    True
    """
    choices: dict[Path, int] = {}
    return choices if _reaches(tree, tuple(payoffs), (), choices) else None


def _reaches(
    tree: Tree, payoffs: tuple[int | None, ...], path: Path, choices: dict[Path, int]
) -> bool:
    """Whether MAX can get the payoffs from here; the choices for it are noted."""
    if isinstance(tree, Leaf):
        if len(tree.payoffs) != len(payoffs):
            raise KiebitzError(f"{len(payoffs)} payoffs for a tree of {len(tree.payoffs)} worlds")
        return all(
            got is None or wanted is None or got >= wanted
            for got, wanted in zip(tree.payoffs, payoffs, strict=True)
        )
    noted = len(choices)
    if isinstance(tree, Max):
        for number, branch in enumerate(tree.branches):
            if _reaches(branch, payoffs, (*path, number), choices):
                choices[path] = number
                return True
            _forget(choices, noted)
        return False
    if all(
        _reaches(branch, payoffs, (*path, number), choices)
        for number, branch in enumerate(tree.branches)
    ):
        return True
    _forget(choices, noted)
    return False


def _forget(choices: dict[Path, int], noted: int) -> None:
    """Takes back what was noted for a branch that does not help."""
    while len(choices) > noted:
        choices.popitem()
