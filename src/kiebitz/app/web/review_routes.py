"""Reviews: uploaded records, and every card of a game judged as it is asked for."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from kiebitz import __version__
from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor
from kiebitz.app.web.models import Problem, Request, TrickModel
from kiebitz.app.web.problems import problem_of
from kiebitz.app.web.tables import NotFound
from kiebitz.app.web.work import QueueFull
from kiebitz.errors import KiebitzError, placed
from kiebitz.games.skat import State
from kiebitz.games.skat.history import states_of, tricks_of
from kiebitz.games.skat.records import InvalidRecord, parse_record, read_records
from kiebitz.players.skat.review import Judgement, judge_card, played_positions
from kiebitz.solvers.skat import Solver

router = APIRouter(prefix="/api", responses=PROBLEMS)
_reviews: Counter[str] = Counter()  # under way, by visitor
UploadId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,40}$")]


class RecordSummary(BaseModel):
    """One game of an upload."""

    index: int
    id: str
    players: tuple[str, str, str]
    contract: str | None
    declarer: int | None
    won: bool
    value: int


class BadRecord(Problem):
    """A line that could not be read."""

    line: int


class UploadModel(BaseModel):
    """What was read from a file."""

    id: str
    name: str
    uploaded: float
    count: int
    games: list[RecordSummary]
    bad: list[BadRecord]


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
    settings = context.settings

    def read() -> dict[str, object]:
        games: list[dict[str, object]] = []
        bad: list[dict[str, object]] = []
        first: KiebitzError | None = None
        for number, one in enumerate(read_records(content), start=1):
            if isinstance(one, InvalidRecord):
                first = first or one
                bad.append({"line": one.line or number, **problem_of(one)})
            else:
                games.append(_kept(len(games), one.to_sgf()))
            if len(games) >= settings.upload_records or len(bad) >= 200:
                rest = KiebitzError("the rest of the file was not read", code="rest-unread")
                bad.append({"line": number, **problem_of(rest)})
                break
        if not games:
            first = first or KiebitzError("the file is empty", code="empty-file")
            raise placed(first, "no game could be read", code="no-game-read")
        return {"name": name, "uploaded": time.time(), "games": games, "bad": bad}

    body = await context.work.run(visitor, lambda ticket: read())
    key = secrets.token_urlsafe(12)
    context.store.trim("upload", visitor, settings.uploads_each - 1)
    context.store.put("upload", key, visitor, body)
    return _upload_model(key, body)


@router.get("/uploads")
async def uploads(context: Parts, visitor: Visitor) -> list[UploadModel]:
    """The visitor's uploads, the latest first, without their games."""
    kept = context.store.list("upload", visitor, 20)
    return [_upload_model(key, body, games=0) for key, _, body in kept]


@router.get("/uploads/{upload_id}")
async def uploaded(
    upload_id: UploadId,
    context: Parts,
    visitor: Visitor,
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> UploadModel:
    """The games of an upload, 200 at a time."""
    return _upload_model(upload_id, _find(context, visitor, upload_id), first=first)


@router.get("/uploads/{upload_id}/{index}")
async def uploaded_record(
    upload_id: UploadId,
    index: Annotated[int, Path(ge=0, le=100_000)],
    context: Parts,
    visitor: Visitor,
) -> RecordText:
    """One record of an upload."""
    games = _find(context, visitor, upload_id)["games"]
    if not isinstance(games, list) or index >= len(games):
        raise NotFound("there is no such game in this file", code="no-such-record")
    return RecordText(record=games[index]["record"])


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
    if context.work.waiting >= settings.waiting or _reviews[visitor] >= settings.waiting_each:
        raise QueueFull
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
    _reviews[visitor] += 1
    try:
        async for line in _lines(context, visitor, state, names):
            yield line
    finally:
        _reviews[visitor] -= 1
        if _reviews[visitor] <= 0:
            del _reviews[visitor]


async def _lines(
    context: Context, visitor: str, state: State, names: tuple[str, str, str]
) -> AsyncIterator[str]:
    yield _game_model(state, names).model_dump_json() + "\n"
    settings = context.settings
    worlds, seconds = settings.review_worlds, settings.review_card_seconds
    solver = Solver()
    text = str(state)
    for number, (before, card) in enumerate(played_positions(state)):
        key = hashlib.sha256(
            f"{__version__}|line of the better card|{worlds}|{number}|{text}".encode()
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
                    solver=solver,
                    go_on=ticket.check,
                ),
                bounded=False,
            )
            kept = {"line": _judgement_model(found, before).model_dump_json()}
            context.store.put("judgement", key, "", kept)
            if number == 0:
                context.store.trim("judgement", "", settings.judgements)
        yield kept["line"] + "\n"


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


def _kept(index: int, sgf: str) -> dict[str, object]:
    record = parse_record(sgf)
    result = record.result
    return {
        "record": sgf,
        "summary": {
            "index": index,
            "id": record.id,
            "players": record.players,
            "contract": result.contract,
            "declarer": result.declarer,
            "won": result.won,
            "value": result.value,
        },
    }


def _find(context: Context, visitor: str, key: str) -> dict[str, object]:
    body = context.store.get("upload", key, visitor)
    if body is None:
        raise NotFound("there is no such upload here", code="no-such-upload")
    return body


def _upload_model(
    key: str, body: dict[str, object], first: int = 0, games: int = 200
) -> UploadModel:
    kept = body["games"]
    bad = body["bad"]
    assert isinstance(kept, list)
    assert isinstance(bad, list)
    return UploadModel(
        id=key,
        name=str(body["name"]),
        uploaded=float(str(body["uploaded"])),
        count=len(kept),
        games=[RecordSummary(**one["summary"]) for one in kept[first : first + games]],
        bad=[BadRecord(**one) for one in bad],
    )
