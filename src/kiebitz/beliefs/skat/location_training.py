"""Learns where cards are, and which are played: networks over what a player sees.

A network is trained for suit games, one for grand and one for null (Solinas 2019, §4.2). Suits are
exchanged at random while training: what is known of one suit then serves all four. The same samples
and seed give the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from kiebitz._core import skat_locations as core
from kiebitz.beliefs.skat import hand_loss
from kiebitz.beliefs.skat.networks import GAMES, Networks, as_numbers, rounded
from kiebitz.beliefs.skat.samples import Batch, Samples, columns_of, exchanges, three_sets
from kiebitz.beliefs.skat.tables import Tables, shipped_tables
from kiebitz.beliefs.skat.world_loss import log_ratios, possible_places, sinkhorn
from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

#: Hidden layers of each model. Softmax regression has none.
MODELS: Final[Mapping[str, tuple[int, ...]]] = {
    "logistic": (),
    "small": (128, 64),
    "deep": (1024, 1024, 304, 256),  # 1.84 million weights
    "policy": (128, 64),
}
#: What a location network may learn: the place of each card by itself, whole worlds, or what tables
#: of hands do not know of them.
LOSSES: Final = ("cards", "worlds", "hands")
#: Learned before, a network goes on by smaller steps, or the first ones would undo much of it.
_GENTLER = 0.5
_DROPPED = 0.2  # the paper's "dropout 0.8" is taken for the share that is kept
_CHECKED = 8192


@dataclass(frozen=True, slots=True)
class Lesson:
    """How a network is trained."""

    model: str = "small"
    inputs: str = "table"
    loss: str = "cards"
    scaled: int = 0  #: rounds of Sinkhorn scaling
    epochs: int = 10
    batch: int = 512
    rate: float = 1e-3
    seed: int = 1
    tables: Tables | None = None  #: of hands; the shipped ones unless given
    start: Networks | None = None  #: learned before, to go on from

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise KiebitzError(f"there is no model {self.model[:40]!r}: say {', '.join(MODELS)}")
        if self.loss not in LOSSES:
            raise KiebitzError(f"there is no loss {self.loss[:40]!r}: say {', '.join(LOSSES)}")


@dataclass(frozen=True, slots=True)
class Trained:
    """The layers of one network, and its errors on games that it did not learn from."""

    layers: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
    test: Mapping[str, float]
    """Of locations the mean cross-entropy a card and the mean logarithm of how many times likelier
    than by chance the true world is; of a policy the cross-entropy and the share of cards met."""
    samples: int
    epochs: int
    curve: tuple[tuple[float, float], ...]
    """Error on the games of training and of validation after every epoch."""


def train_network(
    samples: pl.DataFrame,
    game: str,
    lesson: Lesson,
    report: Callable[[str], None] = lambda text: None,
) -> Trained:
    """Trains one network; the weights of the epoch with the least error in validation are kept."""
    import numpy as np
    import torch

    learn, validate, test = three_sets(samples, game)
    task = _task(lesson, game)
    learn, validate, test = (task.kept(part) for part in (learn, validate, test))
    torch.manual_seed(lesson.seed)
    torch.use_deterministic_algorithms(True)
    network = _network(torch, lesson, task.outputs)
    best: tuple[float, list[Any]] | None = None
    if lesson.start is not None:
        _fill(torch, network, as_numbers(lesson.start.layers[game]))
        at_first = _error(torch, network, task, validate)["error"]
        best = at_first, [parameter.detach().clone() for parameter in network.parameters()]
        report(f"{game} {lesson.model}: at the start, validation {at_first:.4f}")
    rate = lesson.rate * (1.0 if lesson.start is None else _GENTLER)
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    orders = exchanges(game)
    random = np.random.default_rng(lesson.seed)
    curve: list[tuple[float, float]] = []
    batches = math.ceil(len(learn) / lesson.batch)
    for epoch in range(lesson.epochs):
        network.train()
        order = random.permutation(len(learn))
        total = 0.0
        for number in range(batches):
            done = (epoch + number / batches) / lesson.epochs
            for group in optimiser.param_groups:
                group["lr"] = rate * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)
            rows = order[number * lesson.batch : (number + 1) * lesson.batch]
            exchange = orders[int(random.integers(len(orders)))]
            loss = task.loss(torch, network, learn.batch(rows, exchange))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += float(loss.detach()) * len(rows)
        checked = _error(torch, network, task, validate)["error"]
        curve.append((total / len(order), checked))
        report(
            f"{game} {lesson.model}: epoch {epoch + 1}, {curve[-1][0]:.4f}, "
            f"validation {checked:.4f}"
        )
        if best is None or checked < best[0]:
            best = checked, [parameter.detach().clone() for parameter in network.parameters()]
        # The first steps may lead away from a start, so only epochs are compared.
        least = min(error for _, error in curve)
        if checked > least + 0.02 * abs(least):
            break
    assert best is not None
    arrays = [parameter.numpy().astype(np.float32) for parameter in best[1]]
    layers = tuple(zip(arrays[::2], arrays[1::2], strict=True))
    in_file: list[tuple[Any, Any]] = []
    for weights, bias in layers:
        small, scale = rounded(weights)
        in_file.append((small.astype(np.float32) * scale[:, None], bias))
    _fill(torch, network, in_file)  # the error is that of the numbers as the file has them
    errors = _error(torch, network, task, test)
    return Trained(layers, errors, len(learn), len(curve), tuple(curve))


def _task(lesson: Lesson, game: str) -> _Locations | _AboveHands | _Policy:
    if lesson.model == "policy":
        return _Policy(lesson, game)
    return (_AboveHands if lesson.loss == "hands" else _Locations)(lesson, game)


class _Locations:
    """The place of each of the 32 cards."""

    outputs = 128

    def __init__(self, lesson: Lesson, game: str) -> None:
        self._columns = columns_of(lesson.inputs)
        self._lesson = lesson
        self._game = game

    def kept(self, samples: Samples) -> Samples:
        """All of them."""
        return replace(samples, width=int(self._columns.max()) + 1)

    def loss(self, torch: Any, network: Any, batch: Batch) -> Any:
        logits, wanted = self._logits(torch, network, batch), torch.from_numpy(batch.places)
        by_card = torch.nn.functional.cross_entropy(logits.reshape(-1, 4), wanted.reshape(-1))
        if self._lesson.loss == "cards":
            return by_card
        ratios = log_ratios(torch, logits, possible_places(torch, batch.bits, self._game), wanted)
        return 0.1 * by_card - ratios.mean() / 22

    def errors(self, torch: Any, network: Any, batch: Batch) -> Any:
        logits, wanted = self._logits(torch, network, batch), torch.from_numpy(batch.places)
        by_card = torch.nn.functional.cross_entropy(logits.reshape(-1, 4), wanted.reshape(-1))
        ratios = log_ratios(torch, logits, possible_places(torch, batch.bits, self._game), wanted)
        found = {"cross_entropy": by_card, "nats": ratios.mean()}
        found["error"] = by_card if self._lesson.loss == "cards" else -ratios.mean() / 22
        return found

    def _logits(self, torch: Any, network: Any, batch: Batch) -> Any:
        seen = torch.from_numpy(batch.bits[:, self._columns]).float()
        logits = network(seen).reshape(-1, 32, 4)
        return sinkhorn(torch, logits, self._lesson.scaled) if self._lesson.scaled else logits


class _AboveHands(_Locations):
    """What tables of hands do not know of the worlds."""

    def __init__(self, lesson: Lesson, game: str) -> None:
        super().__init__(lesson, game)
        tables = lesson.tables or shipped_tables()
        self._hands = core.HandTables(list(tables.ratios), tables.temper)
        self._kind = GAMES.index(game)

    def loss(self, torch: Any, network: Any, batch: Batch) -> Any:
        return -self._ratios(torch, network, batch)[0].mean() / 22

    def errors(self, torch: Any, network: Any, batch: Batch) -> Any:
        ratios, slopes = self._ratios(torch, network, batch)
        # The slope at the true place is one less its chance; zero for a card that is seen.
        wanted = torch.from_numpy(batch.true_places)[:, :, None]
        missing = torch.gather(slopes, 2, wanted).clamp(0, 1 - 1e-9)
        return {
            "cross_entropy": -torch.log1p(-missing).mean(),
            "nats": ratios.mean(),
            "error": -ratios.mean() / 22,
        }

    def _ratios(self, torch: Any, network: Any, batch: Batch) -> tuple[Any, Any]:
        # Tables know one suit from the other: the suits go back to where they were.
        logits = self._logits(torch, network, batch)[:, torch.from_numpy(batch.becomes)]
        return hand_loss.log_ratios(
            torch, logits, self._hands, batch.features, batch.true_places, self._kind
        )


class _Policy:
    """The card that was played, of those that could have been."""

    outputs = 32

    def __init__(self, lesson: Lesson, game: str) -> None:
        self._columns = columns_of(lesson.inputs)

    def kept(self, samples: Samples) -> Samples:
        """Where there was a choice."""
        import numpy as np

        chosen = np.flatnonzero(
            np.concatenate(
                [
                    _legal(samples.batch(slice(first, first + _CHECKED)).bits).sum(axis=1) > 1
                    for first in range(0, len(samples), _CHECKED)
                ]
            )
        )
        return replace(
            samples,
            features=samples.features[chosen],
            places=samples.places[chosen],
            cards=samples.cards[chosen],
            width=max(int(self._columns.max()) + 1, core.LEGAL + 32),
        )

    def loss(self, torch: Any, network: Any, batch: Batch) -> Any:
        logits = self._logits(torch, network, batch.bits)
        return torch.nn.functional.cross_entropy(logits, torch.from_numpy(batch.cards))

    def errors(self, torch: Any, network: Any, batch: Batch) -> Any:
        logits = self._logits(torch, network, batch.bits)
        wanted = torch.from_numpy(batch.cards)
        loss = torch.nn.functional.cross_entropy(logits, wanted)
        return {
            "cross_entropy": loss,
            "met": (logits.argmax(dim=1) == wanted).float().mean(),
            "error": loss,
        }

    def _logits(self, torch: Any, network: Any, bits: Any) -> Any:
        logits = network(torch.from_numpy(bits[:, self._columns]).float())
        return logits.masked_fill(torch.from_numpy(_legal(bits) == 0), -1e9)


def _legal(bits: Any) -> Any:
    return bits[:, core.LEGAL : core.LEGAL + 32]


def _network(torch: Any, lesson: Lesson, outputs: int) -> Any:
    hidden: Sequence[int] = MODELS[lesson.model]
    parts: list[Any] = []
    width = len(columns_of(lesson.inputs))
    for number, rows in enumerate(hidden):
        elu = lesson.model == "deep"
        parts += [torch.nn.Linear(width, rows), torch.nn.ELU() if elu else torch.nn.ReLU()]
        if number > 0 and len(hidden) > 2:
            parts.append(torch.nn.Dropout(_DROPPED))
        width = rows
    return torch.nn.Sequential(*parts, torch.nn.Linear(width, outputs))


def _fill(torch: Any, network: Any, layers: Sequence[tuple[Any, Any]]) -> None:
    """Puts weights and biases into a network."""
    parameters = list(network.parameters())
    arrays = [numbers for layer in layers for numbers in layer]
    if [tuple(one.shape) for one in parameters] != [one.shape for one in arrays]:
        raise KiebitzError("the weights to start from have other layers than this model")
    with torch.no_grad():
        for parameter, numbers in zip(parameters, arrays, strict=True):
            parameter.copy_(torch.from_numpy(numbers))


def _error(torch: Any, network: Any, task: Any, samples: Samples) -> dict[str, float]:
    network.eval()
    totals: dict[str, float] = {}
    with torch.no_grad():
        for first in range(0, len(samples), _CHECKED):
            part = samples.batch(slice(first, first + _CHECKED))
            for name, value in task.errors(torch, network, part).items():
                totals[name] = totals.get(name, 0.0) + float(value) * len(part.bits)
    return {name: total / len(samples) for name, total in totals.items()}
