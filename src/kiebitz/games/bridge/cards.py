"""Cards, seats and strains of Bridge, as texts and as numbers of the native core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kiebitz.errors import InvalidNotation
from kiebitz.games.moves import Card

SEATS: Final = "NESW"
SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
#: Strains in the order of double-dummy tables.
STRAINS: Final = ("S", "H", "D", "C", "NT")
SEAT_NAMES: Final = ("North", "East", "South", "West")

_STRAIN_WORDS: Final = {
    "N": 4,
    "NT": 4,
    "NOTRUMP": 4,
    "NOTRUMPS": 4,
    "♠": 0,
    "♥": 1,
    "♦": 2,
    "♣": 3,
}
_SUIT_WORDS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def parse_card(text: str) -> Card:
    """A card, from the ways in which players write it.

    >>> parse_card("c10"), parse_card("♥t"), parse_card("as").suit
    ('CT', 'HT', 'S')
    """
    return card_of(card_number(text))


def card_number(text: str) -> int:
    """The native number of a card: 16 times the suit (S H D C) plus the rank (2 to A).

    >>> card_number("SA"), card_number("c10")
    (12, 56)
    """
    if (known := _NUMBERS.get(text)) is not None:
        return known
    upper = text.strip().upper().replace("10", "T").translate(_SYMBOLS)
    if len(upper) == 2:
        suit, rank = SUITS.find(upper[0]), RANKS.find(upper[1])
        if suit < 0:  # rank first, as players also write it
            suit, rank = SUITS.find(upper[1]), RANKS.find(upper[0])
        if suit >= 0 and rank >= 0:
            return 16 * suit + rank
    raise InvalidNotation(
        f"{text!r} is not a card: suit S H D C and rank A K Q J T 9 to 2, as in 'SA'",
        code="bridge-not-a-card",
        text=str(text)[:20],
    )


_SYMBOLS: Final = str.maketrans("♠♥♦♣", "SHDC")


#: Every card, by its native number.
_CARDS: Final = {16 * s + r: Card(SUITS[s] + RANKS[r]) for s in range(4) for r in range(13)}
_NUMBERS: Final[dict[str, int]] = {card: number for number, card in _CARDS.items()}


def card_of(number: int) -> Card:
    """The card with a native number.

    >>> card_of(28)
    'HA'
    """
    return _CARDS[number]


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Several cards, or a text in which anything or nothing joins them: ``SA,HK`` or ``SAHK``.

    >>> parse_cards("SA hk,D10 C2")
    ('SA', 'HK', 'DT', 'C2')
    """
    if not isinstance(text, str):
        return tuple(map(parse_card, text))
    compact = "".join(
        c for c in text.upper().translate(_SYMBOLS).replace("10", "T") if c not in " ,;.-\t\n"
    )
    if len(compact) % 2:
        raise InvalidNotation(
            f"{text!r} is not a list of cards: each has a suit and a rank",
            code="bridge-not-cards",
            text=text[:60],
        )
    return tuple(parse_card(compact[i : i + 2]) for i in range(0, len(compact), 2))


def each_card(mask: int) -> Iterator[int]:
    """The cards of a mask: spades first, high ranks first."""
    for suit in range(4):
        for rank in range(12, -1, -1):
            if mask >> (16 * suit + rank) & 1:
                yield 16 * suit + rank


def to_mask(cards: Iterable[int]) -> int:
    """The mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def parse_seat(text: str | int) -> int:
    """A seat's number, from its name, letter or number.

    >>> parse_seat("W"), parse_seat("north")
    (3, 0)
    """
    if isinstance(text, int):
        if 0 <= text < 4:
            return text
    else:
        word = text.strip().upper()
        for seat, name in enumerate(SEAT_NAMES):
            if word and (word == name[0] or word == name.upper()):
                return seat
    raise InvalidNotation(
        f"{text!r} is not a seat: N, E, S or W", code="bridge-not-a-seat", text=str(text)[:20]
    )


def parse_strain(text: str | int) -> int:
    """A strain's number, from its letter, name or number.

    >>> parse_strain("S"), parse_strain("NT"), parse_strain("hearts")
    (0, 4, 1)
    """
    if isinstance(text, int):
        if 0 <= text < 5:
            return text
    else:
        word = text.strip().upper()
        if word in _STRAIN_WORDS:
            return _STRAIN_WORDS[word]
        for strain, name in enumerate(_SUIT_WORDS):
            if word and word in (name[0], name, name[:-1]):
                return strain
    raise InvalidNotation(
        f"{text!r} is not a strain: S, H, D, C or NT",
        code="bridge-not-a-strain",
        text=str(text)[:20],
    )
