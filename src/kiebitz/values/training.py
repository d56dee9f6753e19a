"""Training of the value estimators: from labelled positions to a weights file.

The same positions and the same seed give the same file. Errors are measured on deals that took no
part in the training.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, wait
from typing import TYPE_CHECKING, Any, Final

from kiebitz._core import values as core
from kiebitz.cards import derive_seed
from kiebitz.values.estimator import BINS, KIND, VERSION
from kiebitz.values.features import CONTEXTS, GAMES, network_inputs
from kiebitz.values.linear import Error
from kiebitz.values.weights import Array, Weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.void]
    Trained = tuple[dict[str, Array], dict[str, Any], NDArray[np.float32] | None]

FEATURES: Final = "cards of each hand, cards on the table, who moves, static bounds"
EPOCHS: Final = 10


def train_values(
    train: Samples,
    test: Samples,
    *,
    seed: int,
    data: str,
    command: str,
    epochs: int = EPOCHS,
    processes: int = 1,
    report: Callable[[str], None] = lambda line: None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Weights:
    """Trains a network for suit games, one for grand and one for null, and measures them.

    The three are trained side by side if there are processes for it; the weights are the same.
    `progress` hears of positions seen and to be seen.
    """
    import numpy as np

    tasks = [
        (number, train[train["game"] == number], test[test["game"] == number], seed, epochs)
        for number in range(len(GAMES))
    ]
    total = epochs * len(train)
    if processes > 1:
        found = _train_side_by_side(tasks, processes, lambda done: progress(done, total))
    else:
        seen = 0

        def count(positions: int) -> None:
            nonlocal seen
            seen += positions
            progress(seen, total)

        found = [_train_game(*task, count) for task in tasks]
    arrays: dict[str, Array] = {}
    errors: dict[str, Any] = {}
    deviations = np.zeros((2, 10, CONTEXTS, BINS), np.float32)
    for number, (game, (layers, error, spread)) in enumerate(zip(GAMES, found, strict=True)):
        arrays |= layers
        errors[game] = error
        if spread is not None:
            deviations[number] = spread
        report(f"{game}: on held-out deals {error}")
    arrays["deviations"] = Array("f4", deviations.shape, deviations.astype("<f4").tobytes())
    return Weights(KIND, VERSION, FEATURES, data, seed, command, errors, arrays)


def _train_side_by_side(
    tasks: list[tuple[int, Samples, Samples, int, int]],
    processes: int,
    progress: Callable[[int], None],
) -> list[Trained]:
    context = multiprocessing.get_context("spawn")
    seen = context.Value("q", 0)
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(processes, context, _begin, (seen,)) as pool:
        futures = [pool.submit(_train_game, *task) for task in tasks]
        try:
            while wait(futures, 0.5).not_done:
                progress(seen.value)
            progress(seen.value)
            return [future.result() for future in futures]
        except KeyboardInterrupt:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()  # they would train to the end
            raise


#: What the processes have seen, all together.
_seen: Any = None


def _begin(seen: Any) -> None:
    # In a process of its own; Ctrl-C is for the one that started it.
    global _seen
    _seen = seen
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _count(positions: int) -> None:
    with _seen.get_lock():
        _seen.value += positions


def _train_game(
    number: int,
    train: Samples,
    test: Samples,
    seed: int,
    epochs: int,
    count: Callable[[int], None] = _count,
) -> Trained:
    # The layers of a game's network, its errors on `test` and the deviations.
    import torch

    from kiebitz.values.network import ValueNetwork, null_loss, outputs_of, points_loss
    from kiebitz.values.network import train as fit

    game = GAMES[number]
    is_null = game == "null"
    torch.manual_seed(derive_seed(seed, number) % 2**63)
    network = ValueNetwork(game)
    fit(
        network,
        network_inputs(train, game),
        (null_loss if is_null else points_loss)(train),
        epochs=epochs,
        seed=derive_seed(seed, number, 1) % 2**63,
        count=count,
    )
    outputs = outputs_of(network, network_inputs(test, game))
    if is_null:
        return network.arrays(game), _null_errors(outputs, test), None
    estimates = clipped_points(outputs, test)
    return network.arrays(game), _point_errors(estimates, test), deviations_of(outputs, test)


def clipped_points(outputs: NDArray[np.int32], samples: Samples) -> NDArray[np.float64]:
    """Estimates in points, within what static analysis proves."""
    import numpy as np

    from kiebitz.values.network import UNIT

    points = outputs[:, 0].astype(np.float64) * (120 / UNIT)
    return np.clip(points, samples["lower"], samples["upper"])


def deviations_of(outputs: NDArray[np.int32], samples: Samples) -> NDArray[np.float32]:
    """The root of the mean squared error, by class.

    Classes are by tricks played, player to move, cards on the table and how far off the network
    itself expects to be, its second output. Only positions count that static analysis does not
    decide: others are never estimated in a search. Where there are few of a kind, the wider class
    counts as well.
    """
    import numpy as np

    from kiebitz.values.network import UNIT

    squares = (clipped_points(outputs, samples) - samples["value"]) ** 2
    spreads = outputs[:, 1].astype(np.float64) * (core.SPREAD_UNIT / UNIT)
    bins = np.searchsorted(np.array(core.spreads()), spreads, side="right")
    asked = samples["lower"] < samples["upper"]
    context = samples["player"].astype(np.int64) * 3 + samples["played"]
    found = np.zeros((10, CONTEXTS, BINS), np.float32)
    for size in range(BINS):
        alike = asked & (bins == size)
        whole = float(squares[alike].mean()) if alike.any() else (2.0 + 1.5 * size) ** 2
        for tricks in range(10):
            of_trick = alike & (samples["tricks"] == min(tricks, 7))
            wide = (float(squares[of_trick].sum()) + 100 * whole) / (int(of_trick.sum()) + 100)
            for place in range(CONTEXTS):
                some = of_trick & (context == place)
                mean = (float(squares[some].sum()) + 100 * wide) / (int(some.sum()) + 100)
                found[tricks, place, size] = np.sqrt(mean)
    return found


def _point_errors(estimates: NDArray[np.float64], samples: Samples) -> dict[str, Any]:
    values = samples["value"].astype("f8")
    found: dict[str, Any] = {"positions": len(samples)}
    for name, part in (("trick", samples["played"] == 0), ("within", samples["played"] > 0)):
        error = Error.of(estimates[part], values[part])
        found[name] = [round(error.mean, 2), round(error.deviation, 2)]
    for tricks in range(8):
        part = (samples["played"] == 0) & (samples["tricks"] == tricks)
        error = Error.of(estimates[part], values[part])
        found[f"after {tricks}"] = [round(error.mean, 2), round(error.deviation, 2)]
    return found


def _null_errors(outputs: NDArray[np.int32], samples: Samples) -> dict[str, Any]:
    import numpy as np

    from kiebitz.values.network import UNIT

    chance = 1 / (1 + np.exp(-16 * outputs[:, 0] / UNIT))
    left = 10 - samples["tricks"]
    won = samples["value"] == left
    clipped = np.clip(chance, 1e-6, 1 - 1e-6)
    surprise = -np.where(won, np.log(clipped), np.log(1 - clipped)).mean()
    survived = np.clip(outputs[:, 1] / UNIT, 0, 1) * left
    off = np.abs(survived - samples["value"])[~won]
    return {
        "positions": len(samples),
        "won": round(float(won.mean()), 3),
        "right": round(float(((chance >= 0.5) == won).mean()), 3),
        "log loss": round(float(surprise), 3),
        "tricks off if lost": round(float(off.mean()), 2) if len(off) else None,
    }
