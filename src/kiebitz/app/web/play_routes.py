"""Playing: games, lists and hints."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse, StreamingResponse

from kiebitz import __version__
from kiebitz.app.web.claims import accepts_claim
from kiebitz.app.web.context import (
    PROBLEMS,
    Context,
    Parts,
    Visitor,
    check_room,
    compute,
    counted,
)
from kiebitz.app.web.games import Conflict, result_of
from kiebitz.app.web.hints import hint_for
from kiebitz.app.web.models import (
    ContractModel,
    GameSummary,
    HintModel,
    MoveRequest,
    NewGame,
    NewList,
    OptionsModel,
    PlyRequest,
    SheetModel,
    StrengthModel,
    TableModel,
)
from kiebitz.app.web.seeing import table_of
from kiebitz.games.skat import Contract
from kiebitz.players.skat.levels import LEVELS

router = APIRouter(prefix="/api", responses=PROBLEMS)
GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
_KEEP_ALIVE_SECONDS = 15.0


@router.get("/options")
async def options(context: Parts) -> OptionsModel:
    """What this server offers."""
    return OptionsModel(
        version=__version__,
        strengths=[StrengthModel(name=name) for name in LEVELS],
        contracts=[
            ContractModel(
                code=str(contract),
                game=contract.game,
                announcements=list(contract.announcements),
                hand=contract.hand,
                ouvert=contract.ouvert,
            )
            for contract in Contract.all()
        ],
        upload_bytes=context.settings.upload_bytes,
        upload_records=context.settings.upload_records,
    )


@router.post("/games", status_code=201)
async def new_game(wanted: NewGame, context: Parts, visitor: Visitor) -> TableModel:
    """Deals a game; with a deal or a seed of the visitor's it is for practice."""
    chosen = wanted.deal is not None or wanted.seed is not None
    game = context.tables.start(
        visitor,
        wanted.strengths,
        seed=wanted.seed if wanted.deal is None else None,
        deal=wanted.deal,
        seat=wanted.seat,
        practice="set-up" if chosen else None,
    )
    return table_of(game, visitor)


@router.get("/games")
async def games(
    context: Parts, visitor: Visitor, limit: Annotated[int, Query(ge=1, le=200)] = 30
) -> list[GameSummary]:
    """The visitor's games, the latest first."""
    return await context.read(visitor, lambda: _summaries(context, visitor, limit))


def _summaries(context: Context, visitor: str, limit: int) -> list[GameSummary]:
    summaries = []
    for key, updated, body in context.store.list("game", visitor, limit):
        result = result_of(body)
        seat: int = body["seat"]
        out = body.get("sits_out", False)
        mine = won = None
        if result is not None and result.declarer is not None and not out:
            mine = result.seeger_fabian[seat]
            won = result.won == (result.declarer == seat)
        summaries.append(
            GameSummary(
                id=key,
                updated=updated,
                over=body["over"],
                contract=result.contract if result else None,
                declarer=result.declarer if result else None,
                seat=None if out else seat,
                points=mine,
                won=won,
                practice=bool(body["practice"]),
                list_id=body["list_id"],
                imported=body.get("imported", False),
            )
        )
    return summaries


@router.get("/games/{game_id}")
async def game(game_id: GameId, context: Parts, visitor: Visitor) -> TableModel:
    """A game as the visitor may see it now."""
    return table_of(context.tables.find(visitor, game_id), visitor)


@router.get(
    "/games/{game_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "tables"}},
)
async def events(game_id: GameId, context: Parts, visitor: Visitor) -> StreamingResponse:
    """The game now, and again after each change, as server-sent events."""
    game = context.tables.find(visitor, game_id)
    streams, settings = context.streams, context.settings
    check_room(streams, visitor, settings.streams_each, settings.streams)

    async def stream() -> AsyncIterator[str]:
        with counted(streams, visitor), context.tables.followed(game):
            yield "retry: 1000\n\n"
            while not context.tables.closing:
                changed = game.changed
                yield f"event: table\ndata: {table_of(game, visitor).model_dump_json()}\n\n"
                while not changed.is_set():
                    try:
                        await asyncio.wait_for(changed.wait(), _KEEP_ALIVE_SECONDS)
                    except TimeoutError:
                        yield ": still here\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream")


@router.post("/games/{game_id}/moves")
async def move(
    game_id: GameId, wanted: MoveRequest, context: Parts, visitor: Visitor
) -> TableModel:
    """The visitor moves: a bid, y, p, s, a declaration with its discard, a card."""
    game = context.tables.find(visitor, game_id)
    context.tables.move(game, wanted.move, wanted.ply, visitor)
    return table_of(game, visitor)


@router.post("/games/{game_id}/claim")
async def claim(
    request: Request, game_id: GameId, wanted: PlyRequest, context: Parts, visitor: Visitor
) -> TableModel:
    """The declarer lays the hand open; if all remaining tricks are sure, the game is over."""
    game = context.tables.find(visitor, game_id)
    seat = game.seat_of(visitor)
    state = context.tables.laid_open(game, wanted.ply, seat)
    accepted = await compute(request, context, visitor, lambda ticket: accepts_claim(state))
    context.tables.claim(game, wanted.ply, seat, accepted=accepted)
    return table_of(game, visitor)


@router.post("/games/{game_id}/resign")
async def resign(
    game_id: GameId, wanted: PlyRequest, context: Parts, visitor: Visitor
) -> TableModel:
    """The visitor gives up."""
    game = context.tables.find(visitor, game_id)
    context.tables.resign(game, wanted.ply, game.seat_of(visitor))
    return table_of(game, visitor)


@router.post("/games/{game_id}/take-back")
async def take_back(
    game_id: GameId, wanted: PlyRequest, context: Parts, visitor: Visitor
) -> TableModel:
    """Back to before the visitor's last move; the game is for practice from then on."""
    game = context.tables.find(visitor, game_id)
    context.tables.take_back(game, wanted.ply)
    return table_of(game, visitor)


@router.post("/games/{game_id}/again", status_code=201)
async def again(game_id: GameId, context: Parts, visitor: Visitor) -> TableModel:
    """The same deal as a new game, for practice."""
    game = context.tables.again(context.tables.find(visitor, game_id), visitor)
    return table_of(game, visitor)


@router.post("/games/{game_id}/hint")
async def hint(
    request: Request, game_id: GameId, wanted: PlyRequest, context: Parts, visitor: Visitor
) -> HintModel:
    """What a strong player would do with what the visitor knows."""
    game = context.tables.find_to_help(visitor, game_id, wanted.ply)
    if game.state.is_over or game.state.to_move != game.seat:
        raise Conflict("it is not your turn", code="not-your-turn")
    view = game.state.view(game.seat)
    seconds = context.settings.hint_seconds
    found = await compute(
        request, context, visitor, lambda ticket: hint_for(view, wanted.ply, seconds, ticket)
    )
    context.tables.note_hint(game)
    return found


@router.get("/games/{game_id}/record", response_class=PlainTextResponse)
async def record(
    game_id: GameId,
    context: Parts,
    visitor: Visitor,
    name: Annotated[str, Query(max_length=20)] = "",
) -> PlainTextResponse:
    """The finished game as an ISS record, with its date and the visitor's name."""
    game = context.tables.find(visitor, game_id)
    if not game.state.is_over:
        raise Conflict("the record is written when the game is over", code="record-when")
    return PlainTextResponse(context.history.record(game, name.strip()) + "\n")


@router.post("/lists", status_code=201)
async def new_list(wanted: NewList, context: Parts, visitor: Visitor) -> SheetModel:
    """Begins a list and deals its first game."""
    return context.lists.start(visitor, wanted)


@router.get("/lists")
async def lists(context: Parts, visitor: Visitor) -> list[SheetModel]:
    """The visitor's lists, the latest first."""
    return await context.read(visitor, lambda: context.lists.sheets(visitor))


@router.get("/lists/{list_id}")
async def sheet(list_id: GameId, context: Parts, visitor: Visitor) -> SheetModel:
    """A list with its running totals."""
    return await context.read(visitor, lambda: context.lists.sheet(visitor, list_id))


@router.post("/lists/{list_id}/next", status_code=201)
async def next_in_list(list_id: GameId, context: Parts, visitor: Visitor) -> TableModel:
    """The game to be played next."""
    return table_of(context.lists.next(visitor, list_id), visitor)
