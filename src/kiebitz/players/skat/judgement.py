"""What every move of a View is worth in the list: one judgement for the whole game.

Hints, board, review, learning and engine ask here, so that the same View, seed and limit give the
same numbers everywhere. All numbers are expected list points: the declarer's Seeger-Fabian points,
less the 40 that each defender gets for a lost game; to a defender they count the other way round.

Before the first card the hand model speaks, without chance; cards are judged in
:mod:`kiebitz.players.skat.card_judgement`.
"""

from __future__ import annotations

import atexit
import math
import time
from collections.abc import Callable
from functools import lru_cache
from operator import mul

from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, View
from kiebitz.players.skat.assessment import (
    GRADES,
    SUPPORT,
    Assessment,
    DecisionPhase,
    Grade,
    Option,
    SeenWorld,
    grade_of,
)
from kiebitz.players.skat.auction import Bidder, Carried, swing
from kiebitz.players.skat.card_judgement import (
    BELIEF_ERROR,
    WORLDS,
    assess_cards,
    open_value,
    shared_belief,
    world_weights,
)

__all__ = [
    "GRADES",
    "SUPPORT",
    "WORLDS",
    "Assessment",
    "DecisionPhase",
    "Grade",
    "Option",
    "SeenWorld",
    "assess",
    "grade_of",
    "option_for",
    "shared_belief",
    "shared_bidder",
]

#: How far the hand model's chances are off: measured, see docs/howto/review.md. A call, before
#: the skat is seen, is judged less well than what is declared.
MODEL_ERROR = 0.03
CALL_ERROR = 0.043
_ANNOUNCED_WORLDS = 96

_PHASES: dict[Phase, DecisionPhase] = {
    Phase.BID: "bid",
    Phase.ANSWER: "bid",
    Phase.PICK_UP: "pickup",
    Phase.DECLARE: "declare",
    Phase.DISCARD: "discard",
    Phase.PLAY: "card",
}


def assess(
    view: View,
    *,
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: int = 0,
    about: str | None = None,
    go_on: Callable[[], None] = lambda: None,
) -> Assessment:
    """Values every move of the seat that is to decide.

    `worlds` bounds the worlds drawn for a card of the first trick; `go_on` is called every few of
    them and may raise to end the work. With `about` only that card is judged as long as it is open
    what it is to be called; what is said of it is the same.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7)
    >>> [(one.move, one.grade is None) for one in assess(state.view(1)).options]
    [('18', True), ('p', False)]
    """
    if view.to_move != view.seat or view.is_over:
        raise KiebitzError(f"seat {view.seat} is not to move")
    if view.phase == Phase.PLAY:
        return assess_cards(view, worlds, seconds, seed, about, go_on)
    started = time.perf_counter()
    bidder = shared_bidder()
    if view.phase in (Phase.BID, Phase.ANSWER):
        options, carried = _calls(bidder, view)
    else:
        options, carried = _declarations(bidder, view), None
    return Assessment(
        _PHASES[view.phase],
        _compared(options),
        carried=carried,
        seconds=time.perf_counter() - started,
    )


def option_for(view: View, found: Assessment, move: str) -> Option:
    """What is to be said of one move of a View, also of one that nobody would think of.

    >>> from kiebitz.games.skat import State
    >>> view = State.deal(seed=7).view(1)
    >>> option_for(view, assess(view), "60").grade
    'blunder'
    """
    known = found.of(move)
    if known is not None:
        return known
    if found.phase == "bid":
        # A jump: it counts what the hand promises at that bid, but is no better than a lower one.
        at = shared_bidder().carried(view, int(move))
        loss = max(0.0, found.best.score - min(at.score, found.options[0].score))
        if at.limit >= at.bid:
            loss = 0.0
        error = CALL_ERROR * swing(at.value)
        return Option(move, at.win, found.best.score - loss, loss, error, grade_of(loss, error))
    plain = next((one for one in found.options if move.startswith(one.move)), found.best)
    return _announced(view, found, plain, move)


def _announced(view: View, found: Assessment, plain: Option, move: str) -> Option:
    """A game with announcements, of which the hand model knows nothing.

    It is compared with the same game without them, all cards open, in layouts weighed by the
    belief. Open cards promise the declarer more schneiders than players reach, so that an
    announcement is called something only if it does not even pay then.
    """
    if view.phase != Phase.PICK_UP or not plain.move.endswith("H"):
        return Option(move, plain.win, plain.score, 0.0, abs(plain.score - found.best.score))
    states = [view.sample(seed=number) for number in range(_ANNOUNCED_WORLDS)]
    without = [open_value(state.play(plain.move)) for state in states]
    announced = [open_value(state.play(move)) for state in states]
    gaps = [less[1] - more[1] for less, more in zip(without, announced, strict=True)]
    weights = world_weights([state.play(move) for state in states], view.seat)
    mean = sum(map(mul, weights, gaps))
    spread = sum(weight * (gap - mean) ** 2 for weight, gap in zip(weights, gaps, strict=True))
    sampling = spread * sum(weight * weight for weight in weights)
    loss = max(0.0, plain.loss + mean)
    error = math.sqrt(sampling + BELIEF_ERROR**2 * spread + plain.error**2)
    win = sum(weight * won for weight, (won, _) in zip(weights, announced, strict=True))
    return Option(move, win, found.best.score - loss, loss, error, grade_of(loss, error))


# --- before the first card ---


def _calls(bidder: Bidder, view: View) -> tuple[list[Option], Carried]:
    call = next((move for move in view.legal_moves if move != "p"), None)
    carried = bidder.carried(view, view.bid if call in ("y", None) else int(call))
    error = CALL_ERROR * swing(carried.value)
    options = [Option("p", None, carried.pass_score, error=error)]
    if call is not None:
        options.insert(0, Option(call, carried.win, carried.score, error=error))
    return options, carried


def _declarations(bidder: Bidder, view: View) -> list[Option]:
    return [
        Option(
            one.move,
            one.win,
            one.score,
            error=0.0 if one.sure else MODEL_ERROR * swing(one.value),
            away=tuple(one.away.split(".")) if one.away else (),
            sure=one.sure,
        )
        for one in bidder.promises(view)
    ]


def _compared(options: list[Option]) -> tuple[Option, ...]:
    best = max(options, key=lambda one: one.score)
    compared = []
    for one in options:
        loss = best.score - one.score
        error = 0.0 if loss == 0 else max(one.error, best.error)
        # What the model finds hopeless cannot be much better than it says.
        if one.win == 0 < loss:
            error = best.error
        compared.append(
            Option(
                one.move, one.win, one.score, loss, error, grade_of(loss, error), one.away, one.sure
            )
        )
    compared.sort(key=lambda one: one.loss)
    return tuple(compared)


@lru_cache(maxsize=1)
def shared_bidder() -> Bidder:
    """A bidder that remembers the hands it was asked about."""
    return Bidder()


# Native objects go before the interpreter does.
atexit.register(shared_bidder.cache_clear)
