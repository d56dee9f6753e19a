"""Estimates of open-hand positions by the shipped or given weights."""

from __future__ import annotations

import atexit
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from kiebitz._core import skat_solver
from kiebitz._core import values as core
from kiebitz.values.weights import InvalidWeights, Weights, load, parse

KIND: Final = "skat values"
VERSION: Final = 2
BINS: Final = core.BINS  #: sizes of the estimate for which deviations are kept
SHIPPED: Final = "skat_values.weights"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a position seems to be worth; never exact.

    Suit games and grand: the declarer's card points at the end, skat included, and how far that is
    off by experience (a standard deviation). Null: the chance that he gets through, and how many
    of the remaining tricks he survives.
    """

    points: float | None = None
    deviation: float | None = None
    chance: float | None = None
    survived: float | None = None


class Estimator:
    """Estimates by the weights of one file."""

    def __init__(self, weights: Weights, name: str = "weights") -> None:
        self.weights = weights
        try:
            self.native = core.Estimator({n: a.data for n, a in weights.arrays.items()})
        except ValueError as error:
            raise InvalidWeights(f"weights file {name!r} does not fit: {error}") from None

    def estimate(self, position: skat_solver.Position) -> Estimate:
        """What a position of the native core seems to be worth."""
        first, second, is_null = self.native.estimate(position)
        if is_null:
            return Estimate(chance=first, survived=second)
        return Estimate(points=first, deviation=second)


@cache
def load_estimator(path: str | None = None) -> Estimator:
    """The estimator of a weights file, or the shipped one.

    >>> load_estimator().weights.kind
    'skat values'
    """
    if path is not None:
        return Estimator(load(Path(path), KIND, VERSION), path)
    shipped = resources.files("kiebitz.values") / SHIPPED
    try:
        content = shipped.read_bytes()
    except OSError:
        raise InvalidWeights(
            f"the estimators' weights {SHIPPED!r} are missing: install Kiebitz again, or make them "
            "with kiebitz train values"
        ) from None
    return Estimator(parse(content, KIND, VERSION, SHIPPED), SHIPPED)


atexit.register(load_estimator.cache_clear)  # before the native core goes away
