"""Bridge with two hidden hands: a deal with the computer, advice, and a review by both truths.

A deal is named by its number, or by the key under which a visitor's own deal is kept. So the hidden
hands stay with the server until all cards are played.
"""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from kiebitz.app.bridge_json import row_json
from kiebitz.app.web.bridge_hidden import HiddenDeal, Role, deal_by_number
from kiebitz.app.web.bridge_routes import DealText, SeatName, read_boards
from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor, compute
from kiebitz.app.web.games import NotFound
from kiebitz.app.web.models import ReasonModel, Request
from kiebitz.app.web.store import Unsaved
from kiebitz.app.web.work import Ticket
from kiebitz.bridge import CardChances, Deal, PlayPlan, analyse_play
from kiebitz.errors import InvalidPosition, KiebitzError
from kiebitz.games.bridge.cards import SEATS, STRAINS, card_of, each_card, parse_cards
from kiebitz.games.bridge.deal import holding
from kiebitz.limits import Limit
from kiebitz.players.bridge.line import goes_on
from kiebitz.players.bridge.play_reasons import concepts_of

router = APIRouter(prefix="/api/bridge/hidden", responses=PROBLEMS)

_KIND = "bridge-deal"
_DEALS_EACH, _DEALS_BYTES = 50, 16 * 1024 * 1024


class OwnDealRequest(Request):
    """A deal of one's own: PBN or LIN."""

    deal: DealText
    board: Annotated[int, Field(ge=0, le=1000)] = Field(0, description="which of the boards")


class OwnDealAnswer(BaseModel):
    """Under which key it is kept; its contract, if the record has one."""

    key: str
    contract: str | None
    declarer: str | None
    boards: int


class HiddenRequest(Request):
    """A deal, its contract, whom the visitor plays, and the cards played so far."""

    deal: (
        Annotated[int, Field(ge=0, lt=2**31)] | Annotated[str, Field(min_length=8, max_length=40)]
    ) = Field(description="a number, or the key of a deal that is kept")
    contract: Annotated[str, Field(pattern=r"^[1-7](NT|[SHDC])$")] = "3NT"
    declarer: SeatName = "S"
    role: Role = Field(
        "declarer",
        description="declarer, who plays dummy too; the defender who leads; the other defender",
    )
    played: Annotated[str, Field(max_length=300)] = ""


class HiddenAnswer(BaseModel):
    """What the visitor sees once the others have played."""

    contract: str
    declarer: str
    seat: str = Field(description="the visitor's")
    target: int = Field(description="tricks that the visitor's side wants")
    hands: dict[str, list[str] | None] = Field(description="null: hidden")
    played: list[str]
    own: list[int] = Field(description="which of these the visitor chose, declarer also for dummy")
    trick: list[str]
    trick_leader: str
    to_move: str | None
    legal: list[str]
    won: tuple[int, int] = Field(description="tricks of the visitor's side and of the other")
    made: bool | None = Field(description="whether declarer made the contract; null: still open")


class CardModel(BaseModel):
    """A card and how often it brings what the visitor wants: the contract made, or beaten."""

    card: str
    best_defence: float | None
    double_dummy: float
    tricks: float = Field(description="of the visitor's side in the whole play, on average")


class WhenModel(BaseModel):
    """If this defender plays one of these cards."""

    seat: str
    cards: list[str]
    otherwise: bool = Field(description="these are all that the rows beside it do not name")


class SeatCard(BaseModel):
    """A card and whose it is."""

    seat: str
    card: str


class LineRowModel(BaseModel):
    """Own cards one after the other, whatever the defenders play between them."""

    level: int = Field(description="it goes on where the last row of the level above ends")
    when: WhenModel | None
    cards: list[SeatCard]


class AdviceAnswer(BaseModel):
    """The best card, and how often; for declarer also how to go on."""

    card: str
    reasons: list[ReasonModel] = Field(description="what speaks for it, against the next best")
    cards: list[CardModel]
    line: list[LineRowModel] = Field(description="empty if it says no more than the card")
    line_wins: int = Field(description="in so many of the layouts that were looked at")
    layouts: int | None
    worlds: int
    depth: int
    seconds: float


class JudgedCard(BaseModel):
    """One card that the visitor chose, by both truths."""

    number: int
    card: str
    seat: str
    cost: int = Field(description="tricks, all cards open")
    chance: float = Field(description="of success with it, two hands hidden")
    best: str
    best_chance: float


class ReviewAnswer(BaseModel):
    """Every choice of the visitor's, by both truths."""

    deal: str
    tricks: list[int | None]
    cards: list[JudgedCard]


def _asked(wanted: HiddenRequest, context: Context, visitor: str) -> HiddenDeal:
    """What a request is about."""
    declarer = SEATS.index(wanted.declarer)
    if isinstance(wanted.deal, int):
        deal = deal_by_number(wanted.deal, wanted.contract, declarer)
        seed = wanted.deal
    else:
        kept = context.store.get(_KIND, wanted.deal, visitor)
        if kept is None:
            raise NotFound("this deal is not kept here", code="bridge-deal-gone")
        deal = Deal.parse(kept["deal"])
        seed = 0
    played = parse_cards(wanted.played)
    return HiddenDeal(deal, wanted.contract, declarer, wanted.role, played, seed=seed)


@router.post("/deals")
async def keep(
    request: HttpRequest, wanted: OwnDealRequest, context: Parts, visitor: Visitor
) -> OwnDealAnswer:
    """Keeps a deal of one's own, to be played with two hidden hands."""

    def work(ticket: Ticket) -> OwnDealAnswer:
        boards = read_boards(wanted.deal)
        board = boards[min(wanted.board, len(boards) - 1)]
        if board.deal.size != 13:
            raise InvalidPosition(
                f"hands of {board.deal.size} cards: only a whole deal can be played",
                code="bridge-whole-deal",
                count=board.deal.size,
            )
        key = secrets.token_urlsafe(12)
        context.store.trim(_KIND, visitor, _DEALS_EACH - 1)
        if not context.store.make_room(_KIND, 1 << 20, _DEALS_BYTES):
            raise Unsaved("this server keeps no more deals at present", code="server-full")
        context.store.put(_KIND, key, visitor, {"deal": board.deal.pbn()})
        contract = board.contract
        return OwnDealAnswer(
            key=key,
            contract=None if contract is None else f"{contract.level}{STRAINS[contract.strain]}",
            declarer=None if contract is None else SEATS[contract.declarer],
            boards=len(boards),
        )

    return await compute(request, context, visitor, work)


@router.post("/play")
async def play(
    request: HttpRequest, wanted: HiddenRequest, context: Parts, visitor: Visitor
) -> HiddenAnswer:
    """The computer plays until it is the visitor's turn."""

    def work(ticket: Ticket) -> HiddenAnswer:
        asked = _asked(wanted, context, visitor)
        state = asked.state()
        while not state.is_over and not asked.chooses(state.to_move):
            ticket.check()
            asked.played.append(asked.computer_card())
            state = asked.state()
        over = bool(state.is_over)
        hands = asked.open_hands()
        scores = state.scores()
        return HiddenAnswer(
            contract=wanted.contract,
            declarer=wanted.declarer,
            seat=SEATS[asked.seat],
            target=asked.target,
            hands={
                seat: [holding(hands[n], suit) for suit in range(4)] if n in hands else None
                for n, seat in enumerate(SEATS)
            },
            played=[str(card) for card in asked.played],
            own=asked.own_cards(),
            trick=[str(card_of(card)) for card in state.trick],
            trick_leader=SEATS[state.leader],
            to_move=None if over else SEATS[state.to_move],
            legal=[] if over else [str(card_of(card)) for card in each_card(state.legal_cards)],
            won=(scores[asked.seat], scores[(asked.seat + 1) % 4]),
            made=scores[asked.declarer] >= asked.contract.tricks if over else None,
        )

    return await compute(request, context, visitor, work)


@router.post("/advice")
async def advice(
    request: HttpRequest, wanted: HiddenRequest, context: Parts, visitor: Visitor
) -> AdviceAnswer:
    """What is the best card, and how often does it succeed? From what the visitor sees."""

    def work(ticket: Ticket) -> AdviceAnswer:
        ticket.check()
        asked = _asked(wanted, context, visitor)
        state = asked.state()
        if not state.is_over and not asked.chooses(state.to_move):
            raise KiebitzError("it is somebody else's turn", code="bridge-not-your-turn")
        plan = asked.plan(Limit(worlds=60, depth=3, seconds=context.settings.solve_seconds))
        cards = [_card(asked, one) for one in plan.cards]
        return AdviceAnswer(
            card=plan.card,
            reasons=_reasons(plan, cards),
            cards=cards,
            line=[LineRowModel(**row_json(row)) for row in plan.line] if goes_on(plan.line) else [],
            line_wins=sum(layout.line_wins for layout in plan.seen),
            layouts=plan.layouts,
            worlds=plan.worlds,
            depth=plan.depth,
            seconds=round(plan.seconds, 3),
        )

    return await compute(request, context, visitor, work)


@router.post("/review")
async def review(
    request: HttpRequest, wanted: HiddenRequest, context: Parts, visitor: Visitor
) -> ReviewAnswer:
    """What each of the visitor's cards cost with all cards open, and what it was worth unseen."""

    def work(ticket: Ticket) -> ReviewAnswer:
        asked = _asked(wanted, context, visitor)
        if not asked.state().is_over:
            raise KiebitzError("cards are still hidden", code="bridge-still-hidden")
        leader = (asked.declarer + 1) % 4
        open_cards = analyse_play(asked.deal, asked.contract.strain, leader, asked.played)
        judged = []
        for number in asked.own_cards():
            ticket.check()
            if asked.state(number).legal_cards.bit_count() == 1:
                continue
            plan = asked.plan(Limit(worlds=30, depth=2), number)
            chances = {
                one.card: one.double_dummy if one.best_defence is None else one.best_defence
                for one in (_card(asked, card) for card in plan.cards)
            }
            one = open_cards.cards[number]
            judged.append(
                JudgedCard(
                    number=number,
                    card=one.card,
                    seat=one.seat,
                    cost=one.cost,
                    chance=chances[one.card],
                    best=plan.card,
                    best_chance=chances[plan.card],
                )
            )
        return ReviewAnswer(deal=asked.deal.pbn(), tricks=list(open_cards.tricks), cards=judged)

    return await compute(request, context, visitor, work)


def _card(asked: HiddenDeal, one: CardChances) -> CardModel:
    """A card as the visitor's side sees it."""
    return CardModel(
        card=one.card,
        best_defence=None if one.best_defence is None else asked.success(one.best_defence),
        double_dummy=asked.success(one.double_dummy),
        tricks=round(asked.own_tricks(one.tricks), 2),
    )


def _reasons(plan: PlayPlan, cards: list[CardModel]) -> list[ReasonModel]:
    """Why this card and not the best one that is worth less, if one is."""
    worths = [(one.best_defence or 0.0, one.double_dummy) for one in cards]
    other = next((n for n, worth in enumerate(worths) if worth < worths[0]), None)
    if other is None or plan.view is None:
        return []
    return [
        ReasonModel(code=reason.code, parameters=reason.parameters)
        for reason in concepts_of(plan.view, plan.seen, plan.card, plan.cards[other].card)
    ]
