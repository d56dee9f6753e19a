"""A position of Abalone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kiebitz._core import abalone as core
from kiebitz.errors import KiebitzError
from kiebitz.games.moves import Move, Pass, Step
from kiebitz.games.native_state import BoardState
from kiebitz.shown import show_unusual


@dataclass(frozen=True, slots=True)
class Rules:
    """Who plays, and how long at most.

    Two have fourteen marbles each, three eleven on every other edge, four to six eight in a corner.

    >>> Rules(players=3).text
    '3 1000'
    """

    players: int = 2
    longest: int = 1000

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4, 5, 6):
            raise KiebitzError(f"Abalone is for 2 to 6, not {self.players!r}")

    @property
    def text(self) -> str:
        """The rules as the native core reads them."""
        return f"{self.players} {self.longest}"


class State(BoardState[core.State]):
    """One position.

    >>> State.parse("b:A1b,A2b,A3b,A4w,A5w").play("A1A3-A2").scores
    (1, 0)
    """

    __slots__ = ()
    core: ClassVar = core
    game = "abalone"
    player_counts = (2, 3, 4, 5, 6)
    rules_type: ClassVar = Rules
    seat_names = ("b", "w", "r", "g", "y", "p")
    default_evaluation = "position"
    winning_score = 6

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Step | Pass, ...]: ...  # noqa: D102

    @classmethod
    def start(cls, rules: Rules | None = None) -> State:
        """The first position."""
        return cls.begin(rules)

    @classmethod
    def read_move(cls, text: str) -> Move:
        """One to three marbles and where the first goes, or a pass."""
        return Pass(text) if text == "pass" else Step(text)

    @property
    def moves_made(self) -> int:
        """Moves of all seats together."""
        return self._native.moves_made
