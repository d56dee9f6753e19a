"""Moves as ISS tokens: ``18 y p s GH H7.HQ CJ``, and ``SC RE TI.1 LE.2``."""

from __future__ import annotations

from functools import cache

from kiebitz._core import skat as core
from kiebitz.errors import InvalidNotation
from kiebitz.games.moves import Bid, Card, Move, Pass
from kiebitz.games.skat.cards import DECK, HIDDEN, card_number, parse_cards
from kiebitz.games.skat.contract import Contract

Kind = core.MoveKind
Phase = core.Phase

_KIND_SHIFT = 12
_KINDS = {kind.value: kind for kind in Kind}  # much quicker than asking the enumeration
_HIDDEN_DISCARD = Kind.DISCARD.value << _KIND_SHIFT
_SIMPLE = {"p": Kind.PASS, "y": Kind.HOLD, "s": Kind.PICK_UP}
_SIMPLE_TEXT = {kind: text for text, kind in _SIMPLE.items()}
_SEAT_EVENTS = {"TI": Kind.TIME_OUT, "LE": Kind.LEAVE}


def make_move(kind: core.MoveKind, content: int = 0) -> int:
    """The native number of a move."""
    return kind.value << _KIND_SHIFT | content


def kind_of(number: int) -> core.MoveKind:
    """The kind of a move."""
    number >>= _KIND_SHIFT
    return _KINDS[number] if number in _KINDS else Kind(number)


def content_of(number: int) -> int:
    """What a move concerns: a bid, a contract's code, a card, a seat."""
    return number & 0xFFF


def discard_number(first: str, second: str) -> int:
    """The native number of a discard."""
    low, high = sorted((card_number(first), card_number(second)))
    return make_move(Kind.DISCARD, 1 << 10 | low << 5 | high)


def move_text(number: int) -> str:
    """The ISS token of a native move number.

    >>> move_text(move_number("H7.HQ", Phase.DISCARD))
    'H7.HQ'
    """
    kind, content = kind_of(number), content_of(number)
    if kind in _SIMPLE_TEXT:
        return _SIMPLE_TEXT[kind]
    if kind == Kind.BID:
        return str(content)
    if kind == Kind.DECLARE:
        return str(Contract.from_code(content))
    if kind == Kind.DISCARD:
        if number == _HIDDEN_DISCARD:
            return f"{HIDDEN}.{HIDDEN}"
        return f"{DECK[content >> 5 & 31]}.{DECK[content & 31]}"
    if kind == Kind.PLAY:
        return DECK[content]
    if kind == Kind.SHOW:
        return "SC"
    if kind == Kind.RESIGN:
        return "RE"
    return f"{'TI' if kind == Kind.TIME_OUT else 'LE'}.{content}"


class Hold(Move):
    """The answer *yes* to a bid, written ``y``."""

    __slots__ = ()


class PickUp(Move):
    """The declarer takes the skat, written ``s``."""

    __slots__ = ()


class Declaration(Move):
    """The declarer says what is played.

    >>> Declaration("GH").contract.name
    'Grand hand'
    """

    __slots__ = ()

    @property
    def contract(self) -> Contract:
        """What is played."""
        return Contract.parse(self)


class Discard(Move):
    """The declarer puts two cards away.

    >>> Discard("H7.HQ").cards
    ('H7', 'HQ')
    """

    __slots__ = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The two cards."""
        return tuple(map(Card, self.split(".")))


_TYPES: dict[core.MoveKind, type[Move]] = {
    Kind.PASS: Pass,
    Kind.HOLD: Hold,
    Kind.BID: Bid,
    Kind.PICK_UP: PickUp,
    Kind.DECLARE: Declaration,
    Kind.DISCARD: Discard,
    Kind.PLAY: Card,
}


@cache
def typed_move(number: int) -> Move:
    """The move with a native number, as the kind of move that it is.

    >>> typed_move(move_number("GH", Phase.DECLARE)).__class__.__name__
    'Declaration'
    """
    return _TYPES.get(kind_of(number), Move)(move_text(number))


def move_number(token: str, phase: core.Phase) -> int:
    """The native number of a token said by the seat to move in this phase of the game."""
    if token in _SIMPLE:
        return make_move(_SIMPLE[token])
    if phase == Phase.PLAY:
        return make_move(Kind.PLAY, card_number(token))
    if phase == Phase.DISCARD:
        if token == f"{HIDDEN}.{HIDDEN}":
            return _HIDDEN_DISCARD
        cards = parse_cards(token)
        if len(cards) != 2:
            raise InvalidNotation(
                f"{token[:40]!r} is not a discard: name two cards, like H7.HQ",
                code="not-a-discard",
                text=token[:40],
            )
        return discard_number(*cards)
    if phase in (Phase.BID, Phase.ANSWER):
        if not (token.isascii() and token.isdigit() and len(token) <= 3):
            raise InvalidNotation(
                f"{token[:40]!r} is not a call: bid a number, hold with y, pass with p",
                code="not-a-call",
                text=token[:40],
            )
        return make_move(Kind.BID, int(token))
    return make_move(Kind.DECLARE, Contract.parse(token).code)


def seat_event_number(token: str) -> int | None:
    """The number of ``TI.n`` (seat n ran out of time) or ``LE.n`` (left), else None."""
    name, _, seat = token.partition(".")
    if name in _SEAT_EVENTS and seat in ("0", "1", "2"):
        return make_move(_SEAT_EVENTS[name], int(seat))
    return None
