"""A position of Chinese Checkers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kiebitz._core import chinese_checkers as core
from kiebitz.errors import KiebitzError
from kiebitz.games.chinese_checkers.book import load_book
from kiebitz.games.moves import Move, Pass, Step
from kiebitz.games.native_state import BoardState
from kiebitz.shown import show_unusual


@dataclass(frozen=True, slots=True)
class Rules:
    """The board and who plays on it.

    A peg stops in the middle, in its own point and in the one opposite. A chain of jumps may not
    pass through the other points either; with `through` it may, with `open_points` a peg may even
    stop there.

    >>> Rules(players=3, pegs=6).text
    '3,6,closed,1000'
    """

    players: int = 3
    pegs: int = 10
    open_points: bool = False
    through: bool = False
    longest: int = 1000

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4, 5, 6):
            raise KiebitzError(f"Chinese Checkers is for 2 to 6, not {self.players!r}")
        if self.pegs not in (6, 10):
            raise KiebitzError(f"boards have 6 or 10 pegs a player, not {self.pegs!r}")
        if self.open_points and self.through:
            raise KiebitzError("points are open, or only passed through: choose one of the two")

    @property
    def text(self) -> str:
        """The rules as the position text has them."""
        points = "open" if self.open_points else "through" if self.through else "closed"
        return f"{self.players},{self.pegs},{points},{self.longest}"


class State(BoardState[core.State]):
    """One position.

    >>> print(State.start(Rules(players=2, pegs=6)).play("c1-d4").drawing, end="")
    a           0
    b          0 0
    c         . 0 0
    d  . . . 0 . . . . . .
    ...
    """

    __slots__ = ()
    core: ClassVar = core
    game = "chinese-checkers"
    player_counts = (3, 2, 4, 5, 6)
    rules_type: ClassVar = Rules
    default_evaluation = "distance"
    winning_score = 1
    standing_name = "moves_away"

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Step | Pass, ...]: ...  # noqa: D102

    @classmethod
    def start(cls, rules: Rules | None = None) -> State:
        """The first position."""
        return cls.begin(rules)

    @classmethod
    def read_move(cls, text: str) -> Move:
        """A peg and where it goes, or a pass."""
        return Pass(text) if text == "pass" else Step(text)

    @property
    def winner(self) -> int | None:
        """The seat that has filled its goal."""
        return None if self._native.winner < 0 else self._native.winner

    @property
    def standings(self) -> tuple[float | None, ...]:
        """The moves that each seat still needs; None for the winner.

        On the small board they are exact, on the full one estimated at two steps a move.

        >>> State.start(Rules(players=2, pegs=10)).standings[0] > 20
        True
        """
        if self._native.side == 3:  # the small board
            book = load_book()
            left = [float(book.moves_left(self._native, seat)) for seat in range(self.players)]
        else:
            left = [self._native.steps_to_go(seat) / 2 for seat in range(self.players)]
        return tuple(None if seat == self.winner else one for seat, one in enumerate(left))

    @property
    def moves_made(self) -> int:
        """Moves of all seats together."""
        return self._native.moves_made
