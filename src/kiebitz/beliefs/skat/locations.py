"""Where the cards probably are, learned from games: card-location networks (Solinas 2019).

A network tells for every card how likely it is in each hand and in the skat. The likelihood of a
world is the product of these chances over all unseen cards; worlds are drawn from it exactly,
without listing them.
"""

from __future__ import annotations

import atexit
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kiebitz._core import skat_locations as core
from kiebitz._core import skat_players as players
from kiebitz.beliefs.skat.belief import (
    LEARNED,
    SkatBelief,
    is_belief,
    make_belief,
    subset_of,
)
from kiebitz.beliefs.skat.calls import load_calls
from kiebitz.beliefs.skat.networks import load_networks, save_networks, shipped
from kiebitz.beliefs.skat.tables import Tables, shipped_tables
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, Phase, View
from kiebitz.games.skat.cards import to_mask

if TYPE_CHECKING:
    from kiebitz.beliefs.skat.location_training import Lesson, Trained

KIND: Final = "skat card locations"
POLICY_KIND: Final = "skat policy"
#: The share of all possible worlds alike that is mixed in: no world is ever ruled out.
UNIFORM_SHARE: Final = 0.02
#: How a policy is trusted: plays that it cannot foresee, and how sure its product is of itself.
POLICY_MISTAKES: Final = 0.05
POLICY_TEMPER: Final = 0.8
#: Worlds that are weighed by a policy at most for one decision.
POLICY_CANDIDATES: Final = 1_024
#: Worlds that a belief is asked about which cannot answer for all of them at once.
_SAMPLED: Final = 2_000


@dataclass(frozen=True, slots=True)
class Places:
    """What is thought of a View: the chance of every unseen card in seats 0, 1, 2 and the skat."""

    chances: Mapping[str, tuple[float, float, float, float]]
    worlds: int
    ratio: float | None = None
    """How many times likelier than by chance a world is that was asked about."""


def places(
    view: View,
    model: core.LocationModel | None,
    world: tuple[Sequence[Sequence[str]], Sequence[str]] | None = None,
) -> Places:
    """Where the unseen cards of a View during cardplay are; without a model all worlds are alike.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> found = places(state.view(0), None, (state.hands, state.skat))
    >>> len(found.chances), found.worlds, found.ratio
    (22, 42678636, 1.0)
    """
    native = core.uniform_places(view.native) if model is None else model.places(view.native)
    return _told(view, native, world)


def _told(
    view: View,
    native: core.Places,
    world: tuple[Sequence[Sequence[str]], Sequence[str]] | None,
) -> Places:
    known = {*view.hand, *view.discard}
    for seat in range(3):
        known.update(view.played(seat))
    chances: dict[str, tuple[float, float, float, float]] = {
        card: (a, b, c, skat)
        for card, (a, b, c, skat) in zip(DECK, native.chances(), strict=True)
        if card not in known
    }
    ratio = None
    if world is not None:
        hands, skat = world
        try:
            ratio = native.ratio([to_mask(hand) for hand in hands], to_mask(skat))
        except ValueError as error:
            raise KiebitzError(str(error), code="world-impossible") from None
    return Places(chances, native.worlds, ratio)


def places_by_name(
    view: View,
    belief: str,
    world: tuple[Sequence[Sequence[str]], Sequence[str]] | None = None,
    *,
    sample: int | None = None,
) -> Places:
    """The same by the name of a belief; that of a policy is asked about a sample.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> chances = places_by_name(state.view(0), "table").chances["CJ"]
    >>> round(sum(chances), 6)
    1.0
    """
    if view.phase != Phase.PLAY or view.count_worlds() == 0:
        raise KiebitzError(
            "cards have places only during cardplay, in a View that some layout fits",
            code="no-places",
        )
    if subset_of(belief)[1] is not None and is_belief(belief):
        raise KiebitzError(
            "players may choose from a subset of the worlds, but where the cards are is told by "
            f"all of them: say {subset_of(belief)[0]!r}"
        )
    kind, _, file = belief.partition(":")
    if belief == "uniform":
        return places(view, None, world)
    if kind in LEARNED:
        return places(view, load_model(weights_of(kind, file), kind), world)
    if belief == "table":
        return _told(view, core.table_places(view.native, tempered(None)), world)
    return _sampled_places(
        view, make_belief(belief), world, proposals="small", sample=sample or _SAMPLED
    )


def _sampled_places(
    view: View,
    belief: SkatBelief,
    world: tuple[Sequence[Sequence[str]], Sequence[str]] | None,
    *,
    proposals: str,
    sample: int,
) -> Places:
    """Of a belief that cannot answer for all worlds at once: those of another one, weighed anew."""
    proposing = make_belief(proposals)
    drawn, times = zip(*proposing.draw(view, sample, 1), strict=True)
    weights: Sequence[float] = belief.likelihoods(view, drawn)
    count = float(len(drawn))
    if view.count_worlds() > sample:  # else every world is here, once
        shares = proposing.likelihoods(view, drawn)
        weights = [t * w / share for t, w, share in zip(times, weights, shares, strict=True)]
        count = sum(times)
    total = sum(weights) or 1.0
    sums = {card: [0.0] * 4 for card in places(view, None).chances}
    numbers = {card: DECK.index(card) for card in sums}
    for one, weight in zip(drawn, weights, strict=True):
        masks = (*one.hands, one.skat)
        for card, number in numbers.items():
            for place, mask in enumerate(masks):
                if mask >> number & 1:
                    sums[card][place] += weight
                    break
    ratio = None
    if world is not None:
        places(view, None, world)  # refuses what the View does not allow
        hands, skat = world
        asked = players.World([to_mask(hand) for hand in hands], to_mask(skat))
        ratio = belief.likelihoods(view, [asked])[0] / (total / count)
    chances = {
        card: (a / total, b / total, c / total, skat / total)
        for card, (a, b, c, skat) in sums.items()
    }
    return Places(chances, view.count_worlds(), ratio)


class LocationBelief(SkatBelief):
    """Worlds as card-location networks think them likely: the shipped ones, or those of a file.

    >>> LocationBelief("small").name
    'small'
    """

    def __init__(self, model: str, file: str = "") -> None:
        native = players.location_belief(load_model(weights_of(model, file), model))
        super().__init__(f"{model}:{file}" if file else model, native, 1)


class PolicyBelief(SkatBelief):
    """Worlds by how likely the players would have played their cards in them.

    What bids and game say is asked of the small card-location networks.

    >>> PolicyBelief().name
    'policy'
    """

    def __init__(self, file: str = "", candidates: int = POLICY_CANDIDATES) -> None:
        native = players.policy_belief(
            load_policy(weights_of("policy", file)),
            load_model(shipped("small"), "small"),
            POLICY_MISTAKES,
            POLICY_TEMPER,
            candidates,
        )
        super().__init__(f"policy:{file}" if file else "policy", native, 1)


class CallsBelief(SkatBelief):
    """Worlds by how likely the others would have called and played as they did in them.

    Tables tell of the declarer's game, whose ten cards as dealt are not known. With a file the
    calls are those that it learned.

    >>> CallsBelief().name
    'calls'
    """

    def __init__(self, file: str = "", candidates: int = POLICY_CANDIDATES) -> None:
        native = players.policy_belief(
            load_policy(shipped("policy")),
            load_model(shipped("small"), "small"),
            POLICY_MISTAKES,
            POLICY_TEMPER,
            candidates,
            load_calls(weights_of("calls", file)),
            tempered(None),
        )
        super().__init__(f"calls:{file}" if file else "calls", native, 1)


def weights_of(model: str, file: str) -> Path:
    """A file that was named, or the one that ships."""
    return Path(file) if file else shipped(model)


def save_model(
    path: Path, networks: Mapping[str, Trained], lesson: Lesson, *, data: str, command: str
) -> None:
    """Writes the networks of kinds of games with where they come from."""
    error = {
        game: {
            **{name: round(value, 5) for name, value in trained.test.items() if name != "error"},
            "samples": trained.samples,
            "epochs": trained.epochs,
        }
        for game, trained in networks.items()
    }
    save_networks(
        path,
        {game: trained.layers for game, trained in networks.items()},
        kind=POLICY_KIND if lesson.model == "policy" else KIND,
        model=lesson.model,
        inputs=lesson.inputs,
        data=data,
        seed=lesson.seed,
        command=command,
        error=error,
        hands=tempered(lesson.tables) if lesson.loss == "hands" else None,
    )


def tempered(tables: Tables | None) -> list[float]:
    """The ratios of tables of hands as far as they are trusted."""
    tables = tables or shipped_tables()
    return [tables.temper * ratio for ratio in tables.ratios]


@lru_cache(maxsize=8)
def load_model(
    path: Path, model: str, *, temper: float = 1.0, uniform: float = UNIFORM_SHARE
) -> core.LocationModel:
    """Reads a file of weights; whatever is wrong with it is said in one sentence."""
    networks = load_networks(path, KIND, model)
    try:
        return core.LocationModel(
            *networks.by_game, temper, uniform, networks.inputs, model == "deep", networks.hands
        )
    except ValueError as error:
        raise KiebitzError(f"weights file {str(path)!r} is damaged: {error}") from None


@lru_cache(maxsize=4)
def load_policy(path: Path) -> core.PolicyModel:
    """Reads a file of weights that tell which card would be played."""
    networks = load_networks(path, POLICY_KIND, "policy")
    try:
        return core.PolicyModel(*networks.by_game, networks.inputs, False)
    except ValueError as error:
        raise KiebitzError(f"weights file {str(path)!r} is damaged: {error}") from None


# Native objects go before the interpreter does.
atexit.register(load_model.cache_clear)
atexit.register(load_policy.cache_clear)
