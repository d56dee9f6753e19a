"""The pack of 52 cards as texts and as masks of the native core: suit C D H S, rank 2 to A."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kiebitz.errors import InvalidNotation
from kiebitz.games.moves import Card

#: All cards in the order of their numbers.
DECK: Final[tuple[Card, ...]] = tuple(
    Card(suit + rank) for suit in "CDHS" for rank in "23456789TJQKA"
)
NUMBERS: Final[dict[str, int]] = {card: number for number, card in enumerate(DECK)}


def from_mask(mask: int) -> tuple[Card, ...]:
    """The cards of a mask.

    >>> from_mask(0b101)
    ('C2', 'C4')
    """
    return tuple(card for number, card in enumerate(DECK) if mask >> number & 1)


def to_mask(cards: Iterable[str]) -> int:
    """The mask of some cards.

    >>> to_mask(["C2", "C4"])
    5
    """
    mask = 0
    for card in cards:
        if card not in NUMBERS:
            raise InvalidNotation(f"{card!r} is not a card (a suit of CDHS, then a rank)")
        mask |= 1 << NUMBERS[card]
    return mask
