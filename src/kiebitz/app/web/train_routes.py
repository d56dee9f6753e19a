"""The trainer: puzzles with one proved answer."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor, compute, while_connected
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
from kiebitz.app.web.report_routes import briefs_of
from kiebitz.app.web.training import mistakes_in
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
    """Looks for puzzles where a review finds mistakes: in a finished game, an upload or records.

    Every game is reviewed first, unless it was before.
    """
    games: list[tuple[State, int | None]] = []
    if wanted.game is not None:
        game = context.tables.find(visitor, wanted.game)
        if not game.state.is_over:
            raise Conflict("puzzles are made when the game is over", code="puzzles-when")
        games.append((game.state, game.seat_of(visitor)))
    elif wanted.upload is not None or wanted.records is not None:
        games = await context.read(visitor, lambda: _recorded(context, visitor, wanted))
        if not games:
            raise KiebitzError("there is no ISS record in this text", code="no-record")
    else:
        raise KiebitzError("name a game, or send records", code="puzzles-from")
    found: list[Puzzle] = []
    for state, seat in games:
        judged = await while_connected(request, briefs_of(context, visitor, state))
        plies = [
            one.ply
            for one in judged
            if one.grade is not None and (seat is None or one.seat == seat)
        ]
        if plies:
            look = partial(_looked, state, plies)
            found += await compute(request, context, visitor, look)
    added = await context.read(visitor, lambda: context.training.add(visitor, found))
    return AddedModel(found=len(found), added=added, games=len(games))


def _looked(state: State, plies: list[int], ticket: Ticket) -> list[Puzzle]:
    ticket.check()
    return mistakes_in(state, plies)


def _recorded(context: Context, visitor: str, wanted: OwnPuzzles) -> list[tuple[State, int | None]]:
    """The games of an upload or of records, with the seat of the named player."""
    if wanted.upload is not None:
        count = context.uploads.page(visitor, wanted.upload, 0).count
        texts = (context.uploads.record(visitor, wanted.upload, n) for n in range(count))
        read = chain.from_iterable(read_records(text.encode()) for text in texts)
    else:
        read = chain(read_records((wanted.records or "").encode()))
    found: list[tuple[State, int | None]] = []
    for one in read:
        if isinstance(one, InvalidRecord) or one.result.contract is None:
            continue
        if wanted.player and wanted.player not in one.players:
            continue
        found.append((one.state, one.players.index(wanted.player) if wanted.player else None))
        if len(found) == _RECORDS:
            break
    return found
