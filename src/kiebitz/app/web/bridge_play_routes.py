"""Bridge with two hidden hands: a deal against the computer, advice, and a review by both truths.

A deal is named by its number, or by the key under which a visitor's own deal is kept. So the hidden
hands stay with the server until all cards are played.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from kiebitz.app.web.bridge_routes import DealText, SeatName, read_boards
from kiebitz.app.web.context import PROBLEMS, Context, Parts, Visitor, compute
from kiebitz.app.web.games import NotFound
from kiebitz.app.web.models import ReasonModel, Request
from kiebitz.app.web.store import Unsaved
from kiebitz.app.web.work import Ticket
from kiebitz.bridge import Deal, PlayPlan, analyse_play, plan_play
from kiebitz.errors import InvalidPosition, KiebitzError
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import SEATS, STRAINS, card_of, each_card, parse_cards
from kiebitz.games.bridge.deal import holding
from kiebitz.games.bridge.scoring import Contract
from kiebitz.limits import Limit
from kiebitz.players.bridge.play_reasons import concepts_of
from kiebitz.players.bridge.single_dummy import choose_card

router = APIRouter(prefix="/api/bridge/hidden", responses=PROBLEMS)

_DEFENCE = Limit(worlds=20, depth=1)
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
    """A deal, its contract, and the cards played so far."""

    deal: (
        Annotated[int, Field(ge=0, lt=2**31)] | Annotated[str, Field(min_length=8, max_length=40)]
    ) = Field(description="a number, or the key of a deal that is kept")
    contract: Annotated[str, Field(pattern=r"^[1-7](NT|[SHDC])$")] = "3NT"
    declarer: SeatName = "S"
    played: Annotated[str, Field(max_length=300)] = ""


class HiddenAnswer(BaseModel):
    """What declarer sees once the defenders have played."""

    contract: str
    declarer: str
    target: int
    hands: dict[str, list[str] | None] = Field(description="null: hidden")
    played: list[str]
    own: list[int] = Field(description="which of these declarer chose, for the own hand or dummy")
    trick: list[str]
    trick_leader: str
    to_move: str | None
    legal: list[str]
    won: tuple[int, int] = Field(description="declarer's tricks and the defenders'")


class CardModel(BaseModel):
    """A card and how often declarer makes the contract with it."""

    card: str
    best_defence: float | None
    double_dummy: float
    tricks: float


class AdviceAnswer(BaseModel):
    """The best card, and how often."""

    card: str
    reasons: list[ReasonModel] = Field(description="what speaks for it, against the next best")
    cards: list[CardModel]
    layouts: int | None
    worlds: int
    depth: int
    seconds: float


class JudgedCard(BaseModel):
    """One card of declarer or dummy, by both truths."""

    number: int
    card: str
    seat: str
    cost: int = Field(description="tricks, all cards open")
    chance: float = Field(description="of making the contract with it, two hands hidden")
    best: str
    best_chance: float


class ReviewAnswer(BaseModel):
    """Every choice of declarer's, by both truths."""

    deal: str
    tricks: list[int | None]
    cards: list[JudgedCard]


class _Asked:
    """What a request is about."""

    def __init__(self, wanted: HiddenRequest, context: Context, visitor: str) -> None:
        self.contract = Contract.parse(wanted.contract, wanted.declarer)
        self.declarer = SEATS.index(wanted.declarer)
        if isinstance(wanted.deal, int):
            self.deal = _dealt(wanted.deal, wanted.contract, self.declarer)
            self.seed = wanted.deal
        else:
            kept = context.store.get(_KIND, wanted.deal, visitor)
            if kept is None:
                raise NotFound("this deal is not kept here", code="bridge-deal-gone")
            self.deal = Deal.parse(kept["deal"])
            self.seed = 0
        self.name = wanted.contract
        self.played = parse_cards(wanted.played)

    def state(self, played: Sequence[str]) -> Any:  # the native one
        return follow_play(self.deal, self.contract.strain, (self.declarer + 1) % 4, played)

    def declares(self, seat: int) -> bool:
        return seat % 2 == self.declarer % 2

    def plan(self, played: Sequence[str], limit: Limit) -> PlayPlan:
        return plan_play(
            self.deal, self.name, self.declarer, played, limit=limit, seed=self.seed, threads=1
        )


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
    """The defenders play until it is declarer's or dummy's turn."""

    def work(ticket: Ticket) -> HiddenAnswer:
        asked = _Asked(wanted, context, visitor)
        played = list(asked.played)
        state = asked.state(played)
        while not state.is_over and not asked.declares(state.to_move):
            ticket.check()
            card = choose_card(
                state.view(state.to_move),
                asked.contract.tricks,
                limit=_DEFENCE,
                seed=asked.seed + len(played),
            )
            played.append(card)
            state = asked.state(played)
        over = bool(state.is_over)
        open_seats = {asked.declarer, (asked.declarer + 2) % 4} if played else {asked.declarer}
        scores = state.scores()
        return HiddenAnswer(
            contract=wanted.contract,
            declarer=wanted.declarer,
            target=asked.contract.tricks,
            hands={
                seat: [holding((asked.deal if over else state).hands[n], suit) for suit in range(4)]
                if over or n in open_seats
                else None
                for n, seat in enumerate(SEATS)
            },
            played=[str(card) for card in played],
            own=[
                number
                for number in range(len(played))
                if asked.declares(asked.state(played[:number]).to_move)
            ],
            trick=[str(card_of(card)) for card in state.trick],
            trick_leader=SEATS[state.leader],
            to_move=None if over else SEATS[state.to_move],
            legal=[] if over else [str(card_of(card)) for card in each_card(state.legal_cards)],
            won=(scores[asked.declarer], scores[(asked.declarer + 1) % 4]),
        )

    return await compute(request, context, visitor, work)


@router.post("/advice")
async def advice(
    request: HttpRequest, wanted: HiddenRequest, context: Parts, visitor: Visitor
) -> AdviceAnswer:
    """What is the best card, and how often does it succeed? From what declarer sees."""

    def work(ticket: Ticket) -> AdviceAnswer:
        ticket.check()
        asked = _Asked(wanted, context, visitor)
        if not asked.declares(asked.state(asked.played).to_move):
            raise KiebitzError("it is a defender's turn", code="bridge-defenders-turn")
        limit = Limit(worlds=60, depth=3, seconds=context.settings.solve_seconds)
        plan = asked.plan(asked.played, limit)
        return AdviceAnswer(
            card=plan.card,
            reasons=_reasons(plan),
            cards=[
                CardModel(
                    card=one.card,
                    best_defence=one.best_defence,
                    double_dummy=one.double_dummy,
                    tricks=round(one.tricks, 2),
                )
                for one in plan.cards
            ],
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
    """What each of declarer's cards cost with all cards open, and what it was worth unseen."""

    def work(ticket: Ticket) -> ReviewAnswer:
        asked = _Asked(wanted, context, visitor)
        played = asked.played
        if not asked.state(played).is_over:
            raise KiebitzError("cards are still hidden", code="bridge-still-hidden")
        open_cards = analyse_play(
            asked.deal, asked.contract.strain, (asked.declarer + 1) % 4, played
        )
        judged = []
        for number, one in enumerate(open_cards.cards):
            if not asked.declares(SEATS.index(one.seat)):
                continue
            ticket.check()
            if asked.state(played[:number]).legal_cards.bit_count() == 1:
                continue
            plan = asked.plan(played[:number], Limit(worlds=30, depth=2))
            chances = {
                card.card: card.double_dummy if card.best_defence is None else card.best_defence
                for card in plan.cards
            }
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


def _reasons(plan: PlayPlan) -> list[ReasonModel]:
    """Why this card and not the best one that is worth less, if one is."""
    worths = [(one.best_defence or 0.0, one.double_dummy) for one in plan.cards]
    other = next((n for n, worth in enumerate(worths) if worth < worths[0]), None)
    if other is None or plan.view is None:
        return []
    return [
        ReasonModel(code=reason.code, parameters=reason.parameters)
        for reason in concepts_of(plan.view, plan.seen, plan.card, plan.cards[other].card)
    ]


@lru_cache(maxsize=64)
def _dealt(number: int, contract: str, declarer: int) -> Deal:
    """A random deal on which one might well be in the contract: 3NT or 4♠; any other, any deal."""
    seed = 1000 * number
    while True:
        deal = Deal.random(seed)
        ours = deal.hands[declarer] | deal.hands[(declarer + 2) % 4]
        points = sum(max(0, (card & 15) - 8) for card in each_card(ours))
        spades = (ours & 0x1FFF).bit_count()
        if contract == "3NT":
            fits = 24 <= points <= 27 and spades < 8
        else:
            fits = contract != "4S" or (23 <= points <= 26 and spades >= 8)
        if fits:
            return deal
        seed += 1
