"""Declarer problems that were proved by counting all layouts (benchmarks/bridge_problems.py)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kiebitz import Limit
from kiebitz.bridge import PlayPlan, plan_play
from tests.players.bridge.problem_kinds import (
    EVERYTHING,
    KINDS,
    Question,
    is_two_way,
    kind_of,
    suit_tricks,
)
from tests.players.bridge.problem_kinds import ask as ask_all

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


def test_there_are_many_of_every_kind() -> None:
    kinds = Counter(problem["kind"] for problem in PROBLEMS)
    assert sum(kinds.values()) == 192
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) > 20


@pytest.mark.parametrize("number", range(0, 192, 16))
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
    assert Counter(problem["kind"] for problem in wrong) == {
        "safety play": 9,
        "two-way finesse": 8,
        "guess": 2,
    }
    assert sum(loss(problem, 2) > 0 for problem in PROBLEMS) == 2
    assert sum(loss(problem, 3) > 0 for problem in PROBLEMS) == 1
    for problem in wrong[::4]:
        assert ask(problem, 1).card == problem["chosen"]["1"]
        assert ask(problem, 2).card == problem["chosen"]["2"]


@pytest.mark.parametrize("kind", ["safety play", "squeeze or endplay", "two-way finesse"])
def test_the_kind_is_named_again(kind: str) -> None:
    problem = [problem for problem in PROBLEMS if problem["kind"] == kind][7]
    question = {name: problem[name] for name in ASKED if name in problem}
    assert kind_of(question, ask(problem, 52)) == kind


def kind_by_hand(deal: str, leader: str, tricks: int) -> str | None:
    question: Question = {"deal": deal, "contract": "NT", "leader": leader, "tricks": tricks}
    return kind_of(question, ask_all(question, EVERYTHING))


def test_a_squeeze_is_one_and_a_finesse_is_none() -> None:
    # The club squeezes whoever keeps both red guards or a red guard and the spades.
    assert kind_by_hand("N:AJ.9.J. QT.A.Q. 8..AT.A K.KQ.K.", "S", 4) == "squeeze or endplay"
    # Ace and queen opposite small ones: who has the king is no question that helps when it is East.
    assert kind_by_hand("N:AQ32... K987... 654.A.. JT.32..", "S", 4) != "squeeze or endplay"


def test_suits_by_themselves_are_what_brute_leads_win() -> None:
    ace_queen_jack, king_low, low = 0b1011000000000, 0b0100000000001, 0b1110
    assert suit_tricks(ace_queen_jack, 0, low, king_low) == 3  # the finesse works
    assert suit_tricks(ace_queen_jack, king_low, low, 0) == 2  # it does not
    assert suit_tricks(0b11 << 11, 0b11 << 8, 0, 0) == 2  # tops
    assert suit_tricks(0b111, 0b1, 0b1000, 0b10000) == 2  # long cards: after four rounds or fewer


def test_a_two_way_finesse_is_one_whoever_has_the_queen() -> None:
    deal = "N:AT9.K.. 6.AQ.Q. KJ8..A. Q75..K."
    both: Question = {"deal": deal, "contract": "NT", "leader": "S", "tricks": 4}
    assert is_two_way(both, ask_all(both, EVERYTHING))
    one_way: Question = {**both, "deal": "N:AQ2... K98... 543... JT7...", "tricks": 2}
    assert not is_two_way(one_way, ask_all(one_way, EVERYTHING))
