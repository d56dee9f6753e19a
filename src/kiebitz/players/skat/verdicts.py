"""One game in one sentence: where it was decided, or that it was luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from kiebitz.games.skat import State
from kiebitz.players.skat.reasons import Reason

#: A decision was decisive if it cost its party so much of the chance to win.
DECISIVE = 0.1


class Judged(Protocol):
    """What of a judgement is added up, also when it comes from a store."""

    @property
    def ply(self) -> int:
        """How many moves were made before it."""

    @property
    def seat(self) -> int:
        """Who decided."""

    @property
    def phase(self) -> str:
        """What was decided."""

    @property
    def trick(self) -> int | None:
        """The trick of a card."""

    @property
    def grade(self) -> str | None:
        """What it is called."""

    @property
    def loss(self) -> float:
        """What it cost in list points."""

    @property
    def before(self) -> float | None:
        """The chance with the best move."""

    @property
    def after(self) -> float | None:
        """The chance with the move made."""

    @property
    def habit(self) -> str:
        """What was done wrong, in one code."""


OneJudged = TypeVar("OneJudged", bound=Judged)


def decisive_moment(state: State, judged: Sequence[OneJudged]) -> OneJudged | None:
    """The decision that cost the losing party most; None if none of its decisions was wrong.

    >>> decisive_moment(State.deal(seed=7), []) is None
    True
    """
    result = state.result
    if result is None or result.declarer is None:
        wrong = [one for one in judged if one.grade is not None]
    else:
        losers_declare = not result.won
        wrong = [
            one
            for one in judged
            if one.grade is not None and (one.seat == result.declarer) == losers_declare
        ]
    return max(wrong, key=lambda one: one.loss, default=None)


def verdict_of(state: State, judged: Sequence[Judged]) -> Reason:
    """Where the game was decided.

    >>> passed = State.deal(seed=1).play("p").play("p").play("p")
    >>> verdict_of(passed, []).code
    'passed'
    """
    result = state.result
    moment = decisive_moment(state, judged)
    if result is None or (result.declarer is None and result.is_penalty):
        return Reason("unfinished")
    if result.declarer is None:
        if moment is not None and moment.phase == "bid":
            return Reason("passed-too-early", {"seat": moment.seat})
        return Reason("passed")
    side = "won" if result.won else "lost"
    if moment is not None:
        where: dict[str, str | int] = {"seat": moment.seat, "phase": moment.phase}
        if moment.trick is not None:
            where["trick"] = moment.trick
        if moment.phase == "bid" and moment.after is not None:
            if result.declarer == moment.seat:
                return Reason("lost-in-bid", {**where, "to": _percent(moment.after)})
        elif _fall(moment) >= DECISIVE:
            where |= {"from": _percent(moment.before), "to": _percent(moment.after)}
            return Reason(f"{side}-in", where)
    if result.overbid:
        return Reason("overbid")
    if all(one.phase != "card" for one in judged):
        return Reason(f"{side}-unplayed")
    # Nothing that the losers did was wrong enough: how did it look at the declarer's first choice?
    first = next(
        (
            one
            for one in judged
            if one.phase == "card" and one.seat == result.declarer and one.before is not None
        ),
        None,
    )
    if first is None or first.before is None:
        return Reason(f"{side}-even")
    tenths = round(10 * first.before)
    if result.won:
        return Reason("won-from-start" if tenths >= 5 else "won-lucky", {"n": tenths})
    if tenths >= 5:
        return Reason("lost-unlucky", {"n": tenths})
    return Reason("lost-from-start", {"n": 10 - tenths})


def _fall(one: Judged) -> float:
    return 0.0 if one.before is None or one.after is None else one.before - one.after


def _percent(chance: float | None) -> int:
    return round(100 * (chance or 0.0))
