"""Reviews: uploaded records, and every decision of a game judged as it is asked for."""

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
from kiebitz.app.web.hints import candidates_of
from kiebitz.app.web.models import Candidate, ReasonModel, Request, TrickModel
from kiebitz.app.web.store import Unsaved
from kiebitz.app.web.uploads import UploadModel
from kiebitz.app.web.work import QueueFull
from kiebitz.games.skat import Phase, State, card_points
from kiebitz.games.skat.history import states_of, tricks_of
from kiebitz.games.skat.records import parse_record
from kiebitz.players.skat.judgement import DecisionPhase, Grade
from kiebitz.players.skat.review import Judgement, decisions_of, judge, played_positions
from kiebitz.players.skat.verdicts import decisive_moment, verdict_of
from kiebitz.solvers.skat import Solver

router = APIRouter(prefix="/api", responses=PROBLEMS)
# Judgements of another form are not read again.
_FORM = "decisions in list points, one error for the hand model"
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
    responses={
        200: {"content": {"application/x-ndjson": {}}, "description": "one line a decision"}
    },
)
async def review(wanted: ReviewRequest, context: Parts, visitor: Visitor) -> StreamingResponse:
    """Judges every decision; a line of JSON first for the game, one for each, last the verdict.

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
    decisions: int
    dealt: list[list[str]] = Field(description="the hands as they were dealt")
    dealt_skat: list[str]
    skat_points: int
    hands: list[list[str]] = Field(description="the hands as the first card is played")
    skat: list[str]
    tricks: list[TrickModel]
    moves: str


class OpenModel(BaseModel):
    """What open cards say to a card."""

    values: dict[str, int] = Field(description="the declarer's points; in null tricks survived")
    won: dict[str, bool]
    cost: int
    cost_game: bool
    line: list[str]


class WorldModel(BaseModel):
    """One of the worlds that were looked at."""

    hands: list[list[str]]
    skat: list[str]


class JudgementModel(BaseModel):
    """A line of a review: one decision."""

    kind: str = "decision"
    ply: int
    number: int | None = Field(description="the number of a card, from 0")
    trick: int | None
    seat: int
    phase: DecisionPhase
    move: str
    best: str
    verdict: str
    grade: Grade | None
    loss: float = Field(description="points in the list")
    error: float
    before: float | None = Field(description="chance of the mover's party with the best move")
    after: float | None = Field(description="the same with the move made")
    options: list[Candidate]
    reasons: list[ReasonModel]
    habit: str
    worlds: list[WorldModel]
    draws: int
    complete: bool
    open: OpenModel | None
    view: str


class VerdictModel(BaseModel):
    """The last line of a review: the game in one sentence, and where it was decided."""

    kind: str = "verdict"
    verdict: ReasonModel
    moment: int | None = Field(description="the ply of the decisive decision")


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
    found = []
    async for one in _judgements(context, visitor, state):
        found.append(one)
        yield one.model_dump_json() + "\n"
    moment = decisive_moment(state, found)
    verdict = verdict_of(state, found)
    yield (
        VerdictModel(
            verdict=ReasonModel(code=verdict.code, parameters=verdict.parameters),
            moment=None if moment is None else moment.ply,
        ).model_dump_json()
        + "\n"
    )


async def _judgements(
    context: Context, visitor: str, state: State
) -> AsyncIterator[JudgementModel]:
    settings = context.settings
    worlds, seconds = settings.review_worlds, settings.review_card_seconds
    text = str(state)
    cards = 0
    for place, (before, move) in enumerate(decisions_of(state)):
        number = cards if before.phase == Phase.PLAY else None
        cards += number is not None
        key = hashlib.sha256(f"{__version__}|{_FORM}|{worlds}|{place}|{text}".encode()).hexdigest()[
            :40
        ]
        kept = context.store.get("judgement", key)
        if kept is not None:
            yield JudgementModel.model_validate_json(kept["line"])
            continue
        # One decision a turn, so that a review does not hold up the tables of others.
        found = await context.work.run(
            visitor,
            lambda ticket, before=before, move=move, number=number: judge(  # type: ignore[misc]
                before,
                move,
                worlds=worlds,
                seconds=seconds,
                number=number,
                open_cards=True,
                solver=_own_solver(),
                go_on=ticket.check,
            ),
            bounded=False,
        )
        model = _judgement_model(found, before)
        with suppress(Unsaved):  # then it is judged again when it is asked for again
            if place == 0:
                context.store.make_room("judgement", settings.judgements, settings.disk_bytes)
            context.store.put("judgement", key, "", {"line": model.model_dump_json()})
        yield model


_local = threading.local()


def _own_solver() -> Solver:
    """The solver of this thread: its table is large, and reviews under way are many."""
    solver: Solver | None = getattr(_local, "solver", None)
    if solver is None:
        solver = _local.solver = Solver()
    return solver


def _game_model(state: State, names: tuple[str, str, str]) -> GameModel:
    positions = played_positions(state)
    dealt = states_of(state)[0]
    start = positions[0][0] if positions else dealt
    result = state.result
    return GameModel(
        names=names,
        declarer=state.declarer,
        contract=str(state.contract) if state.contract else None,
        won=bool(result and result.won),
        value=result.value if result else 0,
        points=result.points if result else 0,
        cards=len(positions),
        decisions=len(decisions_of(state)),
        dealt=[list(hand) for hand in dealt.hands],
        dealt_skat=list(dealt.skat),
        skat_points=card_points(start.skat),
        hands=[list(hand) for hand in start.hands],
        skat=list(start.skat),
        tricks=[
            TrickModel(leader=t.leader, cards=list(t.cards), winner=t.winner, points=t.points)
            for t in tricks_of(state)
        ],
        moves=str(state),
    )


def _judgement_model(found: Judgement, before: State) -> JudgementModel:
    shown = found.open
    return JudgementModel(
        ply=found.ply,
        number=found.number,
        trick=found.trick,
        seat=found.seat,
        phase=found.phase,
        move=found.move,
        best=found.best,
        verdict=found.verdict,
        grade=found.grade,
        loss=round(found.loss, 2),
        error=round(found.error, 2),
        before=_rounded(found.before),
        after=_rounded(found.after),
        options=candidates_of(found.assessment, found.move),
        reasons=[ReasonModel(code=one.code, parameters=one.parameters) for one in found.reasons],
        habit=found.habit,
        worlds=[
            WorldModel(hands=[list(hand) for hand in one.hands], skat=list(one.skat))
            for one in found.assessment.worlds[:6]
        ],
        draws=found.assessment.draws,
        complete=found.assessment.complete,
        open=None
        if shown is None
        else OpenModel(
            values=shown.values,
            won=shown.won,
            cost=shown.cost,
            cost_game=shown.cost_game,
            line=list(shown.line),
        ),
        view=str(before.view(found.seat)),
    )


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)
