"""The trainer: puzzles with one proved answer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from kiebitz.app.web.context import PROBLEMS, Parts, Visitor, compute
from kiebitz.app.web.games import Conflict
from kiebitz.app.web.models import (
    AddedModel,
    AnswerRequest,
    OwnPuzzles,
    ProgressModel,
    PuzzleKind,
    PuzzleModel,
    VerdictModel,
)
from kiebitz.app.web.training import found_in
from kiebitz.app.web.work import Ticket
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.records import InvalidRecord, read_records
from kiebitz.players.skat.puzzles import Puzzle

router = APIRouter(prefix="/api", responses=PROBLEMS)
PuzzleId = Annotated[str, Path(pattern=r"^[a-z]+(-[a-z]+)*-[0-9]{1,6}$")]
_RECORDS = 20


@router.get("/puzzles")
async def progress(context: Parts, visitor: Visitor) -> ProgressModel:
    """How far the visitor is with the puzzles."""
    return await context.read(visitor, lambda: context.training.progress(visitor))


@router.get("/puzzles/next")
async def next_puzzle(
    context: Parts, visitor: Visitor, kind: Annotated[PuzzleKind | None, Query()] = None
) -> PuzzleModel:
    """The puzzle that comes next: one that is due again, or a new one."""
    return await context.read(visitor, lambda: context.training.next(visitor, kind))


@router.post("/puzzles/{puzzle_id}/answer")
async def answer(
    puzzle_id: PuzzleId, wanted: AnswerRequest, context: Parts, visitor: Visitor
) -> VerdictModel:
    """Whether an answer is right, and why."""
    return await context.read(
        visitor, lambda: context.training.answer(visitor, puzzle_id, wanted.answer)
    )


@router.post("/puzzles/own", status_code=201)
async def own(request: Request, wanted: OwnPuzzles, context: Parts, visitor: Visitor) -> AddedModel:
    """Looks for puzzles in a finished game of the visitor's, or in ISS records."""
    games: list[tuple[State, int | None]] = []
    if wanted.game is not None:
        game = context.tables.find(visitor, wanted.game)
        if not game.state.is_over:
            raise Conflict("puzzles are made when the game is over", code="puzzles-when")
        games.append((game.state, game.seat_of(visitor)))
    elif wanted.records is not None:
        read = read_records(wanted.records.encode())
        games += [(one.state, None) for one in read if not isinstance(one, InvalidRecord)]
        if not games:
            raise KiebitzError("there is no ISS record in this text", code="no-record")
    else:
        raise KiebitzError("name a game, or send records", code="puzzles-from")

    def work(ticket: Ticket) -> list[Puzzle]:
        found: list[Puzzle] = []
        for state, seat in games[:_RECORDS]:
            ticket.check()
            found += found_in(state, seat, "own")
        return found

    found = await compute(request, context, visitor, work)
    added = await context.read(visitor, lambda: context.training.add(visitor, found))
    return AddedModel(found=len(found), added=added, games=min(len(games), _RECORDS))
