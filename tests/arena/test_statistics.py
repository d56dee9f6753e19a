from __future__ import annotations

from math import exp, isinf, isnan, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.arena.sprt import Sprt
from kiebitz.arena.statistics import mean_interval, ratio_interval, share_interval, wilcoxon_p
from kiebitz.errors import KiebitzError

numbers = st.lists(st.floats(-200, 200), min_size=2, max_size=50)


@settings(deadline=None)
@given(numbers)
def test_the_interval_of_a_mean_is_students(values: list[float]) -> None:
    from scipy.stats import sem, t

    interval = mean_interval(values)
    reach = t.ppf(0.975, len(values) - 1) * sem(values)
    assert interval.mean == pytest.approx(np.mean(values), abs=1e-9)
    assert interval.half_width == pytest.approx(reach, rel=1e-6, abs=1e-9)


def test_intervals_of_means_hold_what_they_promise() -> None:
    generator = np.random.default_rng(1)
    hits = sum(
        (interval := mean_interval(list(generator.normal(3, 2, 12)))).low <= 3 <= interval.high
        for _ in range(2000)
    )
    assert 0.93 < hits / 2000 < 0.97


def test_games_on_one_deal_are_not_independent() -> None:
    # Six equal games on each deal tell no more than one.
    generator = np.random.default_rng(2)
    deals = generator.normal(0, 1, 50)
    clustered = ratio_interval([(6 * value, 6.0) for value in deals])
    plain = mean_interval(list(deals))
    assert clustered.half_width == pytest.approx(plain.half_width)


def test_intervals_of_nothing_and_of_one() -> None:
    assert isnan(mean_interval([]).mean)
    assert isnan(share_interval(0, 0).mean)
    assert mean_interval([5.0]).mean == 5
    assert isinf(mean_interval([5.0]).high)


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(1, 60))
def test_shares_have_wilsons_interval(successes: int, more: int) -> None:
    from scipy.stats import binomtest

    count = successes + more
    expected = binomtest(successes, count).proportion_ci(0.95, method="wilson")
    interval = share_interval(successes, count)
    assert interval.low == pytest.approx(expected.low, abs=1e-9)
    assert interval.high == pytest.approx(expected.high, abs=1e-9)


def test_wilcoxon_by_hand() -> None:
    # Of 2^6 equally likely signs of the ranks 1 to 6, two are as extreme as all positive.
    assert wilcoxon_p([1, 2, 3, 4, 5, 6]) == pytest.approx(2 / 64)
    assert wilcoxon_p([0, 0]) is None
    assert wilcoxon_p([1, -1, 2, -2, 3, -3]) == pytest.approx(1)


def test_the_ratio_of_likelihoods_is_the_normal_one() -> None:
    values = [float(x) for x in np.random.default_rng(3).normal(1, 5, 40)]
    run = Sprt(lower=0, upper=3, least=1000).over(values)
    variance = float(np.var(values, ddof=1))

    def log_likelihood(mean: float) -> float:
        return sum(-((x - mean) ** 2) / (2 * variance) for x in values)

    assert run.llr == pytest.approx(log_likelihood(3) - log_likelihood(0))


def test_walds_bounds() -> None:
    low, high = Sprt(upper=1, alpha=0.05, beta=0.1).bounds
    assert exp(high) == pytest.approx(0.9 / 0.05)
    assert exp(low) == pytest.approx(0.1 / 0.95)
    assert -low < log(19) <= high + 1


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "lower"), (4.0, "upper")])
def test_the_sequential_test_errs_as_rarely_as_it_says(truth: float, verdict: str) -> None:
    generator = np.random.default_rng(4)
    test = Sprt(lower=0, upper=4)
    wrong, lengths = 0, []
    for _ in range(400):
        run = test.over(float(x) for x in generator.normal(truth, 30, 20_000))
        assert run.verdict is not None
        wrong += run.verdict != verdict
        lengths.append(run.count)
    assert wrong / 400 < 0.05 + 3 * sqrt(0.05 * 0.95 / 400)
    # A test of fixed size with these errors needs ((1.645 + 1.645) · 30 / 4)² ≈ 609 deals.
    assert np.mean(lengths) < 450


def test_players_that_never_differ_are_not_ahead() -> None:
    assert Sprt(upper=2).over([0.0] * 100).verdict == "lower"


def test_the_test_looks_no_further_than_its_verdict() -> None:
    run = Sprt(upper=2).over([5.0, 6.0] * 20)
    seen, llr = run.count, run.llr
    run.see(-1000)
    assert (run.count, run.llr) == (seen, llr)
    assert run.share == 1


@pytest.mark.parametrize(
    "wrong", [{"upper": 0}, {"upper": 1, "alpha": 0.7}, {"upper": 1, "least": 1}]
)
def test_senseless_tests_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(KiebitzError):
        Sprt(**wrong)  # type: ignore[arg-type]
