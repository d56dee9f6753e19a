"""Means with their intervals, and whether a difference is more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, lgamma, log, sqrt
from statistics import NormalDist

from kiebitz.machine import require

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, its 95 % confidence interval, and on how many independent values it rests."""

    mean: float
    low: float
    high: float
    count: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval: the number behind ±."""
        return (self.high - self.low) / 2


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of independent values, with Student's interval.

    >>> interval = mean_interval([1, 2, 3, 4, 5])
    >>> interval.mean, round(interval.half_width, 3)
    (3.0, 1.963)
    """
    return ratio_interval([(value, 1.0) for value in values])


def ratio_interval(parts: Sequence[tuple[float, float]]) -> Interval:
    """Sum over sum, of parts that are independent of each other though not within themselves.

    Each part is what all games on one deal added to the numerator and to the denominator: games on
    one deal are alike, so only deals count as independent.

    >>> ratio_interval([(3.0, 2.0), (1.0, 2.0)]).mean
    1.0
    """
    parts = [part for part in parts if part[1]]
    count = len(parts)
    weight = sum(part[1] for part in parts)
    if count == 0:
        return Interval(float("nan"), float("nan"), float("nan"), 0)
    mean = sum(part[0] for part in parts) / weight
    if count == 1:
        return Interval(mean, float("-inf"), float("inf"), 1)
    residual = sum((above - mean * below) ** 2 for above, below in parts)
    error = sqrt(residual * count / (count - 1)) / weight
    reach = _student(count - 1) * error
    return Interval(mean, mean - reach, mean + reach, count)


def share_interval(successes: int, count: int) -> Interval:
    """The share of independent successes, with Wilson's interval, which holds near 0 and 1.

    >>> share = share_interval(0, 10)
    >>> share.mean, round(share.low, 9), round(share.high, 3)
    (0.0, 0.0, 0.278)
    """
    if count == 0:
        return Interval(float("nan"), float("nan"), float("nan"), 0)
    z = _student(10**9)
    share = successes / count
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    reach = spread / (1 + z * z / count)
    return Interval(share, max(0.0, centre - reach), min(1.0, centre + reach), count)


def wilcoxon_p(differences: Sequence[float]) -> float | None:
    """The two-sided p of Wilcoxon's signed-rank test that paired differences lie around 0.

    Pairs without a difference say nothing and are left out, as Wilcoxon did; None if none is left.

    >>> round(wilcoxon_p([1, 2, 3, 4, 5, 6, -0.5, 0]), 3)
    0.031
    """
    require("arena", "the statistics of a match")
    from scipy.stats import wilcoxon

    decided = [difference for difference in differences if difference != 0]
    if not decided:
        return None
    return float(wilcoxon(decided).pvalue)


@cache
def _student(freedom: int) -> float:
    """How many standard errors the interval reaches: the quantile of Student's distribution."""
    normal = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    if freedom > 10_000:
        return normal + (normal**3 + normal) / (4 * freedom)
    low, high = 1.0, 1000.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        # Both tails together are a regularised incomplete beta function.
        tails = _beta(freedom / 2, freedom / (freedom + middle * middle))
        low, high = (middle, high) if tails > 1 - CONFIDENCE else (low, middle)
    return high


def _beta(a: float, x: float, b: float = 0.5) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(b, 1 - x, a)
    tiny = 1e-300
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / max(tiny, 1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / ((1 + step * d) or tiny)
            c = (1 + step / c) or tiny
            found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * found
