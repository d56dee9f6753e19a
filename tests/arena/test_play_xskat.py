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


@pytest.mark.skipif(not XSKAT.exists(), reason="XSkat is not installed")
def test_soloists_meet_xskat_on_deals_of_our_bidder(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for player, deals in (("perf", 3), ("rules", 3), ("rules", 4), ("perf", 4)):
        command = [sys.executable, str(DRIVER), "cards", str(file), "--deals", str(deals)]
        run = subprocess.run(
            [*command, "--player", player], timeout=120, capture_output=True, text=True
        )
        if "is not the binary" in run.stderr or "be traced" in run.stderr:
            pytest.skip(run.stderr)
        assert run.returncode == 0, run.stderr
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert [game["player"] for game in games] == ["perf"] * 3 + ["rules"] * 4 + ["perf"]
    by_seed: dict[int, list[State]] = {}
    for game in games:
        state = State.parse(game["moves"])
        assert state.is_over
        assert game["seats"] == [state.declarer]
        by_seed.setdefault(game["seed"], []).append(state)
    for one, other in by_seed.values():  # the same auction, discard and declaration for both
        assert str(one).split()[:-60] == str(other).split()[:-60]
        assert one.contract == other.contract
        assert one.native.dealt_hands == other.native.dealt_hands
    shown = subprocess.run(
        [sys.executable, str(DRIVER), "show", str(file)], capture_output=True, text=True
    )
    assert "rules: 4 deals for 4," in shown.stdout
