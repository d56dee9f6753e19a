"""How a game ended, and the list in which results are added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kiebitz._core import skat as core
from kiebitz.errors import KiebitzError
from kiebitz.shown import show_unusual

Stakes = core.Stakes


def stakes(value: int) -> Stakes:
    """The Seeger-Fabian points at stake in a game of this value.

    >>> at_stake = stakes(48)
    >>> at_stake.won, at_stake.lost, at_stake.defender
    (98, -146, 40)
    """
    return core.stakes(value)


def soloist_points(value: int) -> int:
    """The Seeger-Fabian points of a soloist whose list shows this value: doubled when lost.

    >>> soloist_points(48), soloist_points(-96)
    (98, -146)
    """
    return value + (50 if value > 0 else -50)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one deal. `declarer` is None when all passed."""

    declarer: int | None
    contract: str | None = None
    won: bool = False
    value: int = 0
    matadors: int = 0
    overbid: bool = False
    points: int = 0
    tricks: int = 0
    schneider: bool = False
    schwarz: bool = False
    seeger_fabian: tuple[int, int, int] = (0, 0, 0)
    resigned: bool = False
    timed_out: int | None = None
    left: int | None = None
    penalties: tuple[int, int, int] = (0, 0, 0)

    __repr__ = show_unusual

    @property
    def is_penalty(self) -> bool:
        """Whether the game ended before a declaration because somebody went away."""
        return any(self.penalties)

    @property
    def passed(self) -> bool:
        """Whether nobody played."""
        return self.declarer is None and not self.is_penalty

    def to_iss(self) -> str:
        """The result as ISS writes it into ``R[…]``.

        >>> Result(declarer=None).to_iss()
        'passed'
        """
        if self.passed:
            return "passed"
        outcome = "penalty" if self.is_penalty else "win" if self.won else "loss"
        declarer, left, timed_out = (
            -1 if seat is None else seat for seat in (self.declarer, self.left, self.timed_out)
        )
        penalties = " ".join(f"p{seat}:{n}" for seat, n in enumerate(self.penalties))
        return (
            f"d:{declarer} {outcome} v:{self.value} m:{self.matadors} "
            f"{'overbid' if self.overbid else 'bidok'} p:{self.points} t:{self.tricks} "
            f"s:{self.schneider:d} z:{self.schwarz:d} {penalties} l:{left} to:{timed_out} "
            f"r:{self.resigned:d}"
        )


@dataclass(frozen=True, slots=True)
class ScoreList:
    """A Skat list: the running totals of a series of deals, 36 in a usual one.

    >>> won = Result(declarer=0, contract="G", won=True, value=48, seeger_fabian=(98, 0, 0))
    >>> lost = Result(declarer=1, contract="C", value=-48, seeger_fabian=(40, -98, 40))
    >>> sheet = ScoreList().add(won).add(lost)
    >>> sheet.totals, sheet.is_complete
    ((138, -98, 40), False)
    """

    results: tuple[Result, ...] = ()
    deals: int = 36

    def add(self, result: Result) -> ScoreList:
        """The list with one more deal."""
        if self.is_complete:
            raise KiebitzError(
                f"the list is complete: all {self.deals} deals are played", code="list-complete"
            )
        return ScoreList((*self.results, result), self.deals)

    @property
    def is_complete(self) -> bool:
        """Whether all deals are played."""
        return len(self.results) >= self.deals

    @property
    def running_totals(self) -> Sequence[tuple[int, int, int]]:
        """The totals after each deal.

        The numbers belong to chairs. Who keeps a list while the deal goes round turns the points of
        each result to the players' chairs first.
        """
        totals = [(0, 0, 0)]
        for result in self.results:
            a, b, c = (x + y for x, y in zip(totals[-1], result.seeger_fabian, strict=True))
            totals.append((a, b, c))
        return totals[1:]

    @property
    def totals(self) -> tuple[int, int, int]:
        """The totals now."""
        return self.running_totals[-1] if self.results else (0, 0, 0)

    @classmethod
    def of(cls, results: Iterable[Result], deals: int = 36) -> ScoreList:
        """A list of given results."""
        return cls(tuple(results), deals)
