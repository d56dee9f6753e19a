"""The 32 cards as text (``CJ``, ``HT``, ``D7``) and as the bit masks of the native core."""

from __future__ import annotations

from collections.abc import Iterable

from kiebitz._core import skat as core
from kiebitz.errors import InvalidNotation
from kiebitz.games.moves import Card

SUITS = "DHSC"
RANKS = "789QKTAJ"
HIDDEN = "??"

#: Every card; a card's place is its number in the native core.
DECK: tuple[Card, ...] = tuple(Card(suit + rank) for suit in SUITS for rank in RANKS)
_NUMBERS: dict[str, int] = {card: number for number, card in enumerate(DECK)}

# Hands are shown as players sort them: jacks, then suits from clubs down, high cards first.
_DISPLAY_ORDER: dict[str, tuple[int, int]] = {
    card: ((0, -SUITS.index(card[0])) if card[1] == "J" else (4 - SUITS.index(card[0]), -number))
    for card, number in _NUMBERS.items()
}


def card_number(card: str) -> int:
    """The number of a card in the native core.

    >>> card_number("CJ")
    31
    """
    try:
        return _NUMBERS[card]
    except KeyError:
        raise InvalidNotation(
            f"{card[:20]!r} is not a card: write suit (D H S C) and rank (7 8 9 T J Q K A), "
            "like CJ",
            code="not-a-card",
            text=card[:20],
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Reads cards joined by dots; an empty text is no cards.

    >>> parse_cards("CJ.HT.D7")
    ('CJ', 'HT', 'D7')
    """
    cards = tuple(DECK[card_number(card)] for card in text.split(".")) if text else ()
    seen: set[str] = set()
    for card in cards:
        if card in seen:
            raise InvalidNotation(
                f"card {card} stands twice in {text[:200]!r}", code="card-twice", card=card
            )
        seen.add(card)
    return cards


def to_mask(cards: Iterable[str]) -> int:
    """The bit mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card_number(card)
    return mask


def from_mask(mask: int) -> tuple[Card, ...]:
    """The cards of a bit mask, as players sort them: jacks, then clubs, spades, hearts, diamonds.

    >>> from_mask(to_mask(["D7", "CA", "SJ"]))
    ('SJ', 'CA', 'D7')
    """
    cards = (card for number, card in enumerate(DECK) if mask >> number & 1)
    return tuple(sorted(cards, key=_DISPLAY_ORDER.__getitem__))


def sort_cards(cards: Iterable[str]) -> tuple[Card, ...]:
    """Cards in the order in which players hold them.

    >>> sort_cards(["D7", "CA", "SJ"])
    ('SJ', 'CA', 'D7')
    """
    return tuple(sorted(map(Card, cards), key=_DISPLAY_ORDER.__getitem__))


def card_points(cards: Iterable[str]) -> int:
    """The card points: ace 11, ten 10, king 4, queen 3, jack 2.

    >>> card_points(["CA", "HT", "D7"])
    21
    """
    return core.points_in(to_mask(cards))
