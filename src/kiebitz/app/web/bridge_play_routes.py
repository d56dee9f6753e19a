"""Bridge with two hidden hands: a deal against the computer, advice, and a review by both truths.

A deal is named by its number alone, so that the hidden hands stay with the server until all cards
are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from kiebitz.app.web.context import PROBLEMS, Parts, Visitor, compute
from kiebitz.app.web.models import Request
from kiebitz.app.web.work import Ticket
from kiebitz.bridge import Deal, PlayPlan, analyse_play, plan_play
from kiebitz.errors import KiebitzError
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import SEATS, card_of, each_card, parse_cards
from kiebitz.games.bridge.deal import holding
from kiebitz.games.bridge.scoring import Contract
from kiebitz.limits import Limit

router = APIRouter(prefix="/api/bridge/hidden", responses=PROBLEMS)

ContractName = Literal["3NT", "4S"]
SOUTH = 2
_DEFENCE = Limit(worlds=20, depth=1)


class HiddenRequest(Request):
    """A deal by its number, South's contract, and the cards played so far."""

    deal: Annotated[int, Field(ge=0, lt=2**31)]
    contract: ContractName = "3NT"
    played: Annotated[str, Field(max_length=300)] = ""


class HiddenAnswer(BaseModel):
    """What South sees once the defenders have played."""

    contract: str
    target: int
    hands: dict[str, list[str] | None] = Field(description="null: hidden")
    played: list[str]
    own: list[int] = Field(description="which of these South chose, for the own hand or dummy")
    trick: list[str]
    trick_leader: str
    to_move: str | None
    legal: list[str]
    won: tuple[int, int] = Field(description="South's tricks and the defenders'")


class CardModel(BaseModel):
    """A card and how often South makes the contract with it."""

    card: str
    best_defence: float | None
    double_dummy: float
    tricks: float


class AdviceAnswer(BaseModel):
    """The best card, and how often."""

    card: str
    cards: list[CardModel]
    layouts: int | None
    worlds: int
    depth: int
    seconds: float


class JudgedCard(BaseModel):
    """One card of South or dummy, by both truths."""

    number: int
    card: str
    seat: str
    cost: int = Field(description="tricks, all cards open")
    chance: float = Field(description="of making the contract with it, two hands hidden")
    best: str
    best_chance: float


class ReviewAnswer(BaseModel):
    """Every choice of South's, by both truths."""

    deal: str
    tricks: list[int | None]
    cards: list[JudgedCard]


@router.post("/play")
async def play(
    request: HttpRequest, wanted: HiddenRequest, context: Parts, visitor: Visitor
) -> HiddenAnswer:
    """The defenders play until it is South's or dummy's turn."""

    def work(ticket: Ticket) -> HiddenAnswer:
        deal, contract = _deal(wanted.deal, wanted.contract), Contract.parse(wanted.contract, "S")
        played = list(parse_cards(wanted.played))
        state = follow_play(deal, contract.strain, SOUTH + 1, played)
        while not state.is_over and state.to_move % 2 != SOUTH % 2:
            ticket.check()
            plan = _plan(deal, wanted.contract, played, _DEFENCE, wanted.deal + len(played))
            played.append(plan.card)
            state = follow_play(deal, contract.strain, SOUTH + 1, played)
        own, others = state.scores()[SOUTH], state.scores()[SOUTH + 1]
        over = bool(state.is_over)
        seen = "NESW" if over else ("NS" if played else "S")
        return HiddenAnswer(
            contract=wanted.contract,
            target=contract.tricks,
            hands={
                seat: [holding((deal if over else state).hands[n], suit) for suit in range(4)]
                if seat in seen
                else None
                for n, seat in enumerate(SEATS)
            },
            played=[str(card) for card in played],
            own=[
                number
                for number in range(len(played))
                if follow_play(deal, contract.strain, SOUTH + 1, played[:number]).to_move % 2
                == SOUTH % 2
            ],
            trick=[str(card_of(card)) for card in state.trick],
            trick_leader=SEATS[state.leader],
            to_move=None if over else SEATS[state.to_move],
            legal=[] if over else [str(card_of(card)) for card in each_card(state.legal_cards)],
            won=(own, others),
        )

    return await compute(request, context, visitor, work)


@router.post("/advice")
async def advice(
    request: HttpRequest, wanted: HiddenRequest, context: Parts, visitor: Visitor
) -> AdviceAnswer:
    """What is the best card, and how often does it succeed? From what South sees."""

    def work(ticket: Ticket) -> AdviceAnswer:
        ticket.check()
        deal, played = _deal(wanted.deal, wanted.contract), parse_cards(wanted.played)
        strain = Contract.parse(wanted.contract, "S").strain
        if follow_play(deal, strain, SOUTH + 1, played).to_move % 2 != SOUTH % 2:
            raise KiebitzError("it is a defender's turn", code="bridge-defenders-turn")
        limit = Limit(worlds=60, depth=3, seconds=context.settings.solve_seconds)
        plan = _plan(deal, wanted.contract, played, limit, wanted.deal)
        return AdviceAnswer(
            card=plan.card,
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
    """What each card of South's cost with all cards open, and what it was worth as South saw it."""

    def work(ticket: Ticket) -> ReviewAnswer:
        deal, contract = _deal(wanted.deal, wanted.contract), Contract.parse(wanted.contract, "S")
        played = parse_cards(wanted.played)
        if not follow_play(deal, contract.strain, SOUTH + 1, played).is_over:
            raise KiebitzError("cards are still hidden", code="bridge-still-hidden")
        open_cards = analyse_play(deal, contract.strain, SOUTH + 1, played)
        judged = []
        for number, one in enumerate(open_cards.cards):
            if one.seat not in "NS":
                continue
            ticket.check()
            state = follow_play(deal, contract.strain, SOUTH + 1, played[:number])
            if state.legal_cards.bit_count() == 1:
                continue
            plan = _plan(
                deal, wanted.contract, played[:number], Limit(worlds=30, depth=2), wanted.deal
            )
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
        return ReviewAnswer(deal=deal.pbn(), tricks=list(open_cards.tricks), cards=judged)

    return await compute(request, context, visitor, work)


def _plan(deal: Deal, contract: str, played: Sequence[str], limit: Limit, seed: int) -> PlayPlan:
    return plan_play(deal, contract, "S", played, limit=limit, seed=seed, threads=1)


@lru_cache(maxsize=64)
def _deal(number: int, contract: str) -> Deal:
    """A random deal on which South might well be in the contract."""
    seed = 1000 * number
    while True:
        deal = Deal.random(seed)
        ours = deal.hands[0] | deal.hands[SOUTH]
        points = sum(max(0, (card & 15) - 8) for card in each_card(ours))
        spades = (ours & 0x1FFF).bit_count()
        if contract == "3NT" and 24 <= points <= 27 and spades < 8:
            return deal
        if contract == "4S" and 23 <= points <= 26 and spades >= 8:
            return deal
        seed += 1
