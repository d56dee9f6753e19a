"""What a belief is: which worlds a View leaves possible, and how likely each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from kiebitz.cards import derive_seed
from kiebitz.games.protocol import GameState, GameView

ViewT = TypeVar("ViewT", contravariant=True)
WorldT = TypeVar("WorldT")


@dataclass(frozen=True, slots=True)
class Weighted(Generic[WorldT]):
    """A world and how much it counts."""

    world: WorldT
    weight: float = 1.0


@runtime_checkable
class Belief(Protocol[ViewT, WorldT]):
    """Draws worlds for a player.

    A world is whatever the evaluation of the game takes: a full state, or the cards alone. Weights
    are not below zero; they need not add up to anything. The same View and seed give the same
    worlds, and nothing but the View may decide which.
    """

    @property
    def name(self) -> str:
        """How the belief is called in tables and logs."""

    def draw(self, view: ViewT, worlds: int, seed: int) -> Sequence[Weighted[WorldT]]:
        """Up to `worlds` worlds with their weights, at least one."""


class UniformBelief:
    """All worlds are equally likely. For any game whose Views can be sampled.

    >>> from kiebitz.games.skat import State
    >>> view = State.deal(seed=7).view(0)
    >>> drawn = UniformBelief().draw(view, 3, seed=1)
    >>> [view.allows(one.world) for one in drawn]
    [True, True, True]
    """

    name = "uniform"

    def draw(
        self, view: GameView[Any], worlds: int, seed: int
    ) -> Sequence[Weighted[GameState[Any]]]:
        """Independent samples."""
        return [Weighted(view.sample(derive_seed(seed, index))) for index in range(worlds)]
