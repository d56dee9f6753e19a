"""What a game is, to players, searches and matches: the protocol that built-in games follow.

A class written in Python that follows it can be used wherever a built-in game can; see
``examples/nim.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, TypeVar, runtime_checkable

Move = TypeVar("Move")


@runtime_checkable
class GameState(Protocol[Move]):
    """One position of an n-player game. States are immutable, hash and compare."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is, 0 to players - 1. Means nothing when the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def legal_moves(self) -> Sequence[Move]:
        """What the seat to move may do, always in the same order; empty when the game is over."""

    @property
    def scores(self) -> Sequence[int]:
        """One number a player, more is better; final when the game is over."""

    def play(self, move: Move) -> Self:
        """The state after a legal move; raises IllegalMove for any other."""


ViewT = TypeVar("ViewT", covariant=True)


@runtime_checkable
class HiddenGameState(GameState[Move], Protocol[Move, ViewT]):
    """A game with hidden information."""

    def view(self, seat: int) -> ViewT:
        """What this seat knows, and nothing else."""


@runtime_checkable
class GameView(Protocol[Move]):
    """What one seat knows of a state: all that a player is ever given."""

    @property
    def seat(self) -> int:
        """Whose view this is."""

    @property
    def legal_moves(self) -> Sequence[Move]:
        """What the seat may do; empty when it is not its turn."""

    def sample(self, seed: int) -> GameState[Move]:
        """A full state that this view leaves possible."""
