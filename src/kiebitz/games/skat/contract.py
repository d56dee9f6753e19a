"""What the declarer plays: the game and its announcements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kiebitz._core import skat as core
from kiebitz.errors import InvalidNotation
from kiebitz.games.skat.cards import to_mask
from kiebitz.shown import show_unusual

GAMES = "DHSCGN"
GAME_NAMES = {
    "D": "Diamonds",
    "H": "Hearts",
    "S": "Spades",
    "C": "Clubs",
    "G": "Grand",
    "N": "Null",
}


@dataclass(frozen=True, slots=True)
class Contract:
    """A game (``D H S C G N``) with its modifiers; announcements imply the smaller ones.

    >>> Contract.parse("GHS")
    Contract(game='G', hand=True, schneider=True)
    >>> str(Contract.parse("CO")), Contract.parse("CO").schwarz
    ('CO', True)
    """

    game: str
    hand: bool = False
    schneider: bool = False
    schwarz: bool = False
    ouvert: bool = False

    __repr__ = show_unusual

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Reads a game letter and modifiers: H hand, O ouvert, S schneider, Z schwarz announced."""
        game, modifiers = text[:1], text[1:]
        if len(text) > 6 or game == "" or game not in GAMES or set(modifiers) - set("HOSZ"):
            raise InvalidNotation(
                f"{text[:20]!r} is not a game: write D H S C G or N, then H O S Z as announced",
                code="not-a-contract",
                text=text[:20],
            )
        if len(set(modifiers)) != len(modifiers):
            raise InvalidNotation(
                f"a modifier stands twice in {text!r}", code="modifier-twice", text=text
            )
        ouvert = "O" in modifiers
        open_suit = ouvert and game != "N"
        schwarz = "Z" in modifiers or open_suit
        schneider = "S" in modifiers or schwarz
        hand = "H" in modifiers or open_suit
        if game == "N" and schneider:
            raise InvalidNotation(
                f"{text!r}: schneider and schwarz do not exist in null",
                code="null-schneider",
                text=text,
            )
        if schneider and not hand:
            raise InvalidNotation(
                f"{text!r}: only a hand game can be announced schneider or schwarz",
                code="announced-without-hand",
                text=text,
            )
        return cls(game, hand, schneider, schwarz, ouvert)

    def __str__(self) -> str:
        if self.game == "N":
            return "N" + "O" * self.ouvert + "H" * self.hand
        if self.ouvert:
            return self.game + "O"
        announced = "Z" if self.schwarz else "S" if self.schneider else ""
        return self.game + "H" * self.hand + announced

    @property
    def name(self) -> str:
        """The contract in words.

        >>> Contract.parse("CHZ").name
        'Clubs hand, schwarz announced'
        """
        announced = {"schneider": ", schneider announced", "schwarz": ", schwarz announced"}
        words = (announced.get(word, f" {word}") for word in self.announcements)
        return "".join((GAME_NAMES[self.game], *words))

    @property
    def announcements(self) -> tuple[str, ...]:
        """What is said besides the game, in order, as codes: hand, ouvert, schneider, schwarz.

        >>> Contract.parse("CHZ").announcements, Contract.parse("CO").announcements
        (('hand', 'schwarz'), ('ouvert',))
        """
        return tuple(core.announcements(self.code))

    @classmethod
    def all(cls) -> tuple[Contract, ...]:
        """Every contract that can be declared.

        >>> len(Contract.all())
        29
        """
        return tuple(cls.from_code(code) for code in core.contracts())

    @property
    def code(self) -> int:
        """The contract's number in the native core."""
        flags = (self.hand, self.schneider, self.schwarz, self.ouvert)
        return GAMES.index(self.game) | sum(flag << (3 + i) for i, flag in enumerate(flags))

    @classmethod
    def from_code(cls, code: int) -> Contract:
        """The contract with this number in the native core."""
        return cls(GAMES[code & 7], *(bool(code >> (3 + i) & 1) for i in range(4)))

    def is_trump(self, card: str) -> bool:
        """Whether a card is trump in this game.

        >>> [Contract.parse("S").is_trump(card) for card in ("DJ", "S7", "HA")]
        [True, True, False]
        """
        return self.game != "N" and (card[1] == "J" or card[0] == self.game)

    def value(self, twelve: Iterable[str]) -> int:
        """What the game is worth if just made, with these ten cards and the skat.

        >>> hand = "CJ SJ CA CT CK C9 SA ST HA DA S7 H7".split()
        >>> Contract.parse("C").value(hand), Contract.parse("CH").value(hand)
        (36, 48)
        """
        return core.game_value(self.code, to_mask(twelve))

    def matadors(self, twelve: Iterable[str]) -> int:
        """Matadors with (positive) or without (negative); 0 in null."""
        return core.matadors(self.code, to_mask(twelve))
