"""The benchmark that plays cardplay matches on common deals, at its smallest."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

from kiebitz.cards import derive_seed
from kiebitz.games.skat import State
from kiebitz.lab.skat_cardplay import chosen_deals

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "match_skat_cards.py"
PLAYER = "pimc:worlds=3,values=win:0.3,belief=uniform,sure=0"
BASE = "pimc:worlds=1,values=win:0.3,belief=uniform,sure=0"


def script(*arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_a_match_goes_on_and_tells_gains_errors_and_chances(tmp_path: Path) -> None:
    file, plot = tmp_path / "games.jsonl.gz", tmp_path / "gains.svg"
    for deals in (2, 3, 3):
        script("play", str(file), PLAYER, "--base", BASE, "--seed", "4", "--deals", str(deals))
    with gzip.open(file, "rt") as log:
        about, *rows = [json.loads(line) for line in log]
    assert (about["about"]["player"], about["about"]["base"]) == (PLAYER, BASE)
    assert [row["n"] for row in rows] == [0, 1, 2]
    for row in rows:
        start = next(chosen_deals(derive_seed(4, row["n"]), None, 8, 0.4))
        assert (row["looked"], row["w"]) == (start.looked_at, start.weight)
        for name in ("base", "soloist", "defenders"):
            points, won, _, cards = row[name]
            state: State = start.state
            for card in cards.split("."):
                state = state.play(card)
            assert state.is_over
            assert state.result is not None
            assert (state.scores[state.declarer or 0], state.result.won) == (points, won)
    shown = script("show", str(file), str(file), "--plot", str(plot))
    looked = sum(row["looked"] for row in rows)
    assert f"3 deals of {looked} declared ones" in shown
    assert "ahead of the one before, both        +0.00 ±  0.00" in shown
    assert "<svg" in plot.read_text()
    errors = script("errors", str(file))
    assert "3 deals of 3" in errors
    assert "the first as soloist" in errors
    weight = sum(row["w"] for row in rows)
    chances = script("chances", str(file), str(file))
    line = next(line for line in chances.splitlines() if line.startswith(BASE) and "all  " in line)
    assert f"3 games for {weight:6.0f}: expected" in chances
    assert "won" in line
