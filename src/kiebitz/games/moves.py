"""Moves as values: each is its own text, and knows what it says.

A move can be printed, stored, sent as JSON and compared with plain text; `play` takes the text too.

>>> from kiebitz.games import spades
>>> state = spades.State.deal(seed=1).play("5").play("4").play("6")
>>> card = state.legal_moves[0]
>>> card, card.suit, card.rank, isinstance(card, Card)
('C4', 'C', '4', True)
"""

from __future__ import annotations


class Move(str):
    """Something that a seat to move can do, written as the game writes it."""

    __slots__ = ()


class Card(Move):
    """A card: its suit, then its rank; as a move it is played, passed on or laid away.

    >>> Card("HT").suit, Card("HT").rank, Card("HT").symbol
    ('H', 'T', '♥10')
    """

    __slots__ = ()

    @property
    def suit(self) -> str:
        """The suit's letter: C D H or S."""
        return self[0]

    @property
    def rank(self) -> str:
        """The rank: 2 to 9, T for the ten, J Q K A."""
        return self[1]

    @property
    def symbol(self) -> str:
        """The card as on paper."""
        return _SYMBOLS[self[0]] + ("10" if self[1] == "T" else self[1])


class Bid(Move):
    """A number that a seat bids.

    >>> Bid("18").number
    18
    """

    __slots__ = ()

    @property
    def number(self) -> int:
        """The number bid."""
        return int(self)


class Step(Move):
    """A move on a board: pieces go from somewhere to somewhere.

    >>> Step("A1A3-A2").source, Step("A1A3-A2").target
    ('A1A3', 'A2')
    """

    __slots__ = ()

    @property
    def source(self) -> str:
        """Where the pieces stand: one place, or the first and the last of a row."""
        return self.partition("-")[0]

    @property
    def target(self) -> str:
        """Where the first of them goes."""
        return self.partition("-")[2]


class Pass(Move):
    """A seat does nothing: it passes in an auction, or has no move on a board."""

    __slots__ = ()


_SYMBOLS = {"D": "♦", "H": "♥", "S": "♠", "C": "♣"}
