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
from kiebitz.games.bridge.seen import look
from kiebitz.games.moves import Card
from kiebitz.limits import Limit
from kiebitz.players.bridge.play_reasons import concepts_of
from kiebitz.players.bridge.single_dummy import PlayPlan, plan_view
from kiebitz.players.reason import Reason
from kiebitz.solvers.bridge import analyse_play

Grade = Literal["inaccuracy", "mistake", "blunder"]

#: What a card may cost of the chance to make the contract, or to beat it.
GRADES: tuple[tuple[Grade, float], ...] = (("blunder", 0.3), ("mistake", 0.2), ("inaccuracy", 0.1))
#: Only what the loss, less so many standard errors, supports.
SUPPORT = 2.0
WORLDS = 60
# Tricks on average: too few to speak of; worth a reason of their own.
_FEW_TRICKS, _MANY_TRICKS = 0.05, 0.2


@dataclass(frozen=True, slots=True)
class KnownCard:
    """What is to be said of a card by what its player could know."""

    card: Card
    best: Card
    """The card that promised most; the card itself if none promised more."""
    loss: float
    """What it cost of the chance to make the contract, or to beat it."""
    error: float
    """The standard error of the loss."""
    tricks: float
    """Tricks that it cost on average."""
    grade: Grade | None
    chance: float | None
    """Declarer's chance after it; None if there was no choice."""
    reasons: tuple[Reason, ...] = ()


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
        _, _, view = look(
            board.deal,
            contract.strain,
            contract.declarer,
            board.play[:number],
            None if size == 13 else self._leader,
        )
        plan = plan_view(
            view,
            min(contract.tricks, size),
            limit=Limit(worlds=self._worlds, depth=1),
            seed=self._seed,
        )
        played = self._open[number]
        known = judge_known(plan, played.card)
        return PlayJudgement(
            number=number,
            seat=played.seat,
            by=plan.seat,
            card=known.card,
            best=known.best,
            cost=played.cost,
            loss=known.loss,
            error=known.error,
            tricks=known.tricks,
            grade=known.grade,
            chance=known.chance,
            reasons=(*known.reasons, *_of_open_cards(known, played.cost)),
        )


def judge_known(plan: PlayPlan, card: Card) -> KnownCard:
    """Judges a card by the layouts of a plan.

    >>> _, _, view = look("N:AQ.2.. 53.3.. 42.4.. K7.5..", 4, 0, "S2 S7", 2)
    >>> known = judge_known(plan_view(view, 2), Card("SA"))
    >>> known.best, known.loss > 0, known.reasons[0].code
    ('SQ', True, 'finesse')
    """
    if len(plan.cards) == 1:
        return KnownCard(card, card, 0.0, 0.0, 0.0, None, None)
    sign = 1 if plan.declares else -1
    made = next(one for one in plan.cards if one.card == card)
    best = max(plan.cards, key=lambda one: (sign * one.double_dummy, sign * one.tricks))
    loss = max(0.0, sign * (best.double_dummy - made.double_dummy))
    tricks = max(0.0, sign * (best.tricks - made.tricks))
    # The two are valued in the same layouts: they differ in a share `loss` of them, or in more.
    error = 0.0 if plan.exhaustive else _error_of(plan, best.card, card)
    sure = loss - SUPPORT * error
    grade = next((name for name, least in GRADES if sure >= least), None)
    better = loss > 0 or tricks > _FEW_TRICKS
    reasons: list[Reason] = []
    if grade is not None or tricks >= _MANY_TRICKS:
        assert plan.view is not None
        reasons += concepts_of(plan.view, plan.seen, best.card, card)
    if grade is not None:
        percents: dict[str, str | int] = {
            "card": best.card,
            "n": round(100 * best.double_dummy),
            "of": round(100 * made.double_dummy),
            "worlds": plan.worlds,
        }
        reasons.append(Reason("makes-more" if plan.declares else "beats-more", percents))
    elif tricks >= _MANY_TRICKS:
        reasons.append(Reason("tricks-lost", {"card": best.card, "n": round(10 * tricks)}))
    return KnownCard(
        card,
        best.card if better else card,
        loss,
        error,
        tricks,
        grade,
        made.double_dummy,
        tuple(reasons),
    )


def _error_of(plan: PlayPlan, best: Card, card: Card) -> float:
    """The standard error of the difference, layout by layout; one more that differs is reckoned
    with."""
    differs = [one.makes[best] - one.makes[card] for one in plan.seen]
    n = len(differs)
    mean = sum(differs) / n
    variance = sum(one * one for one in differs) / n - mean * mean
    return sqrt((variance + 1 / n) / n)


def decisive_card(judged: Sequence[PlayJudgement]) -> PlayJudgement | None:
    """The dearest card that is called something; None if there is none."""
    wrong = [one for one in judged if one.grade is not None]
    return max(wrong, key=lambda one: one.loss, default=None)


def _of_open_cards(known: KnownCard, cost: int) -> tuple[Reason, ...]:
    """What open cards say beside it."""
    if known.chance is None:
        return ()
    if known.grade is not None:
        return (Reason("open-too", {"n": cost}) if cost else Reason("got-away"),)
    if cost and known.tricks < _MANY_TRICKS:
        # With open cards it was wrong, and nobody could see that.
        return (Reason("could-not-know", {"n": cost}),)
    return ()
