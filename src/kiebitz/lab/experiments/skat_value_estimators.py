"""Table 7.3: how far estimates of open-hand positions are off, linear ones and the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import declared_deals
from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, numbers
from kiebitz.lab.skat_cardplay import THESIS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Mean absolute error in points and standard deviation of the error, at the start of a trick. `train`
is the error on the positions that the estimator was fitted to, which is what the thesis prints (it
had hundreds of millions of positions, and features with up to 1.7 million weights each); `test` is
the error on other deals. SA puts an estimate onto the bounds of static analysis, `bdd` does so
while fitting too. The network is the shipped one. With a `folder` the positions are those that
`kiebitz train values` has kept there, the same that the network was trained and tested on: the
linear estimators are fitted to what trains it and tested on what is held out. Without one, deals
that our own players bid are labelled; they are played on by random and by best cards.
"""

PLAYERS = ("soloist", "defender 1", "defender 2")
METHODS = ("LR", "LR+SA", "LR_bdd+SA")

# Tricks played and player to move; suit: LR, LR+SA, LR_bdd+SA, mean and deviation; grand alike.
_PRINT = """
0 0 2.2 3.1 2.0 3.0 1.8 2.9 2.8 3.9 2.3 3.6 1.9 3.3
0 1 3.5 4.7 3.2 4.5 2.9 4.3 4.1 5.4 3.7 5.1 3.2 4.8
0 2 3.6 4.7 3.2 4.5 2.9 4.3 4.1 5.7 3.7 6.0 3.2 5.8
1 0 2.4 3.4 2.1 3.3 1.9 3.1 2.7 3.8 2.2 3.5 1.7 3.1
1 1 3.7 4.9 3.3 4.7 3.0 4.4 4.0 5.3 3.6 5.0 3.0 4.6
1 2 3.7 4.8 3.3 4.6 2.9 4.3 4.0 5.3 3.5 5.0 3.0 4.5
2 0 2.5 3.5 2.1 3.3 1.9 3.1 2.8 3.9 2.3 3.6 1.8 3.3
2 1 3.7 4.9 3.3 4.7 2.9 4.3 4.1 5.5 3.7 5.2 3.1 4.7
2 2 3.6 4.8 3.2 4.6 2.8 4.2 4.1 5.4 3.6 5.2 3.0 4.7
3 0 2.6 3.6 2.2 3.3 1.8 3.0 2.9 4.1 2.3 3.6 1.8 3.3
3 1 3.4 4.5 3.0 4.3 2.5 3.9 4.1 5.5 3.6 5.3 3.0 4.7
3 2 3.3 4.4 2.9 4.2 2.5 3.9 4.1 5.5 3.6 5.3 3.0 4.7
4 0 2.5 3.4 2.0 3.1 1.6 2.9 3.0 4.2 2.3 3.7 1.7 3.3
4 1 3.0 4.0 2.6 3.8 2.3 3.6 3.9 5.3 3.3 5.0 2.8 4.6
4 2 2.9 4.0 2.6 3.8 2.2 3.6 3.9 5.3 3.4 5.0 2.8 4.5
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a kind of game with all its deals."""
    for kind in parameters["kinds"]:
        names = ("deals", "tricks", "folder", "most")
        yield {"kind": kind, **{name: parameters[name] for name in names}}


def unit(payload: Any, seed: int) -> list[Row]:
    """Fits the linear estimators on most deals and tests them and the network on the others."""
    import numpy as np

    from kiebitz.values.estimator import load_estimator
    from kiebitz.values.linear import Error, linear_errors
    from kiebitz.values.training import clipped_points

    kind = payload["kind"]
    train, test = _kept(payload, kind) if payload["folder"] else _labelled(payload, kind, seed)
    native, game = load_estimator().native, ("suit", "grand").index(kind)
    rows: list[Row] = []
    for tricks in payload["tricks"]:
        for player, name in enumerate(PLAYERS):
            seen, unseen = (
                part[
                    (part["played"] == 0) & (part["tricks"] == tricks) & (part["player"] == player)
                ]
                for part in (train, test)
            )
            if len(seen) == 0 or len(unseen) == 0:
                continue
            linear = linear_errors(seen[: payload["most"]], unseen, kind)
            outputs = np.array(core_outputs(native, game, unseen), np.int32)
            network = Error.of(clipped_points(outputs, unseen), unseen["value"].astype(np.float64))
            for method, error in [*linear["test"].items(), ("network", network)]:
                row: Row = {"game": kind, "tricks": tricks, "to_move": name, "estimator": method}
                fitted = linear["train"].get(method)
                row |= {
                    "train": fitted.mean if fitted else None,
                    "train_deviation": fitted.deviation if fitted else None,
                    "test": error.mean,
                    "test_deviation": error.deviation,
                    "positions": min(len(seen), payload["most"]),
                    "tests": error.count,
                }
                rows.append(row)
    return rows


def _labelled(payload: Any, kind: str, seed: int) -> tuple[Any, Any]:
    # Deals that our players bid; every tenth is for tests.
    from itertools import islice

    import numpy as np

    from kiebitz.solvers.skat import Position
    from kiebitz.values.data import label

    states = islice(declared_deals(seed, kind), payload["deals"])
    deals = [Position.from_state(state).native() for state in states]
    parts = []
    for first in range(0, len(deals), 500):
        part = label(deals[first : first + 500], first, derive_seed(seed, 1)).copy()
        held_out = (part["deal"] + first) % 10 == 0
        parts.append((part[~held_out], part[held_out]))
    train, test = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    return train, test


def _kept(payload: Any, kind: str) -> tuple[Any, Any]:
    # What `kiebitz train values` has kept.
    from pathlib import Path

    from kiebitz.errors import KiebitzError
    from kiebitz.values.data import kept_shards, read_shards

    folder = Path(payload["folder"])
    shards = kept_shards(folder)
    train, test = (
        read_shards(folder, [shard for shard in shards if shard.held_out == held_out])
        if any(shard.held_out == held_out for shard in shards)
        else None
        for held_out in (False, True)
    )
    if train is None or test is None:
        raise KiebitzError(f"no positions of kiebitz train values in {payload['folder']!r}")
    game = ("suit", "grand").index(kind)
    return train[train["game"] == game], test[test["game"] == game]


def core_outputs(native: Any, game: int, samples: Any) -> list[list[int]]:
    """The outputs of a network of the native core for labelled positions."""
    import numpy as np

    from kiebitz.values.data import SAMPLE

    plain = np.zeros(len(samples), np.dtype(SAMPLE))
    for name in plain.dtype.names or ():
        plain[name] = samples[name]
    outputs: list[list[int]] = native.network_outputs(game, plain.tobytes(), False)
    return outputs


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """The rows of all kinds of games."""
    return [row for done in finished for row in done.value]


def draw(figure: Figure, table: list[Row]) -> None:
    """The mean error on other deals over the tricks played, all players to move together."""
    from kiebitz.lab.style import line

    kinds = list(dict.fromkeys(str(row["game"]) for row in table))
    axes = figure.subplots(1, max(1, len(kinds)), sharey=True, squeeze=False)[0]
    for place, kind in zip(axes, kinds, strict=False):
        for number, method in enumerate((*METHODS, "network")):
            rows = [row for row in table if row["game"] == kind and row["estimator"] == method]
            tricks = sorted({int(row["tricks"] or 0) for row in rows})
            means = []
            for trick in tricks:
                some = [row for row in rows if row["tricks"] == trick]
                weights = numbers(some, "tests")
                errors = numbers(some, "test")
                means.append(
                    sum(w * e for w, e in zip(weights, errors, strict=True)) / sum(weights)
                )
            look = line(number)
            look.pop("capsize")
            place.plot(tricks, means, label=method, **look)
        place.set_title(kind)
        place.set_xlabel("tricks played")
        place.set_ylim(bottom=0)
    axes[0].set_ylabel("mean error in points, other deals")
    axes[-1].legend()


def _printed() -> list[Printed]:
    found = []
    for text in _PRINT.split("\n"):
        cells = text.split()
        if not cells:
            continue
        tricks, player = int(cells[0]), PLAYERS[int(cells[1])]
        for place, value in enumerate(cells[2:]):
            kind, method = ("suit", "grand")[place // 6], METHODS[place // 2 % 3]
            row: Row = {"game": kind, "tricks": tricks, "to_move": player, "estimator": method}
            column = "train_deviation" if place % 2 else "train"
            found.append(Printed(row, column, float(value)))
    return found


EXPERIMENT = Experiment(
    name="skat-value-estimators",
    paper=THESIS,
    item="table 7.3",
    title="Estimates of open-hand Skat positions",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit", "grand"],
                "deals": 60,
                "tricks": [0, 1, 2, 3, 4],
                "folder": "",
                "most": 200_000,
            },
            20,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand"],
                "deals": 20000,
                "tricks": [0, 1, 2, 3, 4],
                "folder": "",
                "most": 200_000,
            },
            3000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=_printed(),
    notes=NOTES,
)
