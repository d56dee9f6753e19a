"""How far a hand would be bid: a policy for the auction, learned from games.

A network tells for every bid the chance that a seat with these ten cards stops there. What it said
and what it declined bound from both sides how far it would have gone; so silence is heard too, and
silence at 33 tells less than silence at 18.
"""

from __future__ import annotations

import atexit
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kiebitz._core import skat_locations as core
from kiebitz.beliefs.skat.networks import VERSION, layers_of, save_networks
from kiebitz.beliefs.skat.samples import split_of
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.values.weights import Array, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KIND: Final = "skat calls"
#: The share of calls that tell nothing of the hand: others bid otherwise than those learned from.
MISTAKES: Final = 0.1
_MODEL: Final = "calls"
_SEATS: Final = "seats"
_HIDDEN: Final = (64, 32)
_BATCH: Final = 1024
_RATE: Final = 2e-3


@dataclass(frozen=True)
class Auctions:
    """What seats held and said: a row a seat and game."""

    games: NDArray[np.uint64]
    inputs: NDArray[np.float32]
    """The ten cards and the seat: 35 numbers, zero or one."""
    said: NDArray[np.int64]
    """The level of the highest bid, -1 without one."""
    declined: NDArray[np.int64]
    """The level of the lowest bid that was declined, -1 without one."""
    bad: int = 0

    def __len__(self) -> int:
        return len(self.games)


def read_auctions(records: Path) -> Auctions:
    """The auctions of a file of ISS records; lines that cannot be read are counted."""
    import numpy as np

    games, tens, seats, said, declined = [], [], [], [], []
    bad = 0
    with records.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            state = core.read_record(line)
            if state is None:
                bad += bool(line.strip())
                continue
            hands = state.dealt_hands
            game = derive_seed(hands[0], hands[1], hands[2], state.dealt_skat)
            declarer = -1 if state.declarer is None else state.declarer
            for seat, (most, least) in enumerate(core.calls_of(state.highest_bids, declarer)):
                games.append(game)
                tens.append(hands[seat])
                seats.append(seat)
                said.append(core.call_level(most) if most else -1)
                declined.append(core.call_level(least) if least else -1)
    if not games:
        raise KiebitzError(f"{str(records)!r} holds no auction that can be read")
    bits = np.array(tens, np.uint32)[:, None] >> np.arange(32, dtype=np.uint32) & 1
    return Auctions(
        np.array(games, np.uint64),
        np.concatenate([bits, np.eye(3)[seats]], axis=1).astype(np.float32),
        np.array(said, np.int64),
        np.array(declined, np.int64),
        bad,
    )


def train_calls(
    auctions: Auctions,
    out: Path,
    *,
    epochs: int,
    seed: int,
    data: str,
    report: Callable[[str], None] = lambda text: None,
) -> dict[str, float]:
    """Learns from four fifths of the games, writes the file, and tells the error on a tenth."""
    import numpy as np
    import torch

    split = split_of(auctions.games)
    parts = [np.flatnonzero(split == number) for number in range(3)]
    if not all(map(len, parts)):
        raise KiebitzError("there are too few games to train, validate and test with")
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
    widths = (auctions.inputs.shape[1], *_HIDDEN, core.CALL_LEVELS)
    layers: list[Any] = []
    for width, rows in pairwise(widths):
        layers += [torch.nn.Linear(width, rows), torch.nn.ReLU()]
    network = torch.nn.Sequential(*layers[:-1])
    optimiser = torch.optim.Adam(network.parameters(), lr=_RATE)
    random = np.random.default_rng(seed)

    def loss_of(rows: NDArray[np.int64]) -> Any:
        told = network(torch.from_numpy(auctions.inputs[rows]))
        return -log_likelihoods(torch, told, auctions.said[rows], auctions.declined[rows]).mean()

    def error_of(rows: NDArray[np.int64]) -> float:
        with torch.no_grad():
            return float(loss_of(rows))

    best: tuple[float, list[Any]] | None = None
    batches = math.ceil(len(parts[0]) / _BATCH)
    for epoch in range(epochs):
        order = random.permutation(parts[0])
        for number in range(batches):
            done = (epoch + number / batches) / epochs
            for group in optimiser.param_groups:
                group["lr"] = _RATE * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)
            loss = loss_of(order[number * _BATCH : (number + 1) * _BATCH])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        checked = error_of(parts[1])
        report(f"calls: epoch {epoch + 1}, validation {checked:.4f}")
        if best is None or checked < best[0]:
            best = checked, [parameter.detach().clone() for parameter in network.parameters()]
    assert best is not None
    with torch.no_grad():
        for parameter, kept in zip(network.parameters(), best[1], strict=True):
            parameter.copy_(kept)
    seats = stops_by_seat(auctions, parts[0])
    told = torch.from_numpy(seats[auctions.inputs[parts[2], 32:].argmax(axis=1)])
    rows = parts[2]
    blind = log_likelihoods(torch, told, auctions.said[rows], auctions.declined[rows])
    errors = {"nats": error_of(rows), "nats_by_seat": -float(blind.mean())}
    arrays = [parameter.numpy() for parameter in best[1]]
    first = np.zeros((_HIDDEN[0], len(core.input_list(0))), np.float32)
    first[:, :32] = arrays[0][:, :32]
    first[:, core.SEAT_INPUTS : core.SEAT_INPUTS + 3] = arrays[0][:, 32:]
    save_networks(
        out,
        {_MODEL: list(zip([first, *arrays[2::2]], arrays[1::2], strict=True))},
        kind=KIND,
        model=_MODEL,
        inputs="table",
        data=data,
        seed=seed,
        command=f"kiebitz train calls --epochs {epochs} --seed {seed}",
        error={name: round(value, 5) for name, value in errors.items()},
        more={_SEATS: Array("f4", seats.shape, seats.astype("<f4").tobytes())},
    )
    return errors


def log_likelihoods(
    torch: Any, stops: Any, said: NDArray[np.int64], declined: NDArray[np.int64]
) -> Any:
    """By row the logarithm of the chance to call like this, as `call_model.hpp` has it."""
    levels = torch.arange(stops.shape[1])[None, :]
    goes_on = -torch.nn.functional.softplus(stops)
    most, least = (torch.from_numpy(one)[:, None] for one in (said, declined))
    zero = torch.zeros(())
    made = torch.where(levels <= most, goes_on, zero).sum(dim=1)
    first = torch.minimum(most + 1, least)
    between = (levels >= first) & (levels <= least)
    beyond = torch.where(between, goes_on, zero).sum(dim=1)
    stopped = torch.log(-torch.expm1(torch.minimum(beyond, torch.tensor(-1e-7))))
    return made + torch.where(least[:, 0] >= 0, stopped, zero)


def stops_by_seat(auctions: Auctions, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """By seat and bid the log odds to stop there, whatever the hand."""
    import numpy as np

    seats = auctions.inputs[:, 32:].argmax(axis=1)
    table = np.zeros((3, core.CALL_LEVELS), np.float32)
    for seat in range(3):
        own = rows[seats[rows] == seat]
        for level in range(core.CALL_LEVELS):
            stopped = np.sum((auctions.declined[own] == level) & (auctions.said[own] < level))
            went_on = np.sum(auctions.said[own] >= level)
            table[seat, level] = np.log((stopped + 0.5) / (went_on + 0.5))
    return table


@lru_cache(maxsize=4)
def load_calls(path: Path) -> core.CallModel:
    """Reads a file of weights; whatever is wrong with it is said in one sentence."""
    weights = load(path, KIND, VERSION)
    seats = weights.arrays.get(_SEATS)
    try:
        return core.CallModel(
            layers_of(weights.arrays, _MODEL, path), b"" if seats is None else seats.data, MISTAKES
        )
    except ValueError as error:
        raise KiebitzError(f"weights file {str(path)!r} is damaged: {error}") from None


# Native objects go before the interpreter does.
atexit.register(load_calls.cache_clear)
