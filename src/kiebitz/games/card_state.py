"""States and Views of games with the pack of 52 cards: what they have in common."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from kiebitz.games.deck52 import DECK, from_mask
from kiebitz.games.moves import Card, Move
from kiebitz.games.native_state import HiddenState, HiddenView

NativeT = TypeVar("NativeT", bound=Any)


class CardState(HiddenState[NativeT]):
    """A hand of cards that are dealt under some rules."""

    __slots__ = ()

    @classmethod
    def deal(cls, seed: int, rules: Any = None) -> Self:
        """A shuffled hand, under the `Rules` of the game."""
        return cls.begin(rules, seed)

    @classmethod
    def read_move(cls, text: str) -> Move:
        """A card, in most games."""
        return Card(text)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat holds."""
        return tuple(from_mask(hand) for hand in self._native.hands)


class TrickState(CardState[NativeT]):
    """A hand that is played in tricks."""

    __slots__ = ()
    depth_unit = "trick"

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of the current trick, from its leader on."""
        return tuple(DECK[card] for card in self._native.table)

    @property
    def leader(self) -> int:
        """Who leads, or led, the current trick."""
        leader: int = self._native.leader
        return leader

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks taken."""
        return tuple(self._native.tricks)


CardT = TypeVar("CardT", bound=CardState[Any])
TrickT = TypeVar("TrickT", bound=TrickState[Any])


class CardView(HiddenView[CardT]):
    """What one seat knows of a hand of cards."""

    __slots__ = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that the seat holds."""
        return self._world.hands[self.seat]


class TrickView(CardView[TrickT]):
    """What one seat knows of a hand that is played in tricks."""

    __slots__ = ()

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of the current trick, from its leader on."""
        return self._world.table

    @property
    def leader(self) -> int:
        """Who leads, or led, the current trick."""
        return self._world.leader

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks taken."""
        return self._world.tricks
