"""A report over the games of an upload: what was lost where, and the dearest habits."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from kiebitz import __version__
from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor, check_room, counted
from kiebitz.app.web.games import NotFound
from kiebitz.app.web.models import ReasonModel
from kiebitz.app.web.review_routes import UploadId, read_game
from kiebitz.app.web.store import Unsaved
from kiebitz.app.web.work import QueueFull
from kiebitz.games.skat import State
from kiebitz.players.skat.report import Report, Tally, wrong_decisions
from kiebitz.players.skat.review import Judgement, review
from kiebitz.players.skat.verdicts import verdict_of

router = APIRouter(prefix="/api", responses=PROBLEMS)


class BriefModel(BaseModel):
    """What of a decision is added up."""

    ply: int
    seat: int
    phase: str
    trick: int | None
    grade: str | None
    loss: float
    before: float | None
    after: float | None
    habit: str


class ReviewedModel(BaseModel):
    """A line of a report: one game that was reviewed."""

    kind: str = "game"
    index: int
    verdict: ReasonModel
    loss: float = Field(description="list points lost by what was called something")
    grades: dict[str, int]


class TallyModel(BaseModel):
    """Decisions added up."""

    name: str
    games: int
    decisions: int
    loss: float
    grades: dict[str, int]


class HabitModel(BaseModel):
    """The same thing done wrong in several games."""

    phase: str
    habit: str
    loss: float
    games: list[int] = Field(description="their places in the upload")


class ReportModel(BaseModel):
    """The last line: the report."""

    kind: str = "report"
    games: int
    roles: list[TallyModel]
    contracts: list[TallyModel]
    phases: list[TallyModel]
    habits: list[HabitModel]


@router.post(
    "/uploads/{upload_id}/report",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "a line a game"}},
)
async def report(
    upload_id: UploadId,
    context: Parts,
    visitor: Visitor,
    player: Annotated[str, Query(max_length=80)] = "",
) -> StreamingResponse:
    """Reviews all games of an upload; a line for each, last the report.

    With a player only that player's decisions count. Leaving the page ends the work; what was
    reviewed before is not reviewed again.
    """
    count = (await context.read(visitor, lambda: context.uploads.page(visitor, upload_id, 0))).count
    settings = context.settings
    if context.work.waiting >= settings.waiting:
        raise QueueFull
    check_room(context.reviews, visitor, settings.waiting_each, settings.reviews)
    return StreamingResponse(
        _lines(context, visitor, upload_id, count, player), media_type="application/x-ndjson"
    )


async def _lines(
    context: Context, visitor: str, upload_id: str, count: int, player: str
) -> AsyncIterator[str]:
    found = Report()
    with counted(context.reviews, visitor):
        for index in range(count):
            try:
                text = await context.read(
                    visitor, partial(context.uploads.record, visitor, upload_id, index)
                )
            except NotFound:
                break
            state, names = read_game(text)
            if player and player not in names:
                continue
            seat = names.index(player) if player else None
            judged = await briefs_of(context, visitor, state)
            found.add(str(index), state, judged, seat)
            wrong = [one for one in wrong_decisions(judged) if seat is None or one.seat == seat]
            verdict = verdict_of(state, judged)
            grades = [str(one.grade) for one in wrong]
            yield (
                ReviewedModel(
                    index=index,
                    verdict=ReasonModel(code=verdict.code, parameters=verdict.parameters),
                    loss=round(sum(one.loss for one in wrong), 1),
                    grades={grade: grades.count(grade) for grade in set(grades)},
                ).model_dump_json()
                + "\n"
            )
    yield _report_model(found).model_dump_json() + "\n"


def kept_briefs(context: Context, state: State) -> list[BriefModel] | None:
    """The decisions of a game that was judged before; None for others."""
    kept = context.store.get("judgement", _brief_key(context, state))
    return None if kept is None else [BriefModel(**one) for one in kept["decisions"]]


def _brief_key(context: Context, state: State) -> str:
    told = f"{__version__}|brief|{context.settings.review_worlds}|{state}"
    return hashlib.sha256(told.encode()).hexdigest()[:40]


async def briefs_of(context: Context, visitor: str, state: State) -> list[BriefModel]:
    """The decisions of a game, judged now if they were not before."""
    settings = context.settings
    worlds, seconds = settings.review_worlds, settings.review_card_seconds
    key = _brief_key(context, state)
    kept = context.store.get("judgement", key)
    if kept is None:
        # One game a turn, so that a report does not hold up the tables of others.
        judged = await context.work.run(
            visitor,
            lambda ticket: list(review(state, worlds=worlds, seconds=seconds, go_on=ticket.check)),
            bounded=False,
        )
        kept = {"decisions": [_brief(one).model_dump() for one in judged]}
        with suppress(Unsaved):
            context.store.make_room("judgement", settings.judgements, settings.disk_bytes)
            context.store.put("judgement", key, "", kept)
    return [BriefModel(**one) for one in kept["decisions"]]


def _brief(one: Judgement) -> BriefModel:
    return BriefModel(
        ply=one.ply,
        seat=one.seat,
        phase=one.phase,
        trick=one.trick,
        grade=one.grade,
        loss=round(one.loss, 2),
        before=one.before,
        after=one.after,
        habit=one.habit,
    )


def _report_model(report: Report) -> ReportModel:
    def tallies(found: dict[str, Tally]) -> list[TallyModel]:
        return [
            TallyModel(
                name=name,
                games=one.games,
                decisions=one.decisions,
                loss=round(one.loss, 1),
                grades=dict(one.grades),
            )
            for name, one in sorted(found.items(), key=lambda item: -item[1].loss)
        ]

    return ReportModel(
        games=report.games,
        roles=tallies(report.roles),
        contracts=tallies(report.contracts),
        phases=tallies(report.phases),
        habits=[
            HabitModel(
                phase=one.phase,
                habit=one.code,
                loss=round(one.loss, 1),
                games=[int(name) for name in one.games],
            )
            for one in report.habits[:12]
        ],
    )
