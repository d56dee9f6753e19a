"""A hand of Sergeant Major."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kiebitz._core import sergeant_major as core
from kiebitz.games.card_state import TrickState, TrickView
from kiebitz.games.moves import Card, Move
from kiebitz.shown import show_unusual


@dataclass(frozen=True, slots=True)
class Rules:
    """What each seat needs, and what it took too many or too few in the hand before.

    >>> Rules().after_hand((9, 4, 3))
    Rules(quota=(3, 8, 5), surplus=(1, -1, 0))
    """

    quota: tuple[int, int, int] = (8, 5, 3)
    surplus: tuple[int, int, int] = (0, 0, 0)

    __repr__ = show_unusual

    @property
    def text(self) -> str:
        """The rules as the position text has them."""
        return ",".join(map(str, self.quota)) + " " + ",".join(map(str, self.surplus))

    def after_hand(self, tricks: tuple[int, ...]) -> Rules:
        """The rules of the next hand: quotas move on by one seat."""
        a, b, c = (taken - need for taken, need in zip(tricks, self.quota, strict=True))
        return Rules((self.quota[2], self.quota[0], self.quota[1]), (a, b, c))


class Trump(Move):
    """The declaration of a trump suit.

    >>> Trump("trump=H").suit
    'H'
    """

    __slots__ = ()

    @property
    def suit(self) -> str:
        """The suit's letter."""
        return self[-1]


class State(TrickState[core.State]):
    """One position of a hand: cards to exchange, trump to declare, four to discard, then the play.

    >>> state = State.deal(seed=1).play("trump=H")
    >>> state.trump, len(state.hands[0])
    ('H', 20)
    """

    __slots__ = ()
    core: ClassVar = core
    game = "sergeant-major"
    player_counts = (3,)
    rules_type: ClassVar = Rules
    forfeit = -8
    counts_tricks = True

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Card | Trump, ...]: ...  # noqa: D102

        def view(self, seat: int) -> View: ...  # noqa: D102

    @classmethod
    def read_move(cls, text: str) -> Move:
        """A declaration or a card."""
        return Trump(text) if "=" in text else Card(text)

    @property
    def trump(self) -> str | None:
        """The trump suit, once it is declared."""
        return "CDHS"[self._native.trump] if self._native.trump < 4 else None


class View(TrickView[State]):
    """What one seat knows of a hand of Sergeant Major.

    >>> State.deal(seed=1).play("trump=H").view(2).trump
    'H'
    """

    __slots__ = ()
    state_type: ClassVar = State

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Card | Trump, ...]: ...  # noqa: D102

    @property
    def trump(self) -> str | None:
        """The trump suit, once it is declared."""
        return self._world.trump


State.view_type = View
