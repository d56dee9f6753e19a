"""Playing with friends: a link to sit down, one to look on, leaving and coming back."""

from __future__ import annotations

from fastapi import APIRouter

from kiebitz.app.web.context import PROBLEMS, Parts, Visitor
from kiebitz.app.web.models import JoinRequest, NewTable, PointRequest, TableModel
from kiebitz.app.web.play_routes import GameId
from kiebitz.app.web.seeing import table_of

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/tables", status_code=201)
async def open_table(wanted: NewTable, context: Parts, visitor: Visitor) -> TableModel:
    """Opens a table for friends; it waits until it is full or the host begins."""
    game = context.friends.open(visitor, wanted.strengths, wanted.name.strip(), wanted.clock)
    return table_of(game, visitor)


@router.post("/games/{game_id}/join")
async def join(
    game_id: GameId, wanted: JoinRequest, context: Parts, visitor: Visitor
) -> TableModel:
    """Sits down at a table, or looks on, as the secret of the link allows."""
    game = context.friends.join(visitor, game_id, wanted.secret, wanted.name.strip())
    return table_of(game, visitor)


@router.post("/games/{game_id}/begin")
async def begin(game_id: GameId, context: Parts, visitor: Visitor) -> TableModel:
    """The host waits for nobody else; computer players take the free seats."""
    game = context.friends.begin(context.tables.find(visitor, game_id), visitor)
    return table_of(game, visitor)


@router.post("/games/{game_id}/leave")
async def leave(game_id: GameId, context: Parts, visitor: Visitor) -> TableModel:
    """A computer player takes over."""
    game = context.friends.leave(context.tables.find(visitor, game_id), visitor)
    return table_of(game, visitor)


@router.post("/games/{game_id}/back")
async def back(game_id: GameId, context: Parts, visitor: Visitor) -> TableModel:
    """The visitor plays on."""
    game = context.friends.back(context.tables.find(visitor, game_id), visitor)
    return table_of(game, visitor)


@router.post("/games/{game_id}/next", status_code=201)
async def next_deal(game_id: GameId, context: Parts, visitor: Visitor) -> TableModel:
    """The next deal at the same table, for everybody."""
    game = context.friends.next(context.tables.find(visitor, game_id), visitor)
    return table_of(game, visitor)


@router.post("/games/{game_id}/point")
async def point(
    game_id: GameId, wanted: PointRequest, context: Parts, visitor: Visitor
) -> TableModel:
    """Shows everybody at the table a decision of the review."""
    game = context.tables.find(visitor, game_id)
    return table_of(context.friends.point(game, visitor, wanted.decision), visitor)
