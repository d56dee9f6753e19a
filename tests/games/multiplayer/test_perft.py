"""Counts of positions that must never change unless the rules do."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kiebitz.games import catalogue

with (Path(__file__).parents[2] / "data" / "perft.csv").open(encoding="utf-8") as lines:
    ROWS = list(csv.DictReader(lines))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-{row['depth']}")
def test_perft(row: dict[str, str]) -> None:
    state = catalogue.state_type(row["game"]).parse(row["position"])
    assert state.perft(int(row["depth"])) == int(row["positions"])
