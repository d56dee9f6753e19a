"""Bridge: double-dummy tables and par, the value of every card, what a played hand cost, suits."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from kiebitz.app.web.context import PROBLEMS, Parts, Visitor, compute
from kiebitz.app.web.models import Request
from kiebitz.app.web.work import Ticket
from kiebitz.bridge import Deal, Solver, read_lin, read_pbn
from kiebitz.errors import KiebitzError
from kiebitz.games.bridge.board import Board, follow_play
from kiebitz.games.bridge.cards import (
    SEATS,
    STRAINS,
    card_of,
    parse_cards,
    parse_seat,
    parse_strain,
)
from kiebitz.games.bridge.deal import holding
from kiebitz.games.bridge.par import Par
from kiebitz.games.bridge.scoring import Contract
from kiebitz.limits import Limit
from kiebitz.solvers.single_suit import solve_suit

router = APIRouter(prefix="/api/bridge", responses=PROBLEMS)

DealText = Annotated[
    str, Field(min_length=3, max_length=40_000, description="PBN: a deal, or games")
]
SeatName = Literal["N", "E", "S", "W"]
Zone = Literal["None", "NS", "EW", "Both"]
Strain = Literal["S", "H", "D", "C", "NT"]
Hands = dict[str, list[str]]


class DealRequest(Request):
    """A deal to be looked at."""

    deal: DealText
    vulnerable: Zone | None = Field(None, description="if missing, as the PBN game says, or nobody")
    dealer: SeatName | None = Field(None, description="if missing, as the PBN game says, or North")
    board: Annotated[int, Field(ge=0, le=1000)] = Field(0, description="which of the PBN games")


class ParContractModel(BaseModel):
    """A contract that ends the auction at par."""

    level: int
    strain: Strain
    doubled: int
    declarers: str = Field(description="a seat or a side, like W or EW")
    over: int = Field(description="overtricks, negative for undertricks")


class ParModel(BaseModel):
    """What the auction comes to; no contract when all pass."""

    score: int = Field(description="of North-South")
    contracts: list[ParContractModel]


class TableAnswer(BaseModel):
    """The double-dummy table and par."""

    deal: str
    dealer: str
    vulnerable: str
    trump: str | None = Field(description="of the contract, if the PBN game has one")
    leader: str | None
    played: list[str] = Field(description="the cards of the PBN game, in order of play")
    boards: list[str] = Field(description="the names of all deals of the PBN text")
    hands: Hands = Field(description="by seat: spades, hearts, diamonds, clubs")
    table: dict[str, dict[str, int | None]]
    par: ParModel | None
    seconds: float
    complete: bool


class BoardRequest(Request):
    """A deal, a contract, and the cards played so far, separated by spaces."""

    deal: DealText
    trump: Strain
    leader: SeatName
    played: Annotated[str, Field(max_length=300)] = ""


class BoardAnswer(BaseModel):
    """The value of every card of the player to move."""

    to_move: str | None
    hands: Hands
    trick: list[str]
    trick_leader: str
    won: tuple[int, int] = Field(description="tricks of North-South and East-West so far")
    tricks: int | None
    cards: dict[str, int | None]
    seconds: float


class CostAnswer(BaseModel):
    """What each card of a played hand cost."""

    tricks: list[int | None] = Field(description="declarer's, at the start and after each card")
    cards: list[str]
    seats: list[str]
    costs: list[int]
    seconds: float


class SuitRequest(Request):
    """One suit in two hands."""

    north: Annotated[str, Field(max_length=20)]
    south: Annotated[str, Field(max_length=20)]


class LayoutModel(BaseModel):
    """One way in which the missing cards may lie."""

    west: str
    east: str
    probability: float


class SuitPlanModel(BaseModel):
    """The best line for a number of tricks."""

    tricks: int
    chance: float
    at_most: float
    finished: bool
    line: str = Field(description="in English")
    told: dict[str, Any] = Field(description="the line as data: plays, conditions, what follows")
    rows: list[dict[str, Any]] = Field(description="the line as a tree: seats, cards, what follows")
    works: list[LayoutModel]
    fails: list[LayoutModel]


class SuitAnswer(BaseModel):
    """How to play the suit."""

    north: str
    south: str
    plans: list[SuitPlanModel]


@router.post("/table")
async def table(
    request: HttpRequest, wanted: DealRequest, context: Parts, visitor: Visitor
) -> TableAnswer:
    """Tricks of every declarer in every strain, and par."""
    boards = read_boards(wanted.deal)
    if wanted.board >= len(boards):
        raise KiebitzError(
            f"there are {len(boards)} deals in this PBN text",
            code="pbn-fewer-deals",
            count=len(boards),
        )
    board = boards[wanted.board]
    deal = board.deal
    vulnerable = wanted.vulnerable or board.vulnerable.value.replace("All", "Both")
    dealer = wanted.dealer or SEATS[board.dealer or 0]
    contract = board.contract
    limit = Limit(seconds=context.settings.solve_seconds)

    def work(ticket: Ticket) -> TableAnswer:
        ticket.check()
        found = Solver().table(deal, limit=limit)
        par = None
        if found.complete and deal.size == 13:
            par = found.par(vulnerable, dealer)
        return TableAnswer(
            deal=deal.pbn(),
            dealer=dealer,
            vulnerable=vulnerable,
            trump=STRAINS[contract.strain] if contract else None,
            leader=SEATS[(contract.declarer + 1) % 4] if contract else None,
            played=list(board.play),
            boards=[str(one.number or place) for place, one in enumerate(boards, 1)],
            hands=_hands(list(deal.hands)),
            table=found.by_seat(),
            par=_par_model(par) if par else None,
            seconds=round(found.seconds, 3),
            complete=found.complete,
        )

    return await compute(request, context, visitor, work)


@router.post("/cards")
async def cards(
    request: HttpRequest, wanted: BoardRequest, context: Parts, visitor: Visitor
) -> BoardAnswer:
    """What each card of the player to move is worth, as play goes on."""
    deal = _read_deal(wanted.deal)
    played = parse_cards(wanted.played)
    strain, first = parse_strain(wanted.trump), parse_seat(wanted.leader)
    state = follow_play(deal, strain, first, played)
    over = not any(state.hands)
    limit = Limit(seconds=context.settings.solve_seconds)
    north_south = _tricks_of_north_south(deal, strain, first, played)

    def work(ticket: Ticket) -> BoardAnswer:
        ticket.check()
        found = None
        if not over:
            found = Solver().solve(deal, wanted.trump, wanted.leader, wanted.played, limit=limit)
        return BoardAnswer(
            to_move=found.to_move if found else None,
            hands=_hands(list(state.hands)),
            trick=[card_of(card) for card in state.trick],
            trick_leader=SEATS[state.leader],
            won=(north_south, len(played) // 4 - north_south),
            tricks=found.value if found else 0,
            cards={one.card: one.value for one in found.moves} if found else {},
            seconds=round(found.seconds, 3) if found else 0.0,
        )

    return await compute(request, context, visitor, work)


@router.post("/costs")
async def costs(
    request: HttpRequest, wanted: BoardRequest, context: Parts, visitor: Visitor
) -> CostAnswer:
    """What each card of a played hand cost."""
    deal = _read_deal(wanted.deal)
    follow_play(
        deal, parse_strain(wanted.trump), parse_seat(wanted.leader), parse_cards(wanted.played)
    )
    limit = Limit(seconds=context.settings.solve_seconds)

    def work(ticket: Ticket) -> CostAnswer:
        ticket.check()
        found = Solver().analyse(deal, wanted.trump, wanted.leader, wanted.played, limit=limit)
        return CostAnswer(
            tricks=list(found.tricks),
            cards=[one.card for one in found.cards],
            seats=[one.seat for one in found.cards],
            costs=[one.cost for one in found.cards],
            seconds=round(found.seconds, 3),
        )

    return await compute(request, context, visitor, work)


@router.post("/suit")
async def suit(
    request: HttpRequest, wanted: SuitRequest, context: Parts, visitor: Visitor
) -> SuitAnswer:
    """The best chance of each number of tricks from one suit, and the line that has it."""
    limit = Limit(seconds=context.settings.solve_seconds)

    def work(ticket: Ticket) -> SuitAnswer:
        ticket.check()
        solution = solve_suit(wanted.north, wanted.south, limit=limit)
        plans = []
        for number, plan in solution.tricks.items():
            layouts = sorted(plan.layouts, key=lambda layout: -layout.probability)
            models = [
                (
                    layout.tricks > 0,
                    LayoutModel(
                        west=layout.west,
                        east=layout.east,
                        probability=round(layout.probability, 5),
                    ),
                )
                for layout in layouts
            ]
            plans.append(
                SuitPlanModel(
                    tricks=number,
                    chance=round(plan.value, 5),
                    at_most=round(plan.upper, 5),
                    finished=plan.finished,
                    line=plan.line,
                    told=asdict(plan.told),
                    rows=[asdict(row) for row in plan.rows(13)],
                    works=[model for good, model in models if good],
                    fails=[model for good, model in models if not good],
                )
            )
        return SuitAnswer(north=solution.north, south=solution.south, plans=plans)

    return await compute(request, context, visitor, work)


def read_boards(text: str) -> list[Board]:
    """Deals as PBN writes them, one alone or whole games with their tags; or boards in LIN."""
    text = text.strip()
    if "|" in text:
        boards = read_lin(text)
    else:
        boards = read_pbn(text) if "[" in text or "\n" in text else []
    if not boards and ("[" in text or "|" in text):
        raise KiebitzError("there is no deal in this PBN text", code="pbn-no-deal")
    return boards or [Board(Deal.parse(text))]


def _read_deal(text: str) -> Deal:
    return read_boards(text)[0].deal


def _par_model(par: Par) -> ParModel:
    contracts = []
    for one in par.contracts:
        contract = Contract.parse(one.contract, one.declarers[0])
        contracts.append(
            ParContractModel(
                level=contract.level,
                strain=STRAINS[contract.strain],
                doubled=contract.doubled,
                declarers=one.declarers,
                over=one.over,
            )
        )
    return ParModel(score=par.score, contracts=contracts)


def _hands(masks: list[int]) -> Hands:
    return {
        seat: [holding(mask, suit_number) for suit_number in range(4)]
        for seat, mask in zip(SEATS, masks, strict=True)
    }


def _tricks_of_north_south(deal: Deal, strain: int, leader: int, played: tuple[str, ...]) -> int:
    won = 0
    for end in range(4, len(played) + 1, 4):
        won += follow_play(deal, strain, leader, played[:end]).leader % 2 == 0
    return won
