from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kiebitz.errors import IllegalMove, InvalidPosition
from kiebitz.games import abalone

ROWS = list(
    csv.DictReader(
        (Path(__file__).parents[2] / "data" / "abalone_movegen.csv").open(encoding="utf-8")
    )
)


@pytest.mark.parametrize("row", ROWS)
def test_successors_are_those_counted_by_others(row: dict[str, str]) -> None:
    state = abalone.State.parse(f"{row['to_move']}:{row['position']}")
    assert state.successors == int(row["successors"])


def test_six_pushed_off_win() -> None:
    state = abalone.State.parse("b:A1b,A2b,A3b,A4w,A5w,I5w 5,0 20/1000")
    assert state.play("A1A3-A2").is_over


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b",
        "b:",
        "x:A1b",
        "b:A1",
        "b:A9b",
        "b:A1b,A1w",
        "b:A1b 1",
        "b:A1b 9,0 0/10",
        "b:A1b 0,0 5",
    ],
)
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(InvalidPosition):
        abalone.State.parse(text)


def test_illegal_moves_name_the_legal_ones() -> None:
    with pytest.raises(IllegalMove, match="legal: "):
        abalone.State.start().play("A1-A2")
