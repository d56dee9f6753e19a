"""Training of the 10+2 evaluation: the chance to win a game with a hand and a discard.

The games are self-play on random deals (thesis §10.1): a player finishes games that the model of
the generation before has announced, with some exploration. Each class of games gets one logistic
regression over table entries.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz._core import skat_bidding as core
from kiebitz._core import skat_players

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kiebitz.players.skat.hearing import Heard

_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Generation:
    """One round of self-play: how many games, and how freely they explore."""

    games: int
    temperature: float


#: Three rounds by the rule player: at random first, then more and more sensible announcements.
DEFAULT_GENERATIONS = (
    Generation(400_000, 1.0),
    Generation(600_000, 0.7),
    Generation(1_500_000, 0.6),
)


@dataclass(frozen=True, slots=True)
class Samples:
    """Labelled hands: the class of game, the table entries (-1 pads), won or not."""

    classes: NDArray[np.uint8]
    features: NDArray[np.int16]
    won: NDArray[np.uint8]

    def of_class(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The entries and labels of one class."""
        import numpy as np

        mask = self.classes == number
        features = self.features[mask].astype(np.int64)
        used = (features >= 0).all(axis=0)
        return features[:, used], self.won[mask].astype(np.float64)


def sample_hands(
    model: core.HandModel,
    player: skat_players.Player,
    games: int,
    seed: int,
    *,
    temperature: float = 1.0,
    hand_share: float = 0.2,
    progress: Callable[[int], None] | None = None,
) -> Samples:
    """Plays games with announcements by `model` and labels them.

    >>> samples = sample_hands(core.HandModel(), skat_players.rule_player(), 50, seed=1)
    >>> len(samples.won)
    50
    """
    import numpy as np

    parts: list[tuple[bytes, bytes, bytes]] = []
    for first, count in _chunks(games):
        parts.append(core.sample_hands(model, player, first, count, seed, temperature, hand_share))
        if progress is not None:
            progress(first + count)
    classes, features, won = (b"".join(column) for column in zip(*parts, strict=True))
    return Samples(
        np.frombuffer(classes, np.uint8),
        np.frombuffer(features, np.int16).reshape(-1, core.FEATURES),
        np.frombuffer(won, np.uint8),
    )


def fit(
    features: NDArray[np.int64],
    won: NDArray[np.float64],
    weights: int,
    *,
    ridge: float | NDArray[np.float64] = 2.0,
    rounds: int = 250,
    base: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Weights whose sums over a hand's entries are the log-odds of winning.

    Accelerated gradient descent on the logistic loss with a ridge, one or one a weight; each
    weight's step is scaled by the curvature that its own samples give it. With a `base` the sums
    are added to these log-odds.
    """
    import numpy as np

    flat = features.ravel()
    columns = features.shape[1]
    seen = np.bincount(flat, minlength=weights)
    scale = 1.0 / (columns * (0.25 * seen + ridge))
    known = np.zeros(len(won)) if base is None else base
    current = np.zeros(weights)
    ahead = current.copy()
    for step in range(rounds):
        log_odds = known + ahead[features].sum(axis=1)
        error = 1.0 / (1.0 + np.exp(-log_odds)) - won
        gradient = np.bincount(flat, np.repeat(error, columns), minlength=weights) + ridge * ahead
        following = ahead - scale * gradient
        ahead = following + step / (step + 3.0) * (following - current)
        current = following
    return current


def log_loss(features: NDArray[np.int64], won: NDArray[np.float64], weights: Any) -> float:
    """The mean surprise in nats: lower is better; ln 2 is a coin."""
    import numpy as np

    chance = 1.0 / (1.0 + np.exp(-np.asarray(weights)[features].sum(axis=1)))
    chance = np.clip(chance, 1e-9, 1 - 1e-9)
    return float(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))


def train(
    player: skat_players.Player | None = None,
    *,
    seed: int,
    generations: tuple[Generation, ...] = DEFAULT_GENERATIONS,
    start: core.HandModel | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> core.HandModel:
    """A model learned from self-play, generation after generation; the rule player plays."""
    player = player or skat_players.rule_player()
    model = start if start is not None else core.HandModel()
    for number, generation in enumerate(generations):
        samples = sample_hands(
            model, player, generation.games, seed + number, temperature=generation.temperature
        )
        following = core.HandModel()
        for index, name in enumerate(core.classes()):
            features, won = samples.of_class(index)
            old = model.weights(index)
            if len(won) < 100:
                following.set_weights(index, old)
                continue
            held = len(won) // 10
            size = len(old)
            weights = fit(features[held:], won[held:], size)
            loss = log_loss(features[:held], won[:held], weights)
            report(
                f"generation {number + 1}, {name}: {len(won)} games, {won.mean():.1%} won, "
                f"held-out loss {loss:.4f}"
            )
            following.set_weights(index, [float(w) for w in weights])
        model = following
    return model


def calibrate_by_search(
    model: core.HandModel,
    games: int,
    *,
    seed: int,
    report: Callable[[str], None] = lambda line: None,
) -> core.HandModel:
    """Corrects a model by games of PIMC, which defends much better than rules do.

    Games with trumps are played by asking only who wins, which is cheap; null, a quarter of the
    games, by its exact values.
    """
    uniform = skat_players.uniform_belief()
    trump_player, null_player = (
        skat_players.monte_carlo_player(uniform, skat_players.solver_evaluation(mode), 10, 1)
        for mode in ("win", "points")
    )
    trumps = sample_hands(model, trump_player, games, seed, temperature=0.4, hand_share=0.25)
    nulls = sample_hands(
        _preferring_null(model), null_player, max(1, games // 4), seed,
        temperature=0.4, hand_share=0.3,
    )  # fmt: skip
    for samples, wanted in ((trumps, False), (nulls, True)):
        numbers = [i for i, name in enumerate(core.classes()) if ("null" in name) == wanted]
        model = calibrate(model, samples, numbers, report)
    return model


def calibrate(
    model: core.HandModel,
    samples: Samples,
    classes: Sequence[int],
    report: Callable[[str], None] = lambda line: None,
) -> core.HandModel:
    """Shifts and stretches the log-odds of some classes to fit games of stronger players."""
    import numpy as np

    following = core.HandModel()
    for index, name in enumerate(core.classes()):
        weights = np.asarray(model.weights(index))
        features, won = samples.of_class(index)
        if index in classes and len(won) >= 20:
            slope, shift = _fit_line(weights[features].sum(axis=1), won)
            report(f"{name}: {len(won)} games, log-odds times {slope:.2f} plus {shift:+.2f}")
            weights = slope * weights + shift / features.shape[1]
        following.set_weights(index, [float(w) for w in weights])
    return following


def _preferring_null(model: core.HandModel) -> core.HandModel:
    changed = core.HandModel()
    for index, name in enumerate(core.classes()):
        bonus = 3.0 if "null" in name else -3.0
        changed.set_weights(index, [weight + bonus for weight in model.weights(index)])
    return changed


def _fit_line(log_odds: NDArray[np.float64], won: NDArray[np.float64]) -> tuple[float, float]:
    # Newton's method on two parameters, held near (1, 0) by a prior worth some twenty games.
    import numpy as np

    line = np.array([1.0, 0.0])
    prior = np.diag([10.0, 1.0])
    inputs = np.stack([log_odds, np.ones_like(log_odds)], axis=1)
    for _ in range(30):
        chance = 1.0 / (1.0 + np.exp(-inputs @ line))
        gradient = inputs.T @ (chance - won) + prior @ (line - np.array([1.0, 0.0]))
        hessian = inputs.T @ (inputs * (chance * (1 - chance))[:, None]) + prior
        line = line - np.linalg.solve(hessian, gradient)
    return float(line[0]), float(line[1])


def save(
    model: core.HandModel, file: Path, heard: Heard | None = None, about: Sequence[str] = ()
) -> None:
    """Writes a model as the package ships it, with what bids mean and where it comes from."""
    weights: dict[str, Any] = {"about": list(about)} if about else {}
    weights |= {
        name: [round(w, 3) for w in model.weights(index)]
        for index, name in enumerate(core.classes())
    }
    if heard is not None:
        weights["heard"] = heard.to_json()
    lines = ",\n".join(
        f" {json.dumps(name)}: {json.dumps(values, separators=(',', ':'))}"
        for name, values in weights.items()
    )
    file.write_text("{\n" + lines + "\n}\n")


def about(text: str) -> list[str]:
    """Where a model comes from, as its file says.

    >>> about('{"about": ["self-play"]}'), about("{}")
    (['self-play'], [])
    """
    return [str(line) for line in json.loads(text).get("about", ())]


def _chunks(total: int) -> Iterator[tuple[int, int]]:
    for first in range(0, total, _CHUNK):
        yield first, min(_CHUNK, total - first)
