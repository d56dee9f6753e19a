"""Points a game over time, by role, contract, seat and phase, each with its 95 % interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from pydantic import BaseModel, Field

from kiebitz.app.web.games import result_of
from kiebitz.app.web.models import Moment
from kiebitz.app.web.report_routes import BriefModel
from kiebitz.arena.statistics import Interval, mean_interval, share_interval
from kiebitz.players.skat.report import wrong_decisions

_STEPS = 12  # points of the picture over time
_SUMS = 240  # points of the line of sums
PHASES = ("bid", "pickup", "discard", "declare", "card")


class MeanModel(BaseModel):
    """A mean or a share with its 95 % interval; no bounds when there are too few values."""

    mean: float
    low: float | None
    high: float | None
    count: int


class GroupModel(BaseModel):
    """Games of one kind."""

    name: str
    games: int
    points: MeanModel = Field(description="Seeger-Fabian points a game")
    won: MeanModel | None = Field(description="share won; null where nobody plays")


class StepModel(BaseModel):
    """Some games in a row."""

    first: Moment
    last: Moment
    points: MeanModel


class PhaseModel(BaseModel):
    """What decisions of one phase cost, over the games that were reviewed."""

    name: str
    decisions: int
    loss: MeanModel = Field(description="list points lost a game")
    grades: dict[str, int]


class StatisticsModel(BaseModel):
    """One's games added up."""

    games: int
    all: GroupModel | None
    roles: list[GroupModel]
    contracts: list[GroupModel] = Field(description="games that the visitor declared")
    defended: list[GroupModel] = Field(description="games against which the visitor played")
    seats: list[GroupModel]
    steps: list[StepModel]
    sums: list[tuple[float, int]] = Field(description="moments, and the points until then")
    reviewed: int
    phases: list[PhaseModel]


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game as it counts for a player."""

    began: float
    seat: int
    role: str
    """declarer, defender or passed"""
    game: str
    """The letter of the game, without announcements; empty when all passed."""
    points: int
    won: bool
    moves: str


def played(began: float, body: dict[str, Any]) -> Played | None:
    """What a kept game counts for its visitor; None if it does not: it ended before it began."""
    result = result_of(body)
    if result is None or result.is_penalty:
        return None
    seat: int = body["seat"]
    if result.declarer is None:
        return Played(began, seat, "passed", "", 0, False, body["moves"])
    mine = result.declarer == seat
    return Played(
        began,
        seat,
        "declarer" if mine else "defender",
        (result.contract or "")[:1],
        result.seeger_fabian[seat],
        result.won == mine,
        body["moves"],
    )


def statistics(
    games: Sequence[Played], briefs: Callable[[Played], list[BriefModel] | None]
) -> StatisticsModel:
    """All of it; `briefs` has the decisions of games that were reviewed."""
    ordered = sorted(games, key=lambda one: one.began)
    declared = [one for one in ordered if one.role == "declarer"]
    against = [one for one in ordered if one.role == "defender"]
    reviewed = [
        (one, found)
        for one in ordered
        if one.role != "passed" and (found := briefs(one)) is not None
    ]
    return StatisticsModel(
        games=len(ordered),
        all=_group("all", ordered) if ordered else None,
        roles=_groups(ordered, lambda one: one.role, ("declarer", "defender", "passed")),
        contracts=_groups(declared, lambda one: one.game, "DHSCGN"),
        defended=_groups(against, lambda one: one.game, "DHSCGN"),
        seats=_groups(ordered, lambda one: str(one.seat), "012"),
        steps=_steps(ordered),
        sums=_sums(ordered),
        reviewed=len(reviewed),
        phases=_phases(reviewed),
    )


def _groups(
    games: Sequence[Played], key: Callable[[Played], str], names: Iterable[str]
) -> list[GroupModel]:
    found = []
    for name in names:
        mine = [one for one in games if key(one) == name]
        if mine:
            found.append(_group(name, mine))
    return found


def _group(name: str, games: Sequence[Played]) -> GroupModel:
    decided = [one.won for one in games if one.role != "passed"]
    return GroupModel(
        name=name,
        games=len(games),
        points=_mean(mean_interval([one.points for one in games])),
        won=_mean(share_interval(sum(decided), len(decided)), 4) if decided else None,
    )


def _steps(games: Sequence[Played]) -> list[StepModel]:
    """As many games in each as in the others, so that their intervals are comparable."""
    count = min(_STEPS, len(games) // 5)
    steps = []
    for number in range(count):
        part = games[number * len(games) // count : (number + 1) * len(games) // count]
        points = _mean(mean_interval([one.points for one in part]))
        steps.append(StepModel(first=part[0].began, last=part[-1].began, points=points))
    return steps


def _sums(games: Sequence[Played]) -> list[tuple[float, int]]:
    total = 0
    line: list[tuple[float, int]] = []
    every = -(-len(games) // _SUMS)
    for number, one in enumerate(games, start=1):
        total += one.points
        if number % every == 0 or number == len(games):
            line.append((one.began, total))
    return line


def _phases(reviewed: Sequence[tuple[Played, list[BriefModel]]]) -> list[PhaseModel]:
    found = []
    for phase in PHASES:
        losses: list[float] = []
        grades: dict[str, int] = {}
        decisions = 0
        for game, briefs in reviewed:
            mine = [one for one in briefs if one.seat == game.seat and one.phase == phase]
            decisions += len(mine)
            called = wrong_decisions(mine)
            losses.append(sum(one.loss for one in called))
            for one in called:
                grades[one.grade or ""] = grades.get(one.grade or "", 0) + 1
        if decisions:
            loss = _mean(mean_interval(losses))
            found.append(PhaseModel(name=phase, decisions=decisions, loss=loss, grades=grades))
    return found


def _mean(interval: Interval, digits: int = 2) -> MeanModel:
    def told(value: float) -> float | None:
        return round(value, digits) if isfinite(value) else None

    return MeanModel(
        mean=round(interval.mean, digits),
        low=told(interval.low),
        high=told(interval.high),
        count=interval.count,
    )
