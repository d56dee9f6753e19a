"""Minimum proof trees and graphs (thesis ch. 3): how little of a game proves what it is worth.

The fewest positions of a tree are found in linear time. In a graph, where a position can be reached
in more than one way, it is as hard as set cover, and every choice for the transpositions is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from kiebitz._core import two_sided as _core
from kiebitz.errors import KiebitzError
from kiebitz.games.synthetic import PrefixParameters


@dataclass(frozen=True, slots=True)
class Proof:
    """The vertices that prove a bound from below, and those that prove one from above."""

    at_least: tuple[int, ...]
    at_most: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many vertices it has."""
        return len({*self.at_least, *self.at_most})


@dataclass(frozen=True, slots=True)
class GameGraph:
    """A two-player game as a graph without cycles: vertex 0 is the root, edges lead upwards.

    `white[v]` says who moves at v, `children[v]` where to, and `scores[v]` what white gets if v is
    a leaf.

    >>> tree = GameGraph((True, False, False), ((1, 2), (), ()), (0, 3, 5))
    >>> tree.minimum_target_proof(4), tree.minimum_target_proof(6), tree.minimum_minimax_proof()
    (2, None, 3)
    >>> tree.proof(4).at_least, tree.proof().at_most
    ((0, 2), (0, 1, 2))
    """

    white: tuple[bool, ...]
    children: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]

    def minimum_target_proof(self, target: int) -> int | None:
        """The fewest vertices that prove that white gets at least `target`; None if it does not."""
        found = self.proof(target)
        return None if found is None else found.size

    def minimum_minimax_proof(self) -> int:
        """The fewest vertices that prove the minimax value."""
        found = self.proof()
        assert found is not None
        return found.size

    def proof(self, target: int | None = None) -> Proof | None:
        """A smallest proof that white gets at least `target`, or of the minimax value.

        None if white does not get the target.
        """
        try:
            if target is None:
                needs: list[int] | None = _core.minimum_minimax_proof(*self._lists)
            else:
                needs = _core.minimum_target_proof(*self._lists, target)
        except (ValueError, TypeError) as error:
            raise KiebitzError(str(error).splitlines()[0]) from error
        if needs is None:
            return None
        return Proof(*(tuple(v for v, need in enumerate(needs) if need & bit) for bit in (1, 2)))

    @property
    def values(self) -> tuple[int, ...]:
        """What every vertex is worth to white."""
        values = list(self.scores)
        for vertex in reversed(range(len(self.white))):
            below = [values[child] for child in self.children[vertex]]
            if below:
                values[vertex] = max(below) if self.white[vertex] else min(below)
        return tuple(values)

    @property
    def _lists(self) -> tuple[list[bool], list[list[int]], list[int]]:
        return list(self.white), [list(c) for c in self.children], list(self.scores)

    @classmethod
    def of_set_cover(
        cls, elements: int, sets: Sequence[Sequence[int]], *, for_minimax: bool = False
    ) -> Self:
        """The graph whose minimum proof is a minimum set cover (thesis §3.4, figure 3.1).

        Below the root and a dummy vertex stand the elements, and below each element the sets that
        hold it. A proof that white gets 1 needs the root, the dummy, all elements, and of the sets
        a cover: its fewest vertices are 2 + elements + the fewest sets. For a proof of the minimax
        value two more vertices are needed: an element in a set of its own.

        >>> graph = GameGraph.of_set_cover(5, [(0, 1, 2), (1, 3), (2, 4), (3, 4)])
        >>> graph.minimum_target_proof(1) - 2 - 5
        2
        """
        for number, members in enumerate(sets):
            for element in members:
                if not 0 <= element < elements:
                    raise KiebitzError(
                        f"set {number} holds {element}; the elements are 0 to {elements - 1}"
                    )
        uncovered = set(range(elements)).difference(*sets)
        if uncovered:
            raise KiebitzError(f"no set holds {min(uncovered)}")
        used = [members for members in sets if members]
        lists: list[tuple[int, ...]] = [(1,), tuple(range(2, 2 + elements))]
        for element in range(elements):
            lists.append(tuple(2 + elements + j for j, s in enumerate(used) if element in s))
        lists += [()] * len(used)
        white = [True, False] + [True] * elements + [False] * len(used)
        scores = [0] * (2 + elements) + [1] * len(used)
        if for_minimax:
            lists[1] += (len(lists),)
            lists += [(len(lists) + 1,), ()]
            white += [True, False]
            scores += [0, 1]
        return cls(tuple(white), tuple(lists), tuple(scores))


def minimum_proof_sizes(parameters: PrefixParameters, seed: int) -> tuple[int, ...]:
    """The sizes of the minimum proof trees of a prefix value tree cut at depth 1, 2 … its own.

    >>> minimum_proof_sizes(PrefixParameters(least_branching=3, most_branching=3, depth=3), 1)
    (4, 9, 20)
    """
    try:
        return tuple(_core.prefix_minimum_proof(*parameters.numbers, seed))
    except ValueError as error:
        raise KiebitzError(str(error)) from error
