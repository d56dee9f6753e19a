"""Declarer problems that were proved by counting all layouts (benchmarks/bridge_problems.py)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kiebitz import Limit
from kiebitz.bridge import PlayPlan, plan_play

PROBLEMS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "bridge" / "problems.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
ASKED = ("deal", "contract", "leader", "played", "tricks")


def ask(problem: dict[str, Any], depth: int) -> PlayPlan:
    asked = {name: problem[name] for name in ASKED if name in problem}
    return plan_play(declarer="S", limit=Limit(worlds=400, depth=depth), threads=1, **asked)


def test_there_are_more_than_a_hundred_of_several_kinds() -> None:
    kinds = Counter(problem["kind"] for problem in PROBLEMS)
    assert sum(kinds.values()) == 120
    assert set(kinds) == {"safety play", "guess", "cash first", "choice of chances"}


@pytest.mark.parametrize("number", range(0, 120, 15))
def test_what_is_proved_is_proved_again(number: int) -> None:
    problem = PROBLEMS[number]
    plan = ask(problem, 52)
    assert plan.exact
    assert plan.layouts == problem["layouts"]
    for one in plan.cards:
        assert one.best_defence == pytest.approx(problem["best_defence"][one.card], abs=1e-6)
        assert one.double_dummy == pytest.approx(problem["double_dummy"][one.card], abs=1e-6)
    for depth in (1, 2, 3):
        assert ask(problem, depth).card == problem["chosen"][str(depth)]


def test_where_open_cards_mislead_looking_two_moves_ahead_does_not() -> None:
    def loss(problem: dict[str, Any], depth: int) -> float:
        values = problem["best_defence"]
        return float(max(values.values()) - values[problem["chosen"][str(depth)]])

    wrong = [problem for problem in PROBLEMS if loss(problem, 1) > 0]
    assert len(wrong) == 3
    for problem in wrong:
        assert problem["kind"] == "guess"
        assert ask(problem, 1).card == problem["chosen"]["1"]
        better = ask(problem, 2).card
        assert problem["best_defence"][better] == max(problem["best_defence"].values())
