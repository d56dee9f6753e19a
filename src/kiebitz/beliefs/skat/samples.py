"""Sampled decisions as arrays for training, with the four suits exchanged at will."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from kiebitz._core import skat_locations as core
from kiebitz.beliefs.skat.networks import GAMES, INPUTS
from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

_JACK: Final = 7


def split_of(games: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The set of each sample by its game: 0 to train, 1 to validate, 2 to test.

    >>> import numpy as np
    >>> split_of(np.array([0, 8, 9, 19], dtype=np.uint64)).tolist()
    [0, 1, 2, 2]
    """
    import numpy as np

    rest = games % 10
    return np.where(rest == 9, 2, np.where(rest == 8, 1, 0)).astype(np.uint8)


@dataclass(frozen=True)
class Samples:
    """Decisions of one kind of game: inputs as bits, where the cards were, which one was played."""

    features: NDArray[np.uint8]
    places: NDArray[np.int64]
    cards: NDArray[np.int64]
    game: str
    width: int = core.INPUTS
    """How many of the inputs are asked for; those of sets with fewer come first."""

    def __len__(self) -> int:
        return len(self.features)

    def batch(self, rows: Any, exchange: Exchange | None = None) -> Batch:
        """Some rows, with the suits exchanged."""
        import numpy as np

        features, places, cards = self.features[rows], self.places[rows], self.cards[rows]
        packed = features[:, : (self.width + 7) // 8]
        bits = np.unpackbits(packed, axis=1, bitorder="little")
        if exchange is None:
            order = np.arange(32)
            return Batch(bits[:, : self.width], places, cards, features, places, order)
        return Batch(
            bits[:, exchange.inputs[: self.width]],
            places[:, exchange.cards],
            exchange.becomes[cards],
            features,
            places,
            exchange.becomes,
        )


@dataclass(frozen=True)
class Batch:
    """Inputs, places and cards with the suits exchanged, and as they were."""

    bits: NDArray[np.uint8]
    places: NDArray[np.int64]
    cards: NDArray[np.int64]
    features: NDArray[np.uint8]
    """As they were: packed inputs."""
    true_places: NDArray[np.int64]
    """As they were."""
    becomes: NDArray[np.int64]
    """What each card was turned into."""


@dataclass(frozen=True)
class Exchange:
    """One order of the four suits: the input and the card that comes to each place."""

    inputs: NDArray[np.int64]
    cards: NDArray[np.int64]
    becomes: NDArray[np.int64]
    """What each card turns into."""


def three_sets(samples: pl.DataFrame, game: str) -> tuple[Samples, Samples, Samples]:
    """The decisions of one kind of game to train, to validate and to test with."""
    if game not in GAMES:
        raise KiebitzError(f"there is no kind of game {game[:40]!r}: say {', '.join(GAMES)}")
    chosen = samples.filter(samples["kind"] == GAMES.index(game))
    split = split_of(chosen["game"].to_numpy())
    sets = [_samples(chosen.filter(split == number), game) for number in range(3)]
    if not all(map(len, sets)):
        raise KiebitzError(f"there are too few {game} games to train, validate and test with")
    return sets[0], sets[1], sets[2]


def columns_of(inputs: str) -> NDArray[np.int64]:
    """The inputs of a set by its name."""
    import numpy as np

    if inputs not in INPUTS:
        raise KiebitzError(f"there are no inputs {inputs[:40]!r}: say {', '.join(INPUTS)}")
    return np.array(core.input_list(INPUTS.index(inputs)))


def exchanges(game: str) -> list[Exchange]:
    """All orders of the suits. Outside null the jacks stay: they are trumps of different rank."""
    import numpy as np

    of_cards, of_suits = core.layout()
    found = []
    for suits in permutations(range(4)):
        cards = np.concatenate([8 * suits[suit] + np.arange(8) for suit in range(4)])
        if game != "null":
            jacks = 8 * np.arange(4) + _JACK
            cards[jacks] = jacks
        inputs = np.arange(core.INPUTS)
        for first in of_cards:
            inputs[first : first + 32] = first + cards
        for first in of_suits:
            inputs[first : first + 4] = first + np.array(suits)
        becomes = np.empty(32, np.int64)
        becomes[cards] = np.arange(32)
        found.append(Exchange(inputs, cards, becomes))
    return found


def _samples(table: pl.DataFrame, game: str) -> Samples:
    import numpy as np

    joined = b"".join(table["features"].to_list())
    places = table["places"].to_numpy()[:, None]
    shifts = (2 * np.arange(32, dtype=np.uint64))[None, :]
    return Samples(
        np.frombuffer(joined, np.uint8).reshape(-1, core.FEATURE_BYTES),
        (places >> shifts & np.uint64(3)).astype(np.int64),
        table["card"].to_numpy().astype(np.int64),
        game,
    )
