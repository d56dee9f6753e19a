"""`kiebitz train values`: wrong use gets one sentence; a small training is the same twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.command import kiebitz

pytest.importorskip("torch")


def test_numbers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    done = kiebitz("train", "values", str(tmp_path / "out"), "--tricks", "7")
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].endswith("not 7")
    assert not (tmp_path / "out").exists()


def test_searches_come_in_thousands_by_five(tmp_path: Path) -> None:
    done = kiebitz(
        "train", "values", str(tmp_path / "out"), "--tricks", "10000", "--searches", "5001"
    )
    assert done.returncode == 2
    assert "--searches is a multiple of 5000" in done.stderr
    assert not (tmp_path / "out").exists()


def test_games_that_are_not_there_are_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.csv")
    done = kiebitz("train", "values", str(tmp_path / "out"), "--games", missing)
    assert done.returncode == 2
    assert "No such file" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
