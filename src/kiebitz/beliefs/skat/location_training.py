"""Learns where cards are: networks over what a player sees, from samples of recorded games.

A network is trained for suit games, one for grand and one for null (Solinas 2019, §4.2). Suits are
exchanged at random while training: what is known of one suit then serves all four. The same samples
and seed give the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from kiebitz._core import skat_locations as core
from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

GAMES: Final = ("suit", "grand", "null")
#: Hidden layers of each model. Softmax regression has none.
MODELS: Final[Mapping[str, tuple[int, ...]]] = {
    "logistic": (),
    "small": (128, 64),
    "deep": (1024, 1024, 304, 256),  # 1.84 million weights
}
_OUTPUTS = 128
_DROPPED = 0.2  # the paper's "dropout 0.8" is taken for the share that is kept


@dataclass(frozen=True, slots=True)
class Trained:
    """The layers of one network, and its mean cross-entropy a card on three sets of games."""

    layers: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
    train: float
    validation: float
    test: float
    samples: int
    epochs: int
    curve: tuple[tuple[float, float], ...]
    """Training and validation error after every epoch."""


def split_of(games: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The set of each sample by its game: 0 to train, 1 to validate, 2 to test.

    >>> import numpy as np
    >>> split_of(np.array([0, 8, 9, 19], dtype=np.uint64)).tolist()
    [0, 1, 2, 2]
    """
    import numpy as np

    rest = games % 10
    return np.where(rest == 9, 2, np.where(rest == 8, 1, 0)).astype(np.uint8)


def train_network(
    samples: pl.DataFrame,
    game: str,
    model: str,
    *,
    seed: int = 1,
    epochs: int = 10,
    batch: int = 512,
    rate: float = 1e-3,
    report: Callable[[str], None] = lambda text: None,
) -> Trained:
    """Trains one network until its validation error rises, at most so many epochs."""
    import numpy as np
    import torch

    if model not in MODELS:
        raise KiebitzError(f"there is no model {model[:40]!r}: say {', '.join(MODELS)}")
    chosen = samples.filter(samples["kind"] == GAMES.index(game))
    split = split_of(chosen["game"].to_numpy())
    sets = [chosen.filter(split == number) for number in range(3)]
    if any(part.is_empty() for part in sets):
        raise KiebitzError(f"there are too few {game} games to train, validate and test with")
    data = [(_bits(part), _targets(part)) for part in sets]
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    network = _network(torch, MODELS[model])
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    cards, inputs = _exchanges()
    random = np.random.default_rng(seed)
    best: tuple[float, list[Any]] | None = None
    curve: list[tuple[float, float]] = []
    worse = 0
    features, targets = data[0]
    for epoch in range(epochs):
        network.train()
        order = random.permutation(len(features))
        total = 0.0
        for first in range(0, len(order), batch):
            rows = order[first : first + batch]
            exchange = int(random.integers(len(cards)))
            seen = _unpacked(features[rows])[:, inputs[exchange]]
            wanted = targets[rows][:, cards[exchange]]
            loss = _loss(torch, network, seen, wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += float(loss.detach()) * len(rows)
        checked = _error(torch, network, *data[1])
        curve.append((total / len(order), checked))
        report(f"{game} {model}: epoch {epoch + 1}, {curve[-1][0]:.4f}, validation {checked:.4f}")
        if best is None or checked < best[0]:
            best = checked, [parameter.detach().clone() for parameter in network.parameters()]
            worse = 0
        else:
            worse += 1
            for group in optimiser.param_groups:
                group["lr"] *= 0.3
            if worse == 2:
                break
    assert best is not None
    with torch.no_grad():
        for parameter, kept in zip(network.parameters(), best[1], strict=True):
            parameter.copy_(kept)
    arrays = [parameter.numpy().astype(np.float32) for parameter in best[1]]
    return Trained(
        tuple(zip(arrays[::2], arrays[1::2], strict=True)),
        train=curve[-1][0],
        validation=best[0],
        test=_error(torch, network, *data[2]),
        samples=len(features),
        epochs=len(curve),
        curve=tuple(curve),
    )


def _network(torch: Any, hidden: Sequence[int]) -> Any:
    parts: list[Any] = []
    width = core.INPUTS
    for number, rows in enumerate(hidden):
        parts += [torch.nn.Linear(width, rows), torch.nn.ELU()]
        if number > 0 and len(hidden) > 2:
            parts.append(torch.nn.Dropout(_DROPPED))
        width = rows
    return torch.nn.Sequential(*parts, torch.nn.Linear(width, _OUTPUTS))


def _loss(torch: Any, network: Any, seen: Any, wanted: Any) -> Any:
    answers = network(torch.from_numpy(seen)).reshape(-1, 4)
    return torch.nn.functional.cross_entropy(answers, torch.from_numpy(wanted).reshape(-1))


def _error(torch: Any, network: Any, features: Any, targets: Any) -> float:
    network.eval()
    total = 0.0
    with torch.no_grad():
        for first in range(0, len(features), 8192):
            part = slice(first, first + 8192)
            loss = _loss(torch, network, _unpacked(features[part]), targets[part])
            total += float(loss) * len(features[part])
    return total / len(features)


def _bits(samples: pl.DataFrame) -> NDArray[np.uint8]:
    import numpy as np

    joined = b"".join(samples["features"].to_list())
    return np.frombuffer(joined, np.uint8).reshape(-1, core.FEATURE_BYTES)


def _unpacked(packed: NDArray[np.uint8]) -> NDArray[np.float32]:
    import numpy as np

    bits = np.unpackbits(packed, axis=1, bitorder="little")[:, : core.INPUTS]
    return bits.astype(np.float32)


def _targets(samples: pl.DataFrame) -> NDArray[np.int64]:
    import numpy as np

    places = samples["places"].to_numpy()[:, None]
    shifts = (2 * np.arange(32, dtype=np.uint64))[None, :]
    return (places >> shifts & np.uint64(3)).astype(np.int64)


def _exchanges() -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """For each order of the four suits: the card, and the input, that comes to each place."""
    import numpy as np

    of_cards, of_suits = core.layout()
    cards, inputs = [], []
    for suits in permutations(range(4)):
        card = np.concatenate([8 * suits[suit] + np.arange(8) for suit in range(4)])
        places = np.arange(core.INPUTS)
        for first in of_cards:
            places[first : first + 32] = first + card
        for first in of_suits:
            places[first : first + 4] = first + np.array(suits)
        cards.append(card)
        inputs.append(places)
    return cards, inputs
