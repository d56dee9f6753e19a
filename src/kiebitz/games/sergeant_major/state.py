"""A hand of Sergeant Major."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz._core import sergeant_major as core
from kiebitz.games.card_state import TrickState
from kiebitz.games.native_state import HiddenView


@dataclass(frozen=True, slots=True)
class Rules:
    """What each seat needs, and what it took too many or too few in the hand before.

    >>> Rules().after_hand((9, 4, 3))
    Rules(quota=(3, 8, 5), surplus=(1, -1, 0))
    """

    quota: tuple[int, int, int] = (8, 5, 3)
    surplus: tuple[int, int, int] = (0, 0, 0)

    @property
    def text(self) -> str:
        """The rules as the position text has them."""
        return ",".join(map(str, self.quota)) + " " + ",".join(map(str, self.surplus))

    def after_hand(self, tricks: tuple[int, ...]) -> Rules:
        """The rules of the next hand: quotas move on by one seat."""
        a, b, c = (taken - need for taken, need in zip(tricks, self.quota, strict=True))
        return Rules((self.quota[2], self.quota[0], self.quota[1]), (a, b, c))


class State(TrickState[core.State]):
    """One position of a hand: cards to exchange, trump to declare, four to discard, then the play.

    >>> state = State.deal(seed=1).play("trump=H")
    >>> state.trump, len(state.hands[0])
    ('H', 20)
    """

    __slots__ = ()
    core: ClassVar = core
    rules_type: ClassVar = Rules

    @property
    def trump(self) -> str | None:
        """The trump suit, once it is declared."""
        return "CDHS"[self._native.trump] if self._native.trump < 4 else None


class View(HiddenView[State]):
    """What one seat knows of a hand of Sergeant Major."""

    __slots__ = ()
    state_type: ClassVar = State


State.view_type = View
