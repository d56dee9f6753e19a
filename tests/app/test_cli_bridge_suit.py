"""`kiebitz bridge suit`: the table, the JSON and the misuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from kiebitz.app.cli.bridge_suit import suit
from kiebitz.errors import KiebitzError

app = typer.Typer()
app.command()(suit)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def run_json(*arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run(*arguments, "--json"))
    return answer


def test_the_table_has_tricks_chance_and_line() -> None:
    text = run("AQ", "32", "--expected")
    assert "100.00 %" in text
    assert "50.00 %" in text
    assert "low to the queen (the ace on the king)" in text
    assert "1.500" in text


def test_json_has_percent_and_line_for_each_number_of_tricks() -> None:
    answer = run_json("AJ92", "K843")
    assert list(answer["tricks"]) == ["1", "2", "3", "4"]
    assert answer["tricks"]["4"]["percent"] == pytest.approx(41.522, abs=0.01)
    assert answer["tricks"]["3"]["percent"] == 100
    assert answer["tricks"]["4"]["line"].startswith("cash the king")
    assert all(entry["proved"] for entry in answer["tricks"].values())


def test_any_algorithm_can_be_chosen() -> None:
    sampled = run_json("QJ98", "32", "--tricks", "2", "--algorithm", "monte-carlo")["tricks"]["2"]
    assert sampled["percent"] == pytest.approx(28.93, abs=0.01)
    assert sampled["believed"] > 60
    assert not sampled["proved"]


def test_trees_and_layouts_are_shown_when_asked_for() -> None:
    answer = run_json("AQ", "32", "-t", "2", "--tree", "--layouts", "--expected")
    entry = answer["tricks"]["2"]
    assert entry["tree"][0] == "South 2"
    assert sum(layout["percent"] for layout in entry["layouts"]) == pytest.approx(100, abs=0.01)
    won = [layout for layout in entry["layouts"] if layout["wins"]]
    assert all(layout["west"].startswith("K") for layout in won)
    assert {layout["tricks"] for layout in answer["expected"]["layouts"]} == {1, 2}
    text = run("AQ", "32", "-t", "2", "--tree", "--layouts")
    assert "South 2" in text
    assert "Layouts for 2 tricks" in text


def test_a_limit_says_what_is_proved() -> None:
    entry = run_json("QT86", "K42", "-t", "3", "--seconds", "0.000001")["tricks"]["3"]
    assert not entry["proved"]
    assert entry["percent"] <= 31.84 <= entry["upper"]


@pytest.mark.parametrize(
    "arguments",
    [("AK", "A2"), ("AK1", "2"), ("AK", "32", "-t", "5"), ("AK", "32", "--algorithm", "luck")],
)
def test_misuse_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(KiebitzError):
        CliRunner().invoke(app, list(arguments), catch_exceptions=False)
