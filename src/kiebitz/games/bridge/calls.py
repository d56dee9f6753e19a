"""The calls of an auction as values: each is its own text, and knows what it says."""

from __future__ import annotations

import re

from kiebitz.games.moves import Move, Pass


class Bid(Move):
    """A level and a strain.

    >>> Bid("3NT").level, Bid("3NT").strain
    (3, 'NT')
    """

    __slots__ = ()

    @property
    def level(self) -> int:
        """Tricks beyond six, 1 to 7."""
        return int(self[0])

    @property
    def strain(self) -> str:
        """What would be trumps: S H D C or NT."""
        return self[1:]


class Double(Move):
    """The opponents' bid counts more, written ``X``."""

    __slots__ = ()


class Redouble(Move):
    """The doubled bid counts more still, written ``XX``."""

    __slots__ = ()


_WORDS: dict[str, Move] = {
    **dict.fromkeys(("P", "PASS"), Pass("Pass")),
    **dict.fromkeys(("X", "D", "DBL"), Double("X")),
    **dict.fromkeys(("XX", "R", "RDBL"), Redouble("XX")),
}


def parse_call(word: str) -> Move:
    """A call, from the ways in which files write it; what is no call stays a plain `Move`.

    >>> [parse_call(word) for word in ("p", "1n", "DBL", "xx", "2S")]
    ['Pass', '1NT', 'X', 'XX', '2S']
    >>> type(parse_call("AP")).__name__
    'Move'
    """
    upper = word.upper()
    if match := re.fullmatch(r"([1-7])(NT?|[SHDC])", upper):
        return Bid(match[1] + ("NT" if match[2][0] == "N" else match[2]))
    return _WORDS.get(upper) or Move(word)
