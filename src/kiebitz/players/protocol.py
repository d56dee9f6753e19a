"""What a player is: it is given a View, never a State, and answers with a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, runtime_checkable

from kiebitz.limits import Limit
from kiebitz.shown import show_unusual

ViewT = TypeVar("ViewT", contravariant=True)


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's answer: the move, and what each candidate was worth to it.

    What a value means is the player's: a win chance for PIMC, card points for a solver.
    """

    move: str
    candidates: Mapping[str, float] = field(default_factory=dict)
    worlds: int = 0
    nodes: int = 0
    seconds: float = 0.0
    seed: int = 0
    errors: Mapping[str, float] = field(default_factory=dict)
    """The standard errors of the candidates' values, from players that average over worlds."""

    __repr__ = show_unusual


@runtime_checkable
class Player(Protocol[ViewT]):
    """Somebody who decides.

    The same View, limit and seed give the same decision, unless the limit is in seconds.
    """

    @property
    def name(self) -> str:
        """How the player is called in tables and logs."""

    def decide(self, view: ViewT, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """The move for a View whose seat is to move."""
