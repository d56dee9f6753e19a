"""A played board judged card by card: with all cards open, and by what its player could know.

The second judgement draws layouts of the hidden hands that fit what was seen so far, and solves
each: how often declarer makes the contract after every card, and how many tricks that brings.
Nothing is concluded from the auction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from kiebitz.errors import InvalidPosition
from kiebitz.games.bridge.board import Board
from kiebitz.games.bridge.cards import STRAINS
from kiebitz.games.moves import Card
from kiebitz.limits import Limit
from kiebitz.players.bridge.single_dummy import PlayPlan, plan_play
from kiebitz.solvers.bridge import analyse_play

Grade = Literal["inaccuracy", "mistake", "blunder"]

#: What a card may cost of the chance to make the contract, or to beat it.
GRADES: tuple[tuple[Grade, float], ...] = (("blunder", 0.3), ("mistake", 0.2), ("inaccuracy", 0.1))
#: Only what the loss, less so many standard errors, supports.
SUPPORT = 2.0
WORLDS = 60


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, as a code with parameters."""

    code: str
    parameters: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class PlayJudgement:
    """One card of a played board."""

    number: int
    """Its number among the cards, from 0."""
    seat: str
    """Whose card it was."""
    by: str
    """Who chose it: the same, or declarer for dummy."""
    card: Card
    best: Card
    """The card that promised most by what could be known; the card itself if none promised more."""
    cost: int
    """Tricks that it gave away with all cards open."""
    loss: float
    """What it cost of the chance to make the contract, or to beat it, as far as was known."""
    error: float
    tricks: float
    """Tricks that it cost on average, as far as was known."""
    grade: Grade | None
    chance: float | None
    """Declarer's chance after it; None if there was no choice."""
    reasons: tuple[Reason, ...]

    @property
    def trick(self) -> int:
        """The trick that it belongs to, from 1."""
        return self.number // 4 + 1


def review_play(
    board: Board,
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    go_on: Callable[[], None] = lambda: None,
) -> Iterator[PlayJudgement]:
    """Judges the cards of a played board one by one.

    >>> from kiebitz.games.bridge import Contract, Deal, parse_cards
    >>> deal = Deal.parse("N:AQ.2.. 53.3.. 42.4.. K7.5..")
    >>> board = Board(deal, contract=Contract.parse("1NT", "E"), play=parse_cards("S2 S7 SA S3"))
    >>> [one.cost for one in review_play(board)]
    [0, 0, 1, 0]
    """
    play = PlayReview(board, worlds=worlds, seed=seed)
    for number in range(len(board.play)):
        go_on()
        yield play.judge(number)


class PlayReview:
    """A played board whose cards can be judged one at a time, in any order."""

    def __init__(self, board: Board, *, worlds: int = WORLDS, seed: int = 0) -> None:
        contract = board.contract
        if contract is None or not board.play:
            raise InvalidPosition("there is nothing to review: no cards were played on this board")
        self._board, self._contract = board, contract
        self._worlds, self._seed = worlds, seed
        self._leader = (contract.declarer + 1) % 4
        self._open = analyse_play(board.deal, contract.strain, self._leader, board.play).cards

    def judge(self, number: int) -> PlayJudgement:
        """The judgement of one card, by its number."""
        board, contract = self._board, self._contract
        size = board.deal.size
        plan = plan_play(
            board.deal,
            STRAINS[contract.strain],
            contract.declarer,
            board.play[:number],
            leader=None if size == 13 else self._leader,
            tricks=min(contract.tricks, size),
            limit=Limit(worlds=self._worlds, depth=1),
            seed=self._seed,
        )
        played = self._open[number]
        return _judged(number, played.seat, played.card, played.cost, plan)


def decisive_card(judged: Sequence[PlayJudgement]) -> PlayJudgement | None:
    """The dearest card that is called something; None if there is none."""
    wrong = [one for one in judged if one.grade is not None]
    return max(wrong, key=lambda one: one.loss, default=None)


def _judged(number: int, seat: str, card: Card, cost: int, plan: PlayPlan) -> PlayJudgement:
    sign = 1 if plan.declares else -1
    made = next(one for one in plan.cards if one.card == card)
    best = max(plan.cards, key=lambda one: (sign * one.double_dummy, sign * one.tricks))
    loss = max(0.0, sign * (best.double_dummy - made.double_dummy))
    tricks = max(0.0, sign * (best.tricks - made.tricks))
    # The two are valued in the same layouts: they differ in a share `loss` of them, or in more.
    error = 0.0 if plan.exhaustive else sqrt((loss * (1 - loss) + 1 / plan.worlds) / plan.worlds)
    sure = loss - SUPPORT * error
    grade = next((name for name, least in GRADES if sure >= least), None)
    choice = len(plan.cards) > 1
    better = loss > 0 or tricks > 0.05
    return PlayJudgement(
        number=number,
        seat=seat,
        by=plan.seat,
        card=card,
        best=best.card if choice and better else card,
        cost=cost,
        loss=loss if choice else 0.0,
        error=error if choice else 0.0,
        tricks=tricks if choice else 0.0,
        grade=grade if choice else None,
        chance=made.double_dummy if choice else None,
        reasons=_reasons(cost, grade, tricks, made.double_dummy, best.double_dummy, best.card, plan)
        if choice
        else (),
    )


def _reasons(
    cost: int,
    grade: Grade | None,
    tricks: float,
    chance: float,
    best: float,
    card: Card,
    plan: PlayPlan,
) -> tuple[Reason, ...]:
    found = []
    percents: dict[str, str | int] = {
        "card": str(card),
        "n": round(100 * best),
        "of": round(100 * chance),
        "worlds": plan.worlds,
    }
    if grade is not None:
        found.append(Reason("makes-more" if plan.declares else "beats-more", percents))
    elif cost and tricks < 0.2:
        # With open cards it was wrong, and nobody could see that.
        found.append(Reason("could-not-know", {"n": cost}))
    elif tricks >= 0.5:
        found.append(Reason("tricks-lost", {"card": str(card), "n": round(10 * tricks)}))
    if grade is not None and cost:
        found.append(Reason("open-too", {"n": cost}))
    elif grade is not None:
        found.append(Reason("got-away", {}))
    return tuple(found)
