"""What every card of a View is worth in the list, and what each of them is to be called.

Worlds are drawn, and cards are valued in them by the open-hand solver. A card is called something
if another one is better by enough list points, with some standard errors to spare; so a card is
compared with every other one, in the same worlds, and worlds are drawn until it is decided what it
is called. Most cards are decided after a few. A comparison that can no longer change the answer is
left out, so that the worlds to come cost little. Where all possible worlds are few enough, all of
them are looked at, and nothing is left to chance.

What is found out about a card does not depend on which other cards are asked about.
"""

from __future__ import annotations

import atexit
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import SkatBelief, make_belief
from kiebitz.beliefs.skat.belief import DEFAULT_CANDIDATES
from kiebitz.games.skat import DECK, State, View
from kiebitz.games.skat.cards import from_mask
from kiebitz.players.skat.assessment import (
    GRADES,
    SUPPORT,
    Assessment,
    Grade,
    Option,
    SeenWorld,
    grade_of,
)

#: So many worlds are drawn for a card of the first trick that stays in doubt, later more.
WORLDS = 16_384
_MORE_LATER = (1, 2, 4, 4, 4, 4, 4, 4, 4, 4)
#: All cards are valued in so many worlds, or in all possible ones if they are not many more.
_FIRST_LOOK = 64
_ALL_AT_ONCE = 256
# Worlds are chosen by their weights, so many at a time, from up to so many candidates. A defender,
# who learns much from the declaration, needs many.
_ROUND = 128
_CANDIDATES = 40_000
#: What is open after so many is looked at in a larger sample; it is drawn from all possible worlds,
#: if they are not too many.
_SAMPLE = 1024
_ALL_CANDIDATES = 250_000
#: How far losses move with another belief, in standard deviations of the loss from world to world:
#: measured, see docs/howto/review.md. Where all worlds say the same it does not matter.
BELIEF_ERROR = 0.1
#: A card is decided when the thresholds are so many standard errors away.
_SURE = 3.0
# A world that says something else than all others so far changes a game: it is reckoned with.
_DOUBT = 150.0
# Less than so many points are no matter.
_LITTLE = 1.0
_STEP = 256
#: So many worlds are kept to look for reasons.
_KEPT = 640

_OTHER_WORLDS = 0x9E3779B97F4A7C15


def assess_cards(
    view: View,
    worlds: int,
    seconds: float | None,
    seed: int,
    about: str | None,
    go_on: Callable[[], None],
) -> Assessment:
    """Values every card, and decides what each of them, or one of them, is to be called."""
    started = time.perf_counter()
    deadline = None if seconds is None else started + seconds
    possible = view.count_worlds()
    most = min(worlds * _MORE_LATER[min(sum(view.tricks_won), 9)], possible)

    def draw(at_once: int, candidates: int, seed: int) -> core.MonteCarloSearch:
        return core.MonteCarloSearch(
            view.native,
            shared_belief().native,
            _evaluation(),
            worlds=at_once,
            candidates=candidates,
            seed=seed,
            remember=True,
        )

    first = draw(most if most <= _SAMPLE else _ROUND, _CANDIDATES, seed)
    go_on()
    cards: list[str] = [DECK[number] for number in first.moves]
    if len(cards) == 1:
        return Assessment("card", (Option(cards[0], None, 0.0),), complete=possible == 1)
    asked = range(len(cards)) if about is None else [cards.index(about)]
    questions = [_Question(place, set(range(len(cards))) - {place}) for place in asked]
    look = possible if possible <= _ALL_AT_ONCE else _FIRST_LOOK
    in_time = _decide(first, questions, _looks(look, min(_SAMPLE, most)), deadline, go_on)
    searches = [first]
    if most > _SAMPLE and in_time and any(one.is_open for one in questions):
        at_once = most if possible <= _ALL_CANDIDATES else _SAMPLE
        searches.append(draw(at_once, max(most, _ALL_CANDIDATES), seed ^ _OTHER_WORLDS))
        _decide(searches[1], questions, _looks(2 * _SAMPLE, most), deadline, go_on)
    return Assessment(
        "card",
        _options(searches, cards, questions),
        _seen(first, cards),
        any(search.exhaustive for search in searches),
        seconds=time.perf_counter() - started,
        draws=sum(search.draws for search in searches),
    )


@dataclass(frozen=True, slots=True)
class _Behind:
    """How far a card is behind another one."""

    points: float
    wins: float
    sampling: float
    """The standard error that comes from looking at some worlds only."""
    belief: float
    """The standard error that comes from weighing worlds as one belief does."""

    @classmethod
    def of(cls, search: core.MonteCarloSearch, better: int, place: int) -> _Behind:
        points, error, wins, spread = search.leads_of(better, _DOUBT)[place]
        return cls(points, wins, error, BELIEF_ERROR * spread)

    @property
    def error(self) -> float:
        return math.hypot(self.sampling, self.belief)

    @property
    def supported(self) -> float:
        """The points that the belief supports, as far as they are known."""
        return self.points - SUPPORT * self.belief

    @property
    def grade(self) -> Grade | None:
        return grade_of(self.points, self.error)


@dataclass(slots=True)
class _Question:
    """What one card is to be called."""

    place: int
    rivals: set[int]
    """The cards that may still be so much better that it is called something else."""
    best: int = -1
    """The rival that it is most behind."""
    found: _Behind | None = None
    is_open: bool = True

    @property
    def loss(self) -> float:
        """Points that it is behind; below zero if it is ahead of all."""
        return 0.0 if self.found is None else self.found.points

    def look(self, search: core.MonteCarloSearch) -> None:
        """Looks at the worlds so far."""
        behind = {rival: _Behind.of(search, rival, self.place) for rival in self.rivals}
        # 1. The better card. Equal in the list: the one that wins more often, then the one of good
        #    manners.
        self.best = max(
            self.rivals,
            key=lambda rival: (
                _order(behind[rival].grade),
                round(behind[rival].points, 6),
                round(behind[rival].wins, 6),
                search.moves[rival] == search.best,
            ),
        )
        self.found = behind[self.best]
        # 2. What it is called at least: one rival that is surely so much better is enough.
        reached = max(one.supported - _SURE * one.sampling for one in behind.values())
        beyond = min((least for _, least in GRADES if least > reached), default=math.inf)
        # 3. Those go on that may be better by the next threshold, and better than the best.
        rivals = {
            rival
            for rival, one in behind.items()
            if one.supported + _SURE * one.sampling >= beyond
            and (rival == self.best or _may_be_better(search, rival, self.best))
        }
        self.is_open = bool(rivals) and not search.exhaustive
        if self.is_open:
            self.rivals = rivals | {self.best}


def _may_be_better(search: core.MonteCarloSearch, card: int, other: int) -> bool:
    points, error, _, _ = search.leads_of(other, _DOUBT)[card]
    return SUPPORT * error - points >= _LITTLE


def _order(grade: Grade | None) -> int:
    """Blunders first, nothing last."""
    return -[name for name, _ in GRADES].index(grade) if grade else -len(GRADES)


def _decide(
    search: core.MonteCarloSearch,
    questions: list[_Question],
    looks: Iterator[int],
    deadline: float | None,
    go_on: Callable[[], None],
) -> bool:
    """Draws worlds until all is decided; false if the time was over before."""

    def time_left() -> float | None:
        return None if deadline is None else deadline - time.perf_counter()

    for look in looks:
        still_open = [one for one in questions if one.is_open]
        if not still_open:
            return True
        if any(one.best >= 0 for one in still_open):
            running = {place for one in still_open for place in (one.place, *one.rivals)}
            search.keep(sorted(running))
        while search.draws < look and not search.finished:
            left = time_left()
            if left is not None and left <= 0:
                break
            search.run(worlds=min(_STEP, look - search.draws), seconds=left)
            go_on()
        left = time_left()
        in_time = left is None or left > 0
        # Half a sample does not replace a whole one.
        if in_time or (search.worlds and all(one.best < 0 for one in still_open)):
            for one in still_open:
                one.look(search)
        if not in_time:
            return False
    return True


def _looks(first: int, most: int) -> Iterator[int]:
    look = first
    while look < most:
        yield look
        look *= 2
    yield most


def _options(
    searches: list[core.MonteCarloSearch], cards: list[str], questions: list[_Question]
) -> tuple[Option, ...]:
    first, last = searches[0], searches[-1]
    if not first.worlds:  # not one world in time: all cards look alike
        return tuple(Option(card, 0.5, 0.0, error=_DOUBT) for card in cards)
    # 1. The best card. Equal in the list: the one that wins more often, then the one of good
    #    manners.
    decided = {one.place: one for one in questions if one.found is not None}

    def rank(place: int) -> tuple[float, ...]:
        win, score = first.values[place]
        return (
            -round(max(0.0, decided[place].loss), 6),
            round(score, 6),
            round(win, 6),
            first.moves[place] == first.best,
        )

    if len(questions) == 1:
        one = questions[0]
        best = one.best if one.loss > 0 else one.place
    else:
        best = max(decided, key=rank)
    # 2. Every other one by how far it is behind.
    running = set(last.running) if last.worlds else set()
    win, score = (last if best in running else first).values[best]
    options = []
    for place, card in enumerate(cards):
        search = last if {best, place} <= running else first
        behind = _Behind.of(search, best, place)
        wins = behind.wins
        if place in decided and place != best:
            behind = decided[place].found or behind
        loss = max(0.0, behind.points)
        options.append(
            Option(
                card,
                min(1.0, max(0.0, win - wins)),
                score - loss,
                loss,
                behind.error if place != best else 0.0,
                behind.grade if place != best else None,
            )
        )
    return tuple(
        sorted(options, key=lambda one: (one.move != cards[best], one.loss, -(one.win or 0.0)))
    )


def _seen(search: core.MonteCarloSearch, cards: list[str]) -> tuple[SeenWorld, ...]:
    return tuple(
        SeenWorld(
            tuple(from_mask(hand) for hand in world.hands),
            from_mask(world.skat),
            weight,
            {card: value[1] for card, value in zip(cards, row, strict=True) if value},
            frozenset(
                card for card, value in zip(cards, row, strict=True) if value and value[0] > 0.5
            ),
        )
        for world, weight, row in search.remembered(_KEPT)
    )


def open_value(state: State) -> tuple[float, float]:
    """Whether the declarer wins, and the list points, all cards open, at the first card.

    >>> state = State.from_deal("CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA.C7.C8.C9.CQ.S7.S8.S9.SQ.SK.H7."
    ...                         "H8.H9.HQ.HK.HT.D7.D8.D9.DQ.DK.DT.DA")
    >>> for move in ("p", "p", "18", "GH"):
    ...     state = state.play(move)
    >>> open_value(state)
    (1.0, 242.0)
    """
    native = state.native
    leader = state.view(state.to_move)
    world = core.World(native.hands, native.skat)
    (row,) = _evaluation().evaluate(leader.native, [world])
    win, score = max(row, key=lambda one: one[1])
    return (win, score) if state.to_move == state.declarer else (1 - win, -score)


def world_weights(states: Sequence[State], seat: int) -> list[float]:
    """How likely declared games that look alike to a seat are; the sum is one."""
    worlds = [core.World(state.native.hands, state.native.skat) for state in states]
    weights = shared_belief().native.weigh(states[0].view(seat).native, worlds)
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]


@lru_cache(maxsize=1)
def shared_belief() -> SkatBelief:
    """How likely hints and reviews take worlds to be."""
    return make_belief("table", DEFAULT_CANDIDATES)


@lru_cache(maxsize=1)
def _evaluation() -> core.Evaluation:
    return core.solver_evaluation("list")


# Native objects go before the interpreter does.
for _shared in (shared_belief, _evaluation):
    atexit.register(_shared.cache_clear)
