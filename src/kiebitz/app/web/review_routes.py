"""Reviews: uploaded records, and every card of a game judged as it is asked for."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from kiebitz import __version__
from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor, check_room, counted
from kiebitz.app.web.models import Request, TrickModel
from kiebitz.app.web.store import Unsaved
from kiebitz.app.web.uploads import UploadModel
from kiebitz.app.web.work import QueueFull
from kiebitz.games.skat import State
from kiebitz.games.skat.history import states_of, tricks_of
from kiebitz.games.skat.records import parse_record
from kiebitz.players.skat.review import Judgement, judge_card, played_positions, verdict_of
from kiebitz.solvers.skat import Solver

router = APIRouter(prefix="/api", responses=PROBLEMS)
UploadId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,40}$")]


class RecordText(BaseModel):
    """One record as it was uploaded."""

    record: str


class ReviewRequest(Request):
    """A game to be judged: an ISS record, or its move list."""

    record: Annotated[str, Field(min_length=3, max_length=8000)]


@router.post("/uploads", status_code=201)
async def upload(
    context: Parts,
    visitor: Visitor,
    content: Annotated[bytes, Body(media_type="application/octet-stream")],
    name: Annotated[str, Query(max_length=80)] = "",
) -> UploadModel:
    """Reads a file of ISS records, one a line; bad ones are listed with their reason."""
    return await context.work.run(
        visitor, lambda ticket: context.uploads.add(visitor, name, content, ticket)
    )


@router.get("/uploads")
async def uploads(context: Parts, visitor: Visitor) -> list[UploadModel]:
    """The visitor's uploads, the latest first, without their games."""
    return await context.read(visitor, lambda: context.uploads.all_of(visitor))


@router.get("/uploads/{upload_id}")
async def uploaded(
    upload_id: UploadId,
    context: Parts,
    visitor: Visitor,
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> UploadModel:
    """The games of an upload, 200 at a time."""
    return await context.read(visitor, lambda: context.uploads.page(visitor, upload_id, first))


@router.get("/uploads/{upload_id}/{index}")
async def uploaded_record(
    upload_id: UploadId,
    index: Annotated[int, Path(ge=0, le=100_000)],
    context: Parts,
    visitor: Visitor,
) -> RecordText:
    """One record of an upload."""
    record = await context.read(visitor, lambda: context.uploads.record(visitor, upload_id, index))
    return RecordText(record=record)


@router.post(
    "/review",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "one line a card"}},
)
async def review(wanted: ReviewRequest, context: Parts, visitor: Visitor) -> StreamingResponse:
    """Judges every card; a line of JSON first for the game, then one for each card.

    Leaving the page ends the work. What was judged before is not judged again.
    """
    state, names = read_game(wanted.record)
    settings = context.settings
    if context.work.waiting >= settings.waiting:
        raise QueueFull
    check_room(context.reviews, visitor, settings.waiting_each, settings.reviews)
    return StreamingResponse(
        _judged(context, visitor, state, names), media_type="application/x-ndjson"
    )


def read_game(text: str) -> tuple[State, tuple[str, str, str]]:
    """A game from an ISS record or from a move list."""
    text = text.strip()
    if text.startswith("("):
        record = parse_record(text)
        return record.state, record.players
    return State.parse(text), ("", "", "")


class GameModel(BaseModel):
    """The first line of a review: the game."""

    kind: str = "game"
    names: tuple[str, str, str]
    declarer: int | None
    contract: str | None
    won: bool
    value: int
    points: int
    cards: int
    hands: list[list[str]] = Field(description="the hands as the first card is played")
    skat: list[str]
    tricks: list[TrickModel]
    moves: str


class JudgementModel(BaseModel):
    """A line of a review: one card."""

    kind: str = "card"
    ply: int
    number: int
    seat: int
    card: str
    verdict: str
    cost: float
    chance: float
    best: str
    opinions: dict[str, float]
    verdicts: dict[str, str] = Field(description="what each card would have been called")
    points: dict[str, float]
    worlds: list[dict[str, list[list[str]] | list[str]]]
    open_values: dict[str, int]
    open_won: dict[str, bool]
    open_cost: int
    open_cost_game: bool
    line: list[str]
    view: str


async def _judged(
    context: Context, visitor: str, state: State, names: tuple[str, str, str]
) -> AsyncIterator[str]:
    with counted(context.reviews, visitor):
        async for line in _lines(context, visitor, state, names):
            yield line


async def _lines(
    context: Context, visitor: str, state: State, names: tuple[str, str, str]
) -> AsyncIterator[str]:
    yield _game_model(state, names).model_dump_json() + "\n"
    settings = context.settings
    worlds, seconds = settings.review_worlds, settings.review_card_seconds
    text = str(state)
    for number, (before, card) in enumerate(played_positions(state)):
        key = hashlib.sha256(
            f"{__version__}|verdict of each card|{worlds}|{number}|{text}".encode()
        ).hexdigest()[:40]
        kept = context.store.get("judgement", key)
        if kept is None:
            # One card a turn, so that a review does not hold up the tables of others.
            found = await context.work.run(
                visitor,
                lambda ticket, before=before, card=card, number=number: judge_card(  # type: ignore[misc]
                    before,
                    card,
                    worlds=worlds,
                    seconds=seconds,
                    seed=number,
                    number=number,
                    solver=_own_solver(),
                    go_on=ticket.check,
                ),
                bounded=False,
            )
            kept = {"line": _judgement_model(found, before).model_dump_json()}
            with suppress(Unsaved):  # then it is judged again when it is asked for again
                if number == 0:
                    context.store.make_room("judgement", settings.judgements, settings.disk_bytes)
                context.store.put("judgement", key, "", kept)
        yield kept["line"] + "\n"


_local = threading.local()


def _own_solver() -> Solver:
    """The solver of this thread: its table is large, and reviews under way are many."""
    solver: Solver | None = getattr(_local, "solver", None)
    if solver is None:
        solver = _local.solver = Solver()
    return solver


def _game_model(state: State, names: tuple[str, str, str]) -> GameModel:
    positions = played_positions(state)
    start = positions[0][0] if positions else states_of(state)[0]
    result = state.result
    return GameModel(
        names=names,
        declarer=state.declarer,
        contract=str(state.contract) if state.contract else None,
        won=bool(result and result.won),
        value=result.value if result else 0,
        points=result.points if result else 0,
        cards=len(positions),
        hands=[list(hand) for hand in start.hands],
        skat=list(start.skat),
        tricks=[
            TrickModel(leader=t.leader, cards=list(t.cards), winner=t.winner, points=t.points)
            for t in tricks_of(state)
        ],
        moves=str(state),
    )


def _judgement_model(found: Judgement, before: State) -> JudgementModel:
    best = max((one.win for one in found.opinions), default=0.0)
    return JudgementModel(
        ply=found.ply,
        number=found.number,
        seat=found.seat,
        card=found.card,
        verdict=found.verdict,
        cost=round(found.cost, 4),
        chance=round(found.chance, 4),
        best=found.best,
        opinions={one.card: round(one.win, 4) for one in found.opinions},
        verdicts={one.card: verdict_of(best - one.win) for one in found.opinions},
        points={one.card: round(one.points, 1) for one in found.opinions},
        worlds=[
            {
                "hands": [list(hand) for hand in one.hands],
                "skat": list(one.skat),
                "winning": list(one.winning),
            }
            for one in found.worlds
        ],
        open_values=found.open_values,
        open_won=found.open_won,
        open_cost=found.open_cost,
        open_cost_game=found.open_cost_game,
        line=list(found.line),
        view=str(before.view(found.seat)),
    )
