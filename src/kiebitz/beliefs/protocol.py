"""What a belief is: a likelihood of the worlds that a View leaves possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

ViewT = TypeVar("ViewT", contravariant=True)
WorldT = TypeVar("WorldT", contravariant=True)


@runtime_checkable
class Belief(Protocol[ViewT, WorldT]):
    """Says how likely worlds are; the Monte Carlo search draws them.

    A world is a full state; in Skat it is the cards alone. Weights are not below zero; they need
    not add up to anything. The same View and world have the same weight, and nothing but the View
    may decide it.
    """

    @property
    def name(self) -> str:
        """How the belief is called in tables and logs."""

    def weigh(self, view: ViewT, worlds: Sequence[WorldT]) -> Sequence[float]:
        """The likelihood of every world, up to a factor; many worlds at once."""


class UniformBelief:
    """All worlds are equally likely. For any game whose Views can be sampled.

    >>> UniformBelief().weigh(None, ["this", "that"])
    [1.0, 1.0]
    """

    name = "uniform"

    def weigh(self, view: Any, worlds: Sequence[Any]) -> Sequence[float]:
        """The same for all."""
        return [1.0] * len(worlds)
