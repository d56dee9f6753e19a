"""What was thought of the moves of a View, in list points, and what a loss is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kiebitz.players.skat.auction import Carried

Grade = Literal["inaccuracy", "mistake", "blunder"]
DecisionPhase = Literal["bid", "pickup", "discard", "declare", "card"]

#: What a move may cost in list points before it is called something.
GRADES: tuple[tuple[Grade, float], ...] = (
    ("blunder", 60.0),
    ("mistake", 25.0),
    ("inaccuracy", 10.0),
)
#: A move is called something only if its loss, less so many standard errors, is large enough.
SUPPORT = 2.0


@dataclass(frozen=True, slots=True)
class Option:
    """A move that could be made."""

    move: str
    win: float | None
    """The chance that its player's party wins; None for a pass, after which others play."""
    score: float
    """The list points that its player's party may expect."""
    loss: float = 0.0
    """How many list points it is behind the best move."""
    error: float = 0.0
    """The standard error of the loss."""
    grade: Grade | None = None
    """What it is called; None if nothing is wrong with it, or nothing that the numbers support."""
    away: tuple[str, ...] = ()
    """With a declaration: the two cards to put away for it."""
    sure: bool = False
    """Whether it was proved that the game cannot be lost any more."""


@dataclass(frozen=True, slots=True)
class SeenWorld:
    """One of the worlds that were looked at, and what each card is worth in it."""

    hands: tuple[tuple[str, ...], ...]
    skat: tuple[str, ...]
    weight: float
    scores: dict[str, float]
    wins: frozenset[str]


@dataclass(frozen=True, slots=True)
class Assessment:
    """Every sensible move of a View, best first."""

    phase: DecisionPhase
    options: tuple[Option, ...]
    worlds: tuple[SeenWorld, ...] = ()
    complete: bool = True
    """Whether every possible world was looked at, or none was needed."""
    carried: Carried | None = None
    """In the auction: what the hand promises, and how far it carries."""
    seconds: float = 0.0
    draws: int = 0
    """How many worlds were looked at."""

    @property
    def best(self) -> Option:
        """The move that promises most."""
        return self.options[0]

    def of(self, move: str) -> Option | None:
        """What was thought of a move; None if it was not thought of."""
        return next((one for one in self.options if one.move == move), None)


def grade_of(loss: float, error: float = 0.0) -> Grade | None:
    """What a loss of list points is called, as far as its error supports that.

    >>> [grade_of(loss) for loss in (5, 12, 30, 100)]
    [None, 'inaccuracy', 'mistake', 'blunder']
    >>> grade_of(30, 4)
    'inaccuracy'
    """
    sure = loss - SUPPORT * error
    return next((name for name, least in GRADES if sure >= least), None)
