"""A played Bridge board judged card by card, as it is asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from kiebitz.app.web.bridge_routes import DealRequest, read_boards
from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor, check_room, counted
from kiebitz.app.web.models import ReasonModel
from kiebitz.app.web.work import QueueFull, Ticket
from kiebitz.errors import KiebitzError
from kiebitz.games.bridge import Board
from kiebitz.players.bridge.review import Grade, PlayJudgement, PlayReview

router = APIRouter(prefix="/api/bridge", responses=PROBLEMS)


class PlayJudgementModel(BaseModel):
    """A line of a review: one card."""

    number: int
    trick: int
    seat: str
    card: str
    best: str
    cost: int = Field(description="tricks with open cards")
    loss: float = Field(description="of the chance to make the contract, or to beat it")
    error: float
    grade: Grade | None
    chance: float | None = Field(description="declarer's, after it")
    reasons: list[ReasonModel]


@router.post(
    "/review",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "one line a card"}},
)
async def review(wanted: DealRequest, context: Parts, visitor: Visitor) -> StreamingResponse:
    """Judges every card of a played PBN or LIN board; a line of JSON for each."""
    boards = read_boards(wanted.deal)
    board = boards[min(wanted.board, len(boards) - 1)]
    if board.contract is None or not board.play:
        raise KiebitzError("no cards were played on this board", code="bridge-no-play")
    settings = context.settings
    if context.work.waiting >= settings.waiting:
        raise QueueFull
    check_room(context.reviews, visitor, settings.waiting_each, settings.reviews)
    return StreamingResponse(_lines(context, visitor, board), media_type="application/x-ndjson")


async def _lines(context: Context, visitor: str, board: Board) -> AsyncIterator[str]:
    with counted(context.reviews, visitor):
        play: PlayReview = await context.work.run(
            visitor, lambda ticket: PlayReview(board), bounded=False
        )
        for number in range(len(board.play)):
            # One card a turn, so that a review does not hold up others.
            judged = await context.work.run(visitor, partial(_judge, play, number), bounded=False)
            yield _model(judged).model_dump_json() + "\n"


def _judge(play: PlayReview, number: int, ticket: Ticket) -> PlayJudgement:
    ticket.check()
    return play.judge(number)


def _model(one: PlayJudgement) -> PlayJudgementModel:
    return PlayJudgementModel(
        number=one.number,
        trick=one.trick,
        seat=one.seat,
        card=one.card,
        best=one.best,
        cost=one.cost,
        loss=round(one.loss, 4),
        error=round(one.error, 4),
        grade=one.grade,
        chance=one.chance,
        reasons=[
            ReasonModel(code=reason.code, parameters=reason.parameters) for reason in one.reasons
        ],
    )
