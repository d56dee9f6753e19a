"""What every move of a View is worth in the list: one judgement for the whole game.

Hints, board, review, learning and engine ask here, so that the same View, seed and limit give the
same numbers everywhere. All numbers are expected list points: the declarer's Seeger-Fabian points,
less the 40 that each defender gets for a lost game; to a defender they count the other way round.

Before the first card the hand model speaks, without chance. During cardplay worlds are drawn, and
each card is valued in each by the open-hand solver; more worlds are drawn while it is open what a
card is to be called.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import SkatBelief, make_belief
from kiebitz.beliefs.skat.belief import DEFAULT_CANDIDATES
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, Phase, View
from kiebitz.games.skat.cards import from_mask
from kiebitz.players.skat.auction import Bidder, Carried, swing

Grade = Literal["inaccuracy", "mistake", "blunder"]
DecisionPhase = Literal["bid", "pickup", "discard", "declare", "card"]

#: What a move may cost in list points before it is called something.
GRADES: tuple[tuple[Grade, float], ...] = (
    ("blunder", 60.0),
    ("mistake", 25.0),
    ("inaccuracy", 10.0),
)
#: A move is called something only if its loss, less so many standard errors, is large enough.
SUPPORT = 2.0
#: How far the hand model's chances are off, compared with each other.
MODEL_ERROR = 0.03

#: So many worlds are drawn for a card in doubt, and in late tricks, where they cost little, more.
WORLDS = 320
_FIRST_LOOK = 64
_MORE_LATE = (1, 1, 2, 4, 8, 8, 8, 8, 8, 8)
# A world that says something else than all others so far changes a game: it is reckoned with.
_DOUBT = 100.0
_STEP = 32

_PHASES: dict[Phase, DecisionPhase] = {
    Phase.BID: "bid",
    Phase.ANSWER: "bid",
    Phase.PICK_UP: "pickup",
    Phase.DECLARE: "declare",
    Phase.DISCARD: "discard",
    Phase.PLAY: "card",
}


@dataclass(frozen=True, slots=True)
class Option:
    """A move that could be made."""

    move: str
    win: float | None
    """The chance that its player's party wins; None for a pass, after which others play."""
    score: float
    """The list points that its player's party may expect."""
    loss: float = 0.0
    """How many list points it is behind the best move."""
    error: float = 0.0
    """The standard error of the loss."""
    grade: Grade | None = None
    """What it is called; None if nothing is wrong with it, or nothing that the numbers support."""
    away: tuple[str, ...] = ()
    """With a declaration: the two cards to put away for it."""
    sure: bool = False
    """Whether it was proved that the game cannot be lost any more."""


@dataclass(frozen=True, slots=True)
class SeenWorld:
    """One of the worlds that were looked at, and what each card is worth in it."""

    hands: tuple[tuple[str, ...], ...]
    skat: tuple[str, ...]
    weight: float
    scores: dict[str, float]
    wins: frozenset[str]


@dataclass(frozen=True, slots=True)
class Assessment:
    """Every sensible move of a View, best first."""

    phase: DecisionPhase
    options: tuple[Option, ...]
    worlds: tuple[SeenWorld, ...] = ()
    complete: bool = True
    """Whether every possible world was looked at, or none was needed."""
    carried: Carried | None = None
    """In the auction: what the hand promises, and how far it carries."""
    seconds: float = 0.0

    @property
    def best(self) -> Option:
        """The move that promises most."""
        return self.options[0]

    def of(self, move: str) -> Option | None:
        """What was thought of a move; None if it was not thought of."""
        return next((one for one in self.options if one.move == move), None)

    @property
    def draws(self) -> int:
        """How many worlds were looked at."""
        return len(self.worlds)


def grade_of(loss: float, error: float = 0.0) -> Grade | None:
    """What a loss of list points is called, as far as its error supports that.

    >>> [grade_of(loss) for loss in (5, 12, 30, 100)]
    [None, 'inaccuracy', 'mistake', 'blunder']
    >>> grade_of(30, 4)
    'inaccuracy'
    """
    sure = loss - SUPPORT * error
    return next((name for name, least in GRADES if sure >= least), None)


def assess(
    view: View,
    *,
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: int = 0,
    go_on: Callable[[], None] = lambda: None,
) -> Assessment:
    """Values every move of the seat that is to decide.

    `worlds` bounds the worlds drawn for a card in the first tricks; `go_on` is called every few of
    them and may raise to end the work.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7)
    >>> [(one.move, round(one.score), one.grade) for one in assess(state.view(1)).options]
    [('18', 56, None), ('p', -11, 'mistake')]
    """
    if view.to_move != view.seat or view.is_over:
        raise KiebitzError(f"seat {view.seat} is not to move")
    if view.phase == Phase.PLAY:
        return _assess_cards(view, worlds, seconds, seed, go_on)
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
        error = _model_error(at.value)
        return Option(move, at.win, found.best.score - loss, loss, error, grade_of(loss, error))
    # A game with announcements: its chance is not known, so that nothing is said against it.
    plain = next((one for one in found.options if move.startswith(one.move)), found.best)
    return Option(move, plain.win, plain.score, 0.0, abs(plain.score - found.best.score))


# --- before the first card ---


def _calls(bidder: Bidder, view: View) -> tuple[list[Option], Carried]:
    call = next((move for move in view.legal_moves if move != "p"), None)
    carried = bidder.carried(view, view.bid if call in ("y", None) else int(call))
    error = _model_error(carried.value)
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
            error=0.0 if one.sure else _model_error(one.value),
            away=tuple(one.away.split(".")) if one.away else (),
            sure=one.sure,
        )
        for one in bidder.promises(view)
    ]


def _model_error(value: float) -> float:
    return MODEL_ERROR * swing(value)


def _compared(options: list[Option]) -> tuple[Option, ...]:
    best = max(options, key=lambda one: one.score)
    compared = []
    for one in options:
        loss = best.score - one.score
        error = 0.0 if loss == 0 else max(one.error, best.error)
        # What the model finds hopeless cannot be much better than it says.
        if one.win == 0:
            error = best.error
        compared.append(
            Option(
                one.move, one.win, one.score, loss, error, grade_of(loss, error), one.away, one.sure
            )
        )
    compared.sort(key=lambda one: one.loss)
    return tuple(compared)


# --- cards ---


def _assess_cards(
    view: View, worlds: int, seconds: float | None, seed: int, go_on: Callable[[], None]
) -> Assessment:
    started = time.perf_counter()
    done = sum(view.tricks_won)
    possible = view.count_worlds()
    most = min(worlds * _MORE_LATE[min(done, len(_MORE_LATE) - 1)], possible)
    search = core.MonteCarloSearch(
        view.native,
        shared_belief().native,
        _evaluation(),
        worlds=most,
        candidates=shared_belief().candidates,
        seed=seed,
        remember=True,
    )
    go_on()
    cards: list[str] = [DECK[number] for number in search.moves]
    if len(cards) == 1:
        return Assessment("card", (Option(cards[0], None, 0.0),), complete=possible == 1)
    for look in _looks(most):
        while search.draws < look and not search.finished:
            left = None
            if seconds is not None:
                left = seconds - (time.perf_counter() - started)
                if left <= 0:
                    break
            search.run(worlds=min(_STEP, look - search.draws), seconds=left)
            go_on()
        options = _options(search, cards)
        out_of_time = seconds is not None and time.perf_counter() - started >= seconds
        if search.exhaustive or search.finished or out_of_time or not _is_open(options):
            break
    seen = tuple(
        SeenWorld(
            tuple(from_mask(hand) for hand in world.hands),
            from_mask(world.skat),
            weight,
            {card: value[1] for card, value in zip(cards, row, strict=True) if value},
            frozenset(
                card for card, value in zip(cards, row, strict=True) if value and value[0] > 0.5
            ),
        )
        for world, weight, row in search.remembered()
    )
    return Assessment(
        "card", options, seen, search.exhaustive, seconds=time.perf_counter() - started
    )


def _looks(most: int) -> Iterator[int]:
    look = _FIRST_LOOK
    while look < most:
        yield look
        look *= 2
    yield most


def _options(search: core.MonteCarloSearch, cards: list[str]) -> tuple[Option, ...]:
    if not search.worlds:  # not one world in time: all cards look alike
        return tuple(Option(card, 0.5, 0.0, error=_DOUBT) for card in cards)
    values = search.values
    # Equal in the list: the one that wins more often, then the one of good manners.
    manners = search.best
    ranks = [
        (round(score, 6), round(win, 6), number == manners)
        for (win, score), number in zip(values, search.moves, strict=True)
    ]
    best = max(range(len(cards)), key=lambda place: ranks[place])
    behind = search.behind(best, _DOUBT)
    options = [
        Option(card, win, score, max(0.0, loss), error, grade_of(loss, error))
        for card, (win, score), (loss, error) in zip(cards, values, behind, strict=True)
    ]
    order = sorted(range(len(cards)), key=lambda place: ranks[place], reverse=True)
    return tuple(options[place] for place in order)


def _is_open(options: tuple[Option, ...]) -> bool:
    """Whether more worlds could change what one of the cards is called."""
    return any(
        grade_of(one.loss, one.error) != grade_of(one.loss, -one.error) for one in options[1:]
    )


@lru_cache(maxsize=1)
def shared_bidder() -> Bidder:
    """A bidder that remembers the hands it was asked about."""
    return Bidder()


@lru_cache(maxsize=1)
def shared_belief() -> SkatBelief:
    """How likely hints and reviews take worlds to be."""
    return make_belief("table", DEFAULT_CANDIDATES)


@lru_cache(maxsize=1)
def _evaluation() -> core.Evaluation:
    return core.solver_evaluation("list")


# Native objects go before the interpreter does.
for _shared in (shared_bidder, shared_belief, _evaluation):
    atexit.register(_shared.cache_clear)
