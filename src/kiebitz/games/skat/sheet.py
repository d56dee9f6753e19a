"""The sheet of a list as clubs write it: game points, won and lost games, lost games of the others.

A table has three chairs, or four: then who deals sits out. Game points stand in the column of who
played. At the end 50 points are added for a game won and taken off for one lost, and everybody
else, the one who sat out too, has 40 points for each game that another player lost; 30 at a table
of four (Seeger-Fabian).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.errors import KiebitzError
from kiebitz.games.skat.result import Result

OWN_GAME = 50
#: For a game that another one lost, by the number of chairs.
OTHERS_LOST = {3: 40, 4: 30}


@dataclass(frozen=True, slots=True)
class Column:
    """One player's column at the end of a list."""

    game_points: int
    won: int
    lost: int
    others_lost: int
    chairs: int

    @property
    def own_bonus(self) -> int:
        """The points for games won less games lost."""
        return OWN_GAME * (self.won - self.lost)

    @property
    def others_bonus(self) -> int:
        """The points for games that others lost."""
        return OTHERS_LOST[self.chairs] * self.others_lost

    @property
    def total(self) -> int:
        """What counts."""
        return self.game_points + self.own_bonus + self.others_bonus


@dataclass(frozen=True, slots=True)
class Line:
    """One deal on the sheet."""

    result: Result
    declarer: int | None
    """The chair of who played; None when all passed."""
    running: tuple[int, ...]
    """The game points of every chair so far."""
    totals: tuple[int, ...]
    """The whole count of every chair so far."""
    points: tuple[int, ...]
    """What the deal brought every chair."""


@dataclass(frozen=True, slots=True)
class ClubSheet:
    """A list: its deals in order, each with the chair of forehand.

    >>> won = Result(declarer=0, contract="G", won=True, value=48)
    >>> lost = Result(declarer=1, contract="C", value=-48)
    >>> sheet = ClubSheet(((won, 0), (lost, 1)), chairs=4)
    >>> [column.total for column in sheet.columns]
    [128, 30, -98, 30]
    """

    deals: tuple[tuple[Result, int], ...] = ()
    chairs: int = 3

    def __post_init__(self) -> None:
        if self.chairs not in OTHERS_LOST:
            raise KiebitzError(
                f"a list is played by three or four, not by {self.chairs}",
                code="list-chairs",
                count=self.chairs,
            )

    @property
    def lines(self) -> Sequence[Line]:
        """The deals with the sums after each of them."""
        lines: list[Line] = []
        running = totals = (0,) * self.chairs
        for result, forehand in self.deals:
            chair = None
            points = (0,) * self.chairs
            if result.declarer is not None and result.contract is not None:
                chair = (forehand + result.declarer) % self.chairs
                own = result.value + (OWN_GAME if result.won else -OWN_GAME)
                other = 0 if result.won else OTHERS_LOST[self.chairs]
                points = tuple(own if c == chair else other for c in range(self.chairs))
                values = [result.value if c == chair else 0 for c in range(self.chairs)]
                running = tuple(map(sum, zip(running, values, strict=True)))
                totals = tuple(map(sum, zip(totals, points, strict=True)))
            lines.append(Line(result, chair, running, totals, points))
        return lines

    @property
    def columns(self) -> Sequence[Column]:
        """What is added up below every player's column."""
        lines = self.lines
        found = []
        for chair in range(self.chairs):
            mine = [line.result for line in lines if line.declarer == chair]
            lost = sum(not one.won for one in mine)
            all_lost = sum(line.declarer is not None and not line.result.won for line in lines)
            points = sum(one.value for one in mine)
            found.append(Column(points, len(mine) - lost, lost, all_lost - lost, self.chairs))
        return found
