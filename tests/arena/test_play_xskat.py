"""The driver of XSkat, where the program is installed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kiebitz.games.skat import State

XSKAT = Path("/usr/games/xskat")
DRIVER = Path(__file__).parents[2] / "benchmarks" / "play_xskat.py"


@pytest.mark.skipif(not XSKAT.exists(), reason="XSkat is not installed")
def test_all_seats_are_played_once_and_none_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [sys.executable, str(DRIVER), "play", str(file), "--deals", "3", "--player", "rules"]
    for ours, count in ((1, 9), (2, 18), (0, 21), (1, 21)):
        run = subprocess.run(
            [*command, "--ours", str(ours)], timeout=120, capture_output=True, text=True
        )
        if "is not the binary" in run.stderr or "be traced" in run.stderr:
            pytest.skip(run.stderr)
        assert run.returncode == 0, run.stderr
        assert len(file.read_text().splitlines()) == count
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert [game["seats"] for game in games[::3]] == [[0]] * 3 + [[1, 2]] * 3 + [[]]
    for game in games:
        state = State.parse(game["moves"])
        assert state.is_over
        assert list(state.scores) == game["scores"]
        assert state.native.dealt_hands == State.deal(game["seed"]).native.dealt_hands
