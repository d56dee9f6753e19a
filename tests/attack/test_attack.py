"""The first moments of `make attack`, so that it is known to work, and what breaks at once is seen.

Damaged lines are in tests/app/test_engine.py, killed matches in tests/arena/test_resume.py, hostile
requests in tests/app/web/test_openapi.py.
"""

from __future__ import annotations

import pytest

from tests.attack.attacks import PARTS, Outcome, Part, attack, report

QUICK = ("Skat endings", "Bridge endings", "Slow clients", "Killed servers", "A full disk")


@pytest.mark.parametrize(
    "part", [part for part in PARTS if part.name.startswith(QUICK)], ids=lambda part: part.name
)
def test_nothing_breaks_in_the_first_moments(part: Part) -> None:
    (outcome,) = attack(1 / 60, 1, (part,))
    assert not outcome.broken
    if outcome.count == 0:
        pytest.skip("no small disk can be made here")


def test_the_report_says_what_broke() -> None:
    fine, bad = Outcome(PARTS[0], 1200, 61.0, ""), Outcome(PARTS[1], 0, 2.0, "AssertionError: 3")
    told = report([fine, bad], 7)
    assert "1,200 cards compared" in told
    assert "AssertionError: 3" in told
    assert "1.1 minutes, seed 7" in told
    assert "Nothing broke" not in told
