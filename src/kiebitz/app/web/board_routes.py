"""The analysis board: exact values with open cards, opinions and beliefs with hidden ones."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from kiebitz.app.web import computers
from kiebitz.app.web.context import PROBLEMS, Parts, Visitor, compute
from kiebitz.app.web.hints import candidates_of
from kiebitz.app.web.models import Candidate, Request, Seat
from kiebitz.app.web.work import Ticket
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, Phase, View
from kiebitz.games.skat.cards import parse_cards
from kiebitz.games.skat.moves import Kind, content_of, kind_of
from kiebitz.games.skat.set_up import set_up_view
from kiebitz.limits import Limit
from kiebitz.players.skat.judgement import WORLDS, assess
from kiebitz.players.skat.opinion import card_places
from kiebitz.solvers.skat import Position, Solver

router = APIRouter(prefix="/api/board", responses=PROBLEMS)
CardText = Annotated[str, Field(max_length=40)]


class BoardRequest(Request):
    """A position with open cards; cards are joined by dots."""

    game: Annotated[str, Field(pattern="^[DHSCGN]$")]
    declarer: Seat
    leader: Seat
    hands: Annotated[list[CardText], Field(min_length=3, max_length=3)]
    skat: Annotated[str, Field(max_length=8)] = ""
    played: Annotated[str, Field(max_length=8)] = Field(
        "", description="cards of the current trick, from the leader on"
    )
    points: Annotated[int, Field(ge=0, le=120)] = 0


class BoardAnswer(BaseModel):
    """The value of the position and of every legal card."""

    to_move: int
    value: int | None
    won: bool | None
    lost_in_trick: int | None
    moves: dict[str, int | None] = Field(
        description="the declarer's points after each card; in null the tricks survived"
    )
    moves_won: dict[str, bool | None]
    line: list[str]
    nodes: int
    seconds: float
    complete: bool


class SetUp(Request):
    """What one seat sees, card by card; cards are joined by dots."""

    seat: Seat
    hand: CardText
    declarer: Seat
    contract: Annotated[str, Field(min_length=1, max_length=6)] = Field(
        description="a game with its modifiers, like GH"
    )
    skat: Annotated[str, Field(max_length=8)] = Field("", description="what the declarer put away")
    played: Annotated[str, Field(max_length=100)] = Field(
        "", description="all cards played so far, from forehand's first lead on"
    )
    shown: CardText = Field("", description="what an ouvert declarer still holds")


class ViewRequest(Request):
    """What one seat sees: a move list with ?? for hidden cards, or a board set up."""

    view: Annotated[str, Field(min_length=3, max_length=4000)] | None = None
    set_up: SetUp | None = None
    worlds: Annotated[int, Field(ge=1, le=WORLDS)] = WORLDS


class Saying(BaseModel):
    """What one of the computer players would do."""

    player: str = Field(description="who says it: the name of a strength")
    move: str


class ViewAnswer(BaseModel):
    """An opinion about a View, and where the unseen cards probably are."""

    view: str
    seat: int
    to_move: int | None
    phase: str
    hand: list[str]
    declarer: int | None
    contract: str | None
    skat: list[str] = Field(description="what the seat put away")
    shown: list[str] = Field(description="what the declarer of an ouvert game holds")
    played: list[str] = Field(description="all cards played so far")
    candidates: list[Candidate]
    players: list[Saying] = Field(description="what each computer player would do")
    places: dict[str, list[float]] = Field(description="forehand, middlehand, rearhand, skat")
    worlds: int
    possible: str = Field(description="how many worlds are possible")
    seconds: float


@router.post("/solve")
async def solve(
    request: HttpRequest, wanted: BoardRequest, context: Parts, visitor: Visitor
) -> BoardAnswer:
    """Solves a position with open cards."""
    position = Position.parse(
        game=wanted.game,
        declarer=wanted.declarer,
        leader=wanted.leader,
        hands=wanted.hands,
        skat=wanted.skat,
        played=wanted.played,
        points=wanted.points,
    )
    if not any(position.hands):
        raise KiebitzError("nobody holds a card", code="nobody-holds")
    limit = Limit(seconds=context.settings.solve_seconds)

    def work(ticket: Ticket) -> BoardAnswer:
        ticket.check()
        solution = Solver().solve(position, moves=True, line=True, limit=limit)
        return BoardAnswer(
            to_move=(position.leader + len(position.played)) % 3,
            value=solution.value,
            won=solution.won,
            lost_in_trick=solution.lost_in_trick,
            moves={move.card: move.value for move in solution.moves},
            moves_won={move.card: move.won for move in solution.moves},
            line=list(solution.line),
            nodes=solution.nodes,
            seconds=round(solution.seconds, 4),
            complete=solution.complete,
        )

    return await compute(request, context, visitor, work)


@router.post("/view")
async def opinion(
    request: HttpRequest, wanted: ViewRequest, context: Parts, visitor: Visitor
) -> ViewAnswer:
    """What the players think of a View, and the belief behind it."""
    view = _view_of(wanted)
    if view.is_over:
        raise KiebitzError(
            "the game is over: there is nothing left to decide", code="nothing-to-decide"
        )
    seconds = context.settings.hint_seconds

    def work(ticket: Ticket) -> ViewAnswer:
        ticket.check()
        candidates: list[Candidate] = []
        places: dict[str, list[float]] = {}
        players: list[Saying] = []
        worlds, spent = 0, 0.0
        mine = view.to_move == view.seat
        if view.phase == Phase.PLAY:
            places = {
                card: [round(share, 4) for share in shares]
                for card, shares in card_places(view).items()
            }
        if mine:
            found = assess(view, worlds=wanted.worlds, seconds=seconds, go_on=ticket.check)
            worlds, spent = found.draws, found.seconds
            candidates = candidates_of(found)
        if mine and view.phase != Phase.DISCARD:
            for name in ("rules", "pimc", "recursive"):
                ticket.check()
                move = computers.decide(name, view, 0, seconds / 2, ticket).move
                players.append(Saying(player=name, move=move))
        return ViewAnswer(
            view=str(view),
            seat=view.seat,
            to_move=view.to_move,
            phase=view.phase.name.lower(),
            hand=list(view.hand),
            declarer=view.declarer,
            contract=str(view.contract) if view.contract else None,
            skat=list(view.discard),
            shown=list(view.shown) if view.declarer != view.seat else [],
            played=_played(view),
            players=players,
            candidates=candidates,
            places=places,
            worlds=worlds,
            possible=str(view.count_worlds()),
            seconds=round(spent, 3),
        )

    return await compute(request, context, visitor, work)


def _view_of(wanted: ViewRequest) -> View:
    if (wanted.view is None) == (wanted.set_up is None):
        raise KiebitzError("either a view or a set_up is wanted", code="view-or-set-up")
    if wanted.view is not None:
        return View.parse(wanted.view)
    board = wanted.set_up
    assert board is not None
    return set_up_view(
        board.seat,
        parse_cards(board.hand),
        board.declarer,
        board.contract,
        skat=parse_cards(board.skat),
        played=parse_cards(board.played),
        shown=parse_cards(board.shown),
    )


def _played(view: View) -> list[str]:
    history = view.native.history
    return [DECK[content_of(move)] for move in history if kind_of(move) == Kind.PLAY]
