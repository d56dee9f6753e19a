"""Many games in one report: what was lost by role, contract and phase, and the dearest habits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kiebitz.games.skat import State
from kiebitz.players.skat.verdicts import Judged, OneJudged


@dataclass(slots=True)
class Tally:
    """Decisions added up."""

    games: int = 0
    decisions: int = 0
    loss: float = 0.0
    """List points that were lost by graded decisions."""
    grades: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Habit:
    """The same thing done wrong in several games."""

    phase: str
    code: str
    """The first reason against it, or its phase if none stood out."""
    loss: float = 0.0
    games: list[str] = field(default_factory=list)
    """The games in which it happened, by their names."""


class Report:
    """Adds up reviewed games.

    >>> report = Report()
    >>> report.add("1", State.deal(seed=7), [])
    >>> report.games, report.habits
    (1, [])
    """

    def __init__(self) -> None:
        self.games = 0
        self.roles: dict[str, Tally] = {}
        self.contracts: dict[str, Tally] = {}
        self.phases: dict[str, Tally] = {}
        self._habits: dict[tuple[str, str], Habit] = {}

    def add(
        self, name: str, state: State, judged: Sequence[Judged], seat: int | None = None
    ) -> None:
        """Adds a game; with a seat only that player's decisions count."""
        self.games += 1
        counted = {one.ply: one for one in wrong_decisions(judged)}
        for tallies, key_of in (
            (self.roles, lambda one: _role(state, one)),
            (self.contracts, lambda one: str(state.contract) if state.contract else "passed"),
            (self.phases, lambda one: one.phase),
        ):
            seen: set[str] = set()
            for one in judged:
                if seat is not None and one.seat != seat:
                    continue
                key = key_of(one)
                tally = tallies.setdefault(key, Tally())
                tally.games += key not in seen
                seen.add(key)
                tally.decisions += 1
                if one.ply in counted and one.grade is not None:
                    tally.loss += one.loss
                    tally.grades[one.grade] += 1
        for one in counted.values():
            if seat is not None and one.seat != seat:
                continue
            code = one.habit
            habit = self._habits.setdefault((one.phase, code), Habit(one.phase, code))
            habit.loss += one.loss
            if name not in habit.games:
                habit.games.append(name)

    @property
    def habits(self) -> list[Habit]:
        """What was done wrong again and again, the dearest first."""
        return sorted(self._habits.values(), key=lambda habit: -habit.loss)


def wrong_decisions(judged: Sequence[OneJudged]) -> list[OneJudged]:
    """The decisions that are called something, as they are counted, listed and added up.

    Every call is judged as if the auction ended with it: of all calls of a player only the dearest
    counts, the first of equal ones.

    >>> wrong_decisions([])
    []
    """
    dearest: dict[int, OneJudged] = {}
    for one in judged:
        if one.phase == "bid" and one.grade is not None:
            before = dearest.get(one.seat)
            if before is None or one.loss > before.loss:
                dearest[one.seat] = one
    return [
        one
        for one in judged
        if one.grade is not None and (one.phase != "bid" or dearest[one.seat] is one)
    ]


def _role(state: State, one: Judged) -> str:
    if one.phase == "bid":
        return "bidder"
    return "declarer" if one.seat == state.declarer else "defender"
