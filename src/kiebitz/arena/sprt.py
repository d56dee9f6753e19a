"""The sequential probability ratio test that ends a match as soon as it is decided.

The observations are paired: one difference between two players for each deal, over all games played
on it. They are not win or loss but points, so the generalised test for a mean of unknown variance
is used: with n differences of mean x and variance s², the log-likelihood ratio of the hypotheses
"the mean is `upper`" and "the mean is `lower`" is, for large n,

    LLR = n (upper - lower) (2 x - lower - upper) / (2 s²)

It accepts `upper` above ln((1 - beta) / alpha) and `lower` below ln(beta / (1 - alpha)) (Wald's
bounds). The variance is that of the differences seen so far, which is why some must have been seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import log

from kiebitz.errors import KiebitzError


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of one mean difference against another.

    >>> test = Sprt(lower=0, upper=4)
    >>> run = test.over([10, -2, 5, 6] * 10)
    >>> run.verdict, run.count
    ('upper', 30)
    """

    upper: float
    lower: float = 0.0
    alpha: float = 0.05
    beta: float = 0.05
    least: int = 30

    def __post_init__(self) -> None:
        if not self.lower < self.upper:
            raise KiebitzError(f"lower {self.lower:g} should be below upper {self.upper:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise KiebitzError(f"{name} should lie between 0 and 0.5")
        if self.least < 2:
            raise KiebitzError("least should be 2 or more")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the lower mean is accepted, above the second the upper one."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def start(self) -> SprtRun:
        """A test that has seen nothing."""
        return SprtRun(self)

    def over(self, differences: Iterable[float]) -> SprtRun:
        """The test after these differences, or after as many of them as it needed."""
        run = self.start()
        for difference in differences:
            if run.verdict:
                break
            run.see(difference)
        return run

    def to_table(self) -> dict[str, float]:
        """The parameters as in a configuration."""
        return asdict(self)


class SprtRun:
    """A test under way. What comes after the verdict is not looked at."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.count = 0
        self.verdict: str | None = None  # "upper" or "lower"
        self._mean = 0.0
        self._squares = 0.0

    def see(self, difference: float) -> None:
        """Takes one more difference."""
        if self.verdict:
            return
        self.count += 1
        step = difference - self._mean
        self._mean += step / self.count
        self._squares += step * (difference - self._mean)
        if self.count >= self.test.least:
            low, high = self.test.bounds
            self.verdict = "upper" if self.llr >= high else "lower" if self.llr <= low else None

    @property
    def llr(self) -> float:
        """The log-likelihood ratio now."""
        test = self.test
        if self.count < 2:
            return 0.0
        # Players that never differ have no spread; the ratio shall be huge then, but finite.
        variance = max(self._squares / (self.count - 1), 1e-9)
        middle = (test.lower + test.upper) / 2
        return self.count * (test.upper - test.lower) * (self._mean - middle) / variance

    @property
    def share(self) -> float:
        """How far the test is towards a bound: -1 accepts the lower mean, 1 the upper one."""
        low, high = self.test.bounds
        llr = self.llr
        return min(1.0, llr / high) if llr >= 0 else max(-1.0, -llr / low)
