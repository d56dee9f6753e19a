"""What a Monte Carlo player thinks, in full: every card's chance and points, and the worlds behind.

Players answer with one move; hints, reviews and the analysis board want to see the whole opinion.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import SkatBelief, make_belief
from kiebitz.beliefs.skat.belief import DEFAULT_CANDIDATES
from kiebitz.cards import derive_seed
from kiebitz.games.skat import DECK, View
from kiebitz.games.skat.cards import from_mask
from kiebitz.limits import Limit
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.thinking import run_in_steps

_STEP = 4


@dataclass(frozen=True, slots=True)
class CardOpinion:
    """A legal card, the chance that its player's party wins with it, and that party's points."""

    card: str
    win: float
    points: float
    error: float
    """The standard error of the chance."""


@dataclass(frozen=True, slots=True)
class OpinedWorld:
    """One of the worlds that were looked at: the hands, the skat, and the cards that win in it."""

    hands: tuple[tuple[str, ...], ...]
    skat: tuple[str, ...]
    weight: float
    winning: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was thought of a View during cardplay; cards best first."""

    cards: tuple[CardOpinion, ...]
    worlds: tuple[OpinedWorld, ...]
    seconds: float

    @property
    def best(self) -> CardOpinion:
        """The card with the best chance; of equals the one with more points."""
        return self.cards[0]

    def of(self, card: str) -> CardOpinion:
        """What was thought of one card."""
        return next(one for one in self.cards if one.card == card)


def opine(
    view: View,
    *,
    worlds: int = 40,
    seconds: float | None = None,
    seed: int = 0,
    go_on: Callable[[], None] = lambda: None,
) -> Opinion:
    """Values every legal card in sampled worlds with the open-hand solver.

    `go_on` is called every few worlds and may raise to end the work.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> opinion = opine(state.view(0), worlds=2, seed=1)
    >>> len(opinion.cards), len(opinion.worlds)
    (10, 2)
    """
    started = time.perf_counter()
    belief = _belief()
    search = core.MonteCarloSearch(
        view.native,
        belief.native,
        core.solver_evaluation(),
        worlds=worlds,
        candidates=belief.candidates,
        seed=seed,
        remember=True,
    )
    go_on()
    for _ in run_in_steps(search, Limit(seconds=seconds, worlds=worlds), worlds=worlds, step=_STEP):
        go_on()
    cards = [DECK[number] for number in search.moves]
    # If not one world could be valued in time, all cards look alike.
    values = search.values if search.worlds else [(0.5, 60.0)] * len(cards)
    opinions = [
        CardOpinion(card, win, points, error)
        for card, (win, points), (error, _) in zip(cards, values, search.errors, strict=True)
    ]
    opinions.sort(key=lambda one: (-one.win, -one.points))
    seen = [
        OpinedWorld(
            tuple(from_mask(hand) for hand in world.hands),
            from_mask(world.skat),
            weight,
            tuple(card for card, value in zip(cards, row, strict=True) if value and value[0] > 0.5),
        )
        for world, weight, row in search.remembered()
    ]
    return Opinion(tuple(opinions), tuple(seen), time.perf_counter() - started)


def card_places(view: View, *, worlds: int = 400, seed: int = 0) -> dict[str, tuple[float, ...]]:
    """Where each unseen card probably is: chances of the three seats and the skat.

    The belief speaks when it is the seat's turn; at other times all possible worlds count alike.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> places = card_places(state.view(0), worlds=50, seed=1)
    >>> len(places), {round(sum(chances), 6) for chances in places.values()}
    (22, {1.0})
    """
    drawn: list[tuple[float, list[tuple[str, ...]]]] = []
    if view.to_move == view.seat:
        for world, weight in _belief().draw(view, worlds, derive_seed(seed, 0)):
            drawn.append((weight, [from_mask(mask) for mask in (*world.hands, world.skat)]))
    else:
        for number in range(worlds):
            state = view.sample(derive_seed(seed, number))
            drawn.append((1.0, [*state.hands, state.skat]))
    sums: dict[str, list[float]] = {card: [0.0] * 4 for card in DECK}
    total = 0.0
    for weight, places_of in drawn:
        total += weight
        for place, cards in enumerate(places_of):
            for card in cards:
                sums[card][place] += weight
    own = view.seat
    known = set(view.hand) | set(view.discard)
    return {
        card: tuple(weight / total for weight in places)
        for card, places in sums.items()
        if total > 0 and sum(places) > 0 and card not in known and places[own] == 0
    }


@lru_cache(maxsize=1)
def shared_bidder() -> Bidder:
    """A bidder that remembers the hands it was asked about."""
    return Bidder()


@lru_cache(maxsize=1)
def _belief() -> SkatBelief:
    return make_belief("table", DEFAULT_CANDIDATES)


# Native objects go before the interpreter does.
atexit.register(shared_bidder.cache_clear)
atexit.register(_belief.cache_clear)
