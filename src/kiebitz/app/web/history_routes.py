"""One's own history: statistics over time, the games as a file, and games played elsewhere."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query
from fastapi.responses import PlainTextResponse, StreamingResponse

from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor, check_room, counted
from kiebitz.app.web.history import TakenIn
from kiebitz.app.web.report_routes import briefs_of, kept_briefs
from kiebitz.app.web.statistics import Played, StatisticsModel, played, statistics
from kiebitz.app.web.work import QueueFull
from kiebitz.games.skat import State

router = APIRouter(prefix="/api", responses=PROBLEMS)
Which = Literal["all", "here", "elsewhere"]
_DAY = 86_400.0


@router.get("/statistics")
async def own_statistics(
    context: Parts,
    visitor: Visitor,
    days: Annotated[int | None, Query(ge=1, le=20_000)] = None,
    practice: bool = False,
    which: Which = "all",
) -> StatisticsModel:
    """Points a game over time, by role, contract, seat and phase, with 95 % intervals.

    Games with hints or moves taken back, and deals that were known, count with `practice` only.
    """

    def work() -> StatisticsModel:
        games = _games(context, visitor, days, which, practice=practice)
        return statistics(games, lambda one: kept_briefs(context, State.parse(one.moves)))

    return await context.read(visitor, work)


@router.post(
    "/statistics/review",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "a line a game"}},
)
async def review_own(
    context: Parts,
    visitor: Visitor,
    games: Annotated[int, Query(ge=1, le=500)] = 50,
) -> StreamingResponse:
    """Reviews the latest own games that were not reviewed yet; a line of JSON for each."""
    settings = context.settings
    if context.work.waiting >= settings.waiting:
        raise QueueFull
    check_room(context.reviews, visitor, settings.waiting_each, settings.reviews)
    found = await context.read(visitor, lambda: _unreviewed(context, visitor, games))
    return StreamingResponse(_reviewed(context, visitor, found), media_type="application/x-ndjson")


async def _reviewed(context: Context, visitor: str, states: list[State]) -> AsyncIterator[str]:
    with counted(context.reviews, visitor):
        for number, state in enumerate(states, start=1):
            await briefs_of(context, visitor, state)
            yield json.dumps({"done": number, "all": len(states)}) + "\n"


def _unreviewed(context: Context, visitor: str, most: int) -> list[State]:
    latest = reversed(_games(context, visitor, None, "all", practice=False))
    found: list[State] = []
    for one in latest:
        state = State.parse(one.moves)
        if one.role != "passed" and kept_briefs(context, state) is None:
            found.append(state)
        if len(found) == most:
            break
    return found


def _games(
    context: Context, visitor: str, days: int | None, which: Which, *, practice: bool
) -> list[Played]:
    since = 0.0 if days is None else time.time() - days * _DAY
    found = []
    for _, began, body in context.history.games(visitor):
        if began < since or (body["practice"] and not practice):
            continue
        if which != "all" and (which == "elsewhere") != bool(body.get("imported")):
            continue
        one = played(began, body)
        if one is not None:
            found.append(one)
    return found


@router.get("/history", response_class=PlainTextResponse)
async def export(
    context: Parts, visitor: Visitor, name: Annotated[str, Query(max_length=20)] = ""
) -> PlainTextResponse:
    """All finished games of the visitor as ISS records, one a line, with dates and names."""
    text = await context.read(visitor, lambda: "".join(context.history.export(visitor, name)))
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="kiebitz-{today}.sgf"'}
    )


@router.post("/history", status_code=201)
async def take_in(
    context: Parts,
    visitor: Visitor,
    content: Annotated[bytes, Body(media_type="application/octet-stream")],
    name: Annotated[str, Query(max_length=80)] = "",
) -> TakenIn:
    """Adds the games of a file of ISS records, played under a name, to the visitor's own."""
    return await context.work.run(
        visitor, lambda ticket: context.history.take_in(visitor, content, name, ticket)
    )
