"""Where the cards probably are, learned from games: card-location networks (Solinas 2019).

A network tells for every card how likely it is in each hand and in the skat. The likelihood of a
world is the product of these chances over all unseen cards; worlds are drawn from it exactly,
without listing them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kiebitz._core import skat_locations as core
from kiebitz._core import skat_players as players
from kiebitz.beliefs.skat.belief import LEARNED, SkatBelief, make_belief
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, Phase, View
from kiebitz.games.skat.cards import to_mask
from kiebitz.values.weights import Array, Weights, load

if TYPE_CHECKING:
    from kiebitz.beliefs.skat.location_training import Trained

KIND: Final = "skat card locations"
VERSION: Final = 1
GAMES: Final = ("suit", "grand", "null")
#: The share of all possible worlds alike that is mixed in: no world is ever ruled out.
UNIFORM_SHARE: Final = 0.02
#: Worlds that a belief is asked about which cannot answer for all of them at once.
_SAMPLED: Final = 20_000


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
    view: View, belief: str, world: tuple[Sequence[Sequence[str]], Sequence[str]] | None = None
) -> Places:
    """The same by the name of a belief; the table belief is asked about a sample of worlds.

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
    kind, _, file = belief.partition(":")
    if belief == "uniform":
        return places(view, None, world)
    if kind in LEARNED and file:
        return places(view, load_model(Path(file), kind), world)
    return _sampled_places(view, make_belief(belief), world)


def _sampled_places(
    view: View,
    belief: SkatBelief,
    world: tuple[Sequence[Sequence[str]], Sequence[str]] | None,
) -> Places:
    drawn = [one for one, _ in make_belief("uniform").draw(view, _SAMPLED, 1)]
    weights = belief.likelihoods(view, drawn)
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
        ratio = belief.likelihoods(view, [asked])[0] / (total / len(drawn))
    chances = {
        card: (a / total, b / total, c / total, skat / total)
        for card, (a, b, c, skat) in sums.items()
    }
    return Places(chances, view.count_worlds(), ratio)


class LocationBelief(SkatBelief):
    """Worlds as the card-location networks of a file think them likely."""

    def __init__(self, model: str, file: Path) -> None:
        native = players.location_belief(load_model(file, model))
        super().__init__(f"{model}:{file}", native, 1)


def save_model(
    path: Path, networks: Mapping[str, Trained], *, model: str, data: str, seed: int, command: str
) -> None:
    """Writes the networks of the three kinds of games with where they come from."""
    arrays = {}
    for game, trained in networks.items():
        for number, (weights, bias) in enumerate(trained.layers):
            for name, numbers in (("weights", weights), ("bias", bias)):
                arrays[f"{game}.{number}.{name}"] = Array(
                    "f4", tuple(numbers.shape), numbers.astype("<f4").tobytes()
                )
    error = {
        game: {
            "cross_entropy": round(trained.test, 5),
            "samples": trained.samples,
            "epochs": trained.epochs,
        }
        for game, trained in networks.items()
    }
    Weights(KIND, VERSION, _features(model), data, seed, command, error, arrays).save(path)


def _features(model: str) -> str:
    return f"the 360 inputs of table 4.2, {model}"


@lru_cache(maxsize=8)
def load_model(path: Path, model: str, *, temper: float = 1.0) -> core.LocationModel:
    """Reads a file of weights; whatever is wrong with it is said in one sentence."""
    weights = load(path, KIND, VERSION)
    if weights.features != _features(model):
        raise KiebitzError(f"{str(path)!r} holds weights of {weights.features!r}, not of {model!r}")
    networks = []
    for game in GAMES:
        layers, number = [], 0
        while f"{game}.{number}.weights" in weights.arrays:
            matrix = weights.arrays[f"{game}.{number}.weights"]
            bias = weights.arrays.get(f"{game}.{number}.bias")
            if bias is None or len(matrix.shape) != 2 or matrix.dtype != "f4":
                raise KiebitzError(
                    f"weights file {str(path)!r} is damaged: layer {number} of {game}"
                )
            layers.append((*matrix.shape, matrix.data, bias.data))
            number += 1
        networks.append(layers)
    try:
        suit, grand, null = networks
        return core.LocationModel(suit, grand, null, temper, UNIFORM_SHARE)
    except ValueError as error:
        raise KiebitzError(f"weights file {str(path)!r} is damaged: {error}") from None
