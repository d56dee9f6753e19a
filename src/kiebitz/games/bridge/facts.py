"""What players state about a hidden hand: ``5+H 11-15``, ``balanced 15-17``, ``4432 noSA``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final

from kiebitz._core import bridge_players as core
from kiebitz.errors import InvalidNotation, InvalidPosition
from kiebitz.games.bridge.cards import RANKS, SUITS, card_number, card_of, to_mask
from kiebitz.games.moves import Card

Shape = tuple[int, int, int, int]
_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
_BALANCED: Final = ("4333", "4432", "5332")
_SEMIBALANCED: Final = (*_BALANCED, "5422", "6322")

_RANGE: Final = (
    r"(?:(?P<{0}_low>\d+)\s*(?:-|to|–)\s*(?P<{0}_high>\d+)|(?P<{0}_least>\d+)\s*\+"
    r"|(?:<=|≤|max\s*|at most\s*)(?P<{0}_most>\d+)|(?P<{0}_exact>\d+))"
)
_SUIT: Final = r"(?:spades?|hearts?|diamonds?|clubs?|[shdc♠♥♦♣])"
_TOKEN: Final = re.compile(
    "|".join(
        (
            r"(?P<skip>[\s,;&]+|\band\b|\bwith\b)",
            r"(?P<or>\bor\b|\|)",
            r"(?P<word>semi-?balanced|unbalanced|balanced|bal\b)",
            r"(?P<ordered>\d+=\d+=\d+=\d+)",
            r"(?P<shape>\(?(?<![\d-])[0-9]{4}(?![\d-])\)?|\d+-\d+-\d+-\d+)",
            rf"(?P<short>void|singleton|doubleton)\s*(?:in\s+)?(?P<short_suit>{_SUIT})(?![a-z0-9])",
            _RANGE.format("length") + rf"\s*(?P<suit>{_SUIT})(?![a-z0-9])",
            _RANGE.format("points") + r"\s*(?:hcp|points?|pts?|p)?(?![a-z0-9])",
            r"(?P<no>no|not|without|-|!)?\s*(?P<holds_suit>[shdc♠♥♦♣])"
            r"(?P<ranks>(?:10|[akqjt2-9])+)(?![a-z0-9+])",
        )
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What is stated about a hand as it was dealt.

    >>> facts = HandFacts.parse("5+H 11-15 noSA")
    >>> facts.least, facts.points, facts.not_held
    ((0, 5, 0, 0), (11, 15), ('SA',))
    >>> len(HandFacts.parse("balanced").shapes)
    28
    """

    text: str = ""
    least: Shape = (0, 0, 0, 0)
    most: Shape = (13, 13, 13, 13)
    points: tuple[int, int] = (0, 40)
    held: tuple[Card, ...] = ()
    not_held: tuple[Card, ...] = ()
    shapes: tuple[Shape, ...] = ()  # one of these; none: any

    @classmethod
    def parse(cls, text: str, owner: str = "the hand", size: int = 13) -> HandFacts:
        """Reads points, lengths, shapes and cards; contradictions are refused.

        >>> HandFacts.parse("13+ spades and 5+ hearts", "East")
        Traceback (most recent call last):
        kiebitz.errors.InvalidPosition: East cannot have 13+ spades and 5+ hearts: ...
        """
        reader = _Reader(text, owner, size)
        reader.read()
        return cls(
            text.strip(),
            _four(reader.least),
            _four(reader.most),
            (reader.points[0], reader.points[1]),
            tuple(card_of(card) for card in sorted(reader.held)),
            tuple(card_of(card) for card in sorted(reader.not_held)),
            tuple(reader.shapes or ()),
        )

    def native(self) -> core.HandFacts:
        """The same for the native core."""
        facts = core.HandFacts()
        facts.least, facts.most = list(self.least), list(self.most)
        facts.least_points, facts.most_points = self.points
        facts.held = to_mask(card_number(card) for card in self.held)
        facts.not_held = to_mask(card_number(card) for card in self.not_held)
        facts.shapes = [list(shape) for shape in self.shapes]
        return facts


class _Reader:
    """Takes a text apart; what it says together is checked for one hand."""

    def __init__(self, text: str, owner: str, size: int) -> None:
        self.text, self.owner, self.size = text, owner, size
        self.least, self.most = [0, 0, 0, 0], [size] * 4
        self.points = [0, 40]
        self.held: set[int] = set()
        self.not_held: set[int] = set()
        self.shapes: list[Shape] | None = None
        self._either = False

    def read(self) -> None:
        place = 0
        while place < len(self.text):
            found = _TOKEN.match(self.text, place)
            if found is None or found.end() == place:
                rest = self.text[place:].split()[0]
                raise InvalidNotation(
                    f"{rest!r} in {self.text!r} is not understood: write points (11-15, 12+), "
                    "lengths (5+H, 4-6 spades), shapes (4432, 4=4=3=2, balanced) or cards "
                    "(HA, SKQ, noDA)",
                    code="bridge-not-a-fact",
                    text=rest[:20],
                )
            self._take(found)
            place = found.end()
        self._check()

    def _take(self, found: re.Match[str]) -> None:
        got = found.groupdict()
        if got["or"]:
            if self.shapes is None:
                raise InvalidNotation(
                    f"{self.text!r}: 'or' stands between shapes only, as in '4432 or 5332'",
                    code="bridge-or",
                )
            self._either = True
        elif got["word"] or got["shape"] or got["ordered"]:
            self._add_shapes(_shapes_of(got, self.size, self.owner))
        elif got["short"]:
            length = {"void": 0, "singleton": 1, "doubleton": 2}[got["short"].lower()]
            self._narrow(_suit(got["short_suit"]), length, length)
        elif got["suit"]:
            self._narrow(_suit(got["suit"]), *_range(got, "length", self.size))
        elif got["ranks"]:
            suit = _suit(got["holds_suit"])
            cards = {
                16 * suit + RANKS.index(rank) for rank in got["ranks"].upper().replace("10", "T")
            }
            (self.not_held if got["no"] else self.held).update(cards)
        elif not got["skip"]:
            low, high = _range(got, "points", 40)
            self.points = [max(self.points[0], low), min(self.points[1], high)]

    def _narrow(self, suit: int, low: int, high: int) -> None:
        self.least[suit] = max(self.least[suit], low)
        self.most[suit] = min(self.most[suit], high)

    def _add_shapes(self, shapes: list[Shape]) -> None:
        if self.shapes is None:
            self.shapes = shapes
        elif self._either:
            self.shapes = sorted({*self.shapes, *shapes})
        else:
            self.shapes = [shape for shape in self.shapes if shape in shapes]
        self._either = False

    def _check(self) -> None:
        for suit, name in enumerate(_NAMES):
            if self.least[suit] > self.most[suit]:
                self._refuse(f"{self.least[suit]} {name} at least and {self.most[suit]} at most")
        if sum(self.least) > self.size:
            told = " and ".join(
                f"{least}+ {name}" for least, name in zip(self.least, _NAMES, strict=True) if least
            )
            self._refuse(f"{told}: that is {sum(self.least)} cards, and a hand has {self.size}")
        if sum(self.most) < self.size:
            self._refuse(f"only {sum(self.most)} cards in all, and a hand has {self.size}")
        if self.points[0] > self.points[1]:
            self._refuse(f"{self.points[0]} points at least and {self.points[1]} at most")
        if both := self.held & self.not_held:
            self._refuse(f"{card_of(min(both))} and not have it")
        high = sum(max(0, (card & 15) - 8) for card in self.held)
        if high > self.points[1]:
            self._refuse(f"{high} points in the cards named and {self.points[1]} at most")
        if len(self.held) > self.size:
            self._refuse(f"{len(self.held)} cards, and a hand has {self.size}")
        if self.shapes is not None:
            self.shapes = [
                shape
                for shape in self.shapes
                if all(
                    low <= length <= high
                    for low, length, high in zip(self.least, shape, self.most, strict=True)
                )
            ]
            if not self.shapes:
                self._refuse(f"{self.text!r}: no shape is left")

    def _refuse(self, told: str) -> None:
        raise InvalidPosition(
            f"{self.owner} cannot have {told}", code="bridge-facts-contradict", text=self.text[:60]
        )


def _shapes_of(got: dict[str, str | None], size: int, owner: str) -> list[Shape]:
    if ordered := got["ordered"]:
        chosen = [_four([int(part) for part in ordered.split("=")])]
    elif shape := got["shape"]:
        parts = shape.split("-") if "-" in shape else list(shape.strip("()"))
        chosen = sorted({_four(list(one)) for one in permutations(map(int, parts))})
    else:
        word = (got["word"] or "").lower().replace("-", "")
        if size != 13:
            raise InvalidNotation(
                f"{word} is said of 13 cards, not of {size}", code="bridge-not-a-fact", text=word
            )
        named = _SEMIBALANCED if word == "semibalanced" else _BALANCED
        inside = {
            _four(list(one)) for text in named for one in permutations(int(part) for part in text)
        }
        every = (
            [shape for shape in product(range(14), repeat=4) if sum(shape) == 13]
            if word == "unbalanced"
            else []
        )
        chosen = sorted(
            [_four(list(shape)) for shape in every if shape not in inside] if every else inside
        )
    for one in chosen:
        if sum(one) != size:
            told = "=".join(map(str, one))
            raise InvalidPosition(
                f"{owner} cannot have the shape {told}: that is {sum(one)} cards, "
                f"and a hand has {size}",
                code="bridge-facts-contradict",
                text=told,
            )
    return chosen


def _range(got: dict[str, str | None], kind: str, most: int) -> tuple[int, int]:
    low, high = got[f"{kind}_low"], got[f"{kind}_high"]
    if low is not None and high is not None:
        return int(low), int(high)
    if (least := got[f"{kind}_least"]) is not None:
        return int(least), most
    if (bound := got[f"{kind}_most"]) is not None:
        return 0, int(bound)
    exact = int(got[f"{kind}_exact"] or 0)
    return exact, exact


def _suit(text: str | None) -> int:
    letter = (text or "S")[0].upper().translate(str.maketrans("♠♥♦♣", "SHDC"))
    return SUITS.index(letter)


def _four(values: list[int]) -> Shape:
    spades, hearts, diamonds, clubs = values
    return spades, hearts, diamonds, clubs
