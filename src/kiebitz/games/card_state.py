"""States of games with the pack of 52 cards: what their hands, tables and tricks have in common."""

from __future__ import annotations

from typing import Any, ClassVar, Self, TypeVar

from kiebitz.games.deck52 import DECK, from_mask
from kiebitz.games.native_state import HiddenState

NativeT = TypeVar("NativeT", bound=Any)


class CardState(HiddenState[NativeT]):
    """A hand of cards that are dealt under some rules."""

    __slots__ = ()
    rules_type: ClassVar[Any]

    @classmethod
    def deal(cls, seed: int, rules: Any = None) -> Self:
        """A shuffled hand, under the `Rules` of the game."""
        return cls.from_rules((rules or cls.rules_type()).text, seed)

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each seat holds."""
        return tuple(from_mask(hand) for hand in self._native.hands)


class TrickState(CardState[NativeT]):
    """A hand that is played in tricks."""

    __slots__ = ()

    @property
    def table(self) -> tuple[str, ...]:
        """The cards of the current trick, from its leader on."""
        return tuple(DECK[card] for card in self._native.table)

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks taken."""
        return tuple(self._native.tricks)
