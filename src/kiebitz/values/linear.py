"""Linear estimators over hand-made patterns, as in §7.4 of the thesis.

One estimator for each game, number of tricks played and player to move. They are what the value
network is measured against (table 7.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.values.features import patterns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS = 150
RIDGE = 4.0


@dataclass(frozen=True, slots=True)
class Error:
    """How far estimates are off, in points."""

    mean: float
    deviation: float
    count: int

    @classmethod
    def of(cls, estimates: NDArray[np.float64], values: NDArray[np.float64]) -> Error:
        """The mean absolute error and the standard deviation of the error."""
        import numpy as np

        off = estimates - values
        if len(off) == 0:
            return cls(float("nan"), float("nan"), 0)
        return cls(float(np.abs(off).mean()), float(off.std()), len(off))


def linear_errors(
    train: NDArray[np.void], test: NDArray[np.void], game: str
) -> dict[str, dict[str, Error]]:
    """Fits one class of positions and measures it: LR, LR + SA and LR_bdd + SA.

    SA is static analysis: an estimate outside of what play from the top proves is put on the bound.
    With ``bdd`` that is done while fitting too, so that a position whose bound corrects the
    estimate pulls on the weights no more than the corrected error. The errors are those on the
    training set, which the thesis prints, and on positions of other deals.
    """
    import numpy as np

    columns, size = _numbered(patterns(np.concatenate([train, test]), game), len(train))
    fitted, held_out = columns[: len(train)], columns[len(train) :]
    found: dict[str, dict[str, Error]] = {"train": {}, "test": {}}
    for bounded in (False, True):
        weights, start = _fit(fitted, train, size, bounded)
        for name, part, where in (("train", train, fitted), ("test", test, held_out)):
            estimates = start + weights[where].sum(axis=1)
            values = part["value"].astype(np.float64)
            clipped = np.clip(estimates, part["lower"], part["upper"])
            if not bounded:
                found[name]["LR"] = Error.of(estimates, values)
                found[name]["LR+SA"] = Error.of(clipped, values)
            else:
                found[name]["LR_bdd+SA"] = Error.of(clipped, values)
    return found


def _numbered(groups: list[NDArray[np.int64]], seen: int) -> tuple[NDArray[np.int64], int]:
    # A number for each pattern that occurs among the first `seen` positions; all others share 0,
    # whose weight stays 0.
    import numpy as np

    columns, size = [], 1
    for group in groups:
        known = np.unique(group[:seen])
        place = np.searchsorted(known, group)
        place[place == len(known)] = 0
        columns.append(np.where(known[place] == group, size + place, 0))
        size += len(known)
    return np.concatenate(columns, axis=1), size


def _fit(
    columns: NDArray[np.int64], samples: NDArray[np.void], size: int, bounded: bool
) -> tuple[NDArray[np.float64], float]:
    # Accelerated gradient descent on the squared error with a ridge; each weight's step is scaled
    # by how often its pattern occurs.
    import numpy as np

    values = samples["value"].astype(np.float64)
    lower, upper = samples["lower"].astype(np.float64), samples["upper"].astype(np.float64)
    start = float(values.mean())
    flat, width = columns.ravel(), columns.shape[1]
    scale = 1.0 / (width * np.bincount(flat, minlength=size) + RIDGE * width)
    scale[0] = 0.0
    current, ahead = np.zeros(size), np.zeros(size)
    for step in range(ROUNDS):
        estimates = start + ahead[columns].sum(axis=1)
        if bounded:
            estimates = np.clip(estimates, lower, upper)
        error = np.repeat(estimates - values, width)
        gradient = np.bincount(flat, error, minlength=size) + RIDGE * ahead
        following = ahead - scale * gradient
        ahead = following + step / (step + 3.0) * (following - current)
        current = following
    return current, start
