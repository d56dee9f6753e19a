"""Matches that are killed, at moments nobody chose, and go on."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kiebitz.arena.log import MatchLog
from tests.app.command import kiebitz
from tests.arena.test_cluster import running_cluster
from tests.arena.test_match import essence

HERE = Path(__file__).parent
COMMAND = [sys.executable, "-m", "kiebitz.app.cli.main", "arena"]
DEALS = 4
GAMES = 6 * DEALS


def write_config(folder: Path, *, deals: int = DEALS, pause: float = 0.001) -> Path:
    players = "\n".join(
        f'[player.{manner}]\nfactory = "{HERE / "mock_players.py"}:make"\nmanner = "{manner}"\n'
        f'pause = {pause}\ntrace = "{folder / "trace"}"\n'
        for manner in ("random", "high")
    )
    path = folder / "match.toml"
    path.write_text(f"[match]\nseed = 5\n[deals]\ncount = {deals}\n{players}")
    return path


def logged(path: Path) -> dict[int, float]:
    """The games in a log, and when each was logged."""
    if not path.exists():
        return {}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        try:
            return dict(connection.execute("SELECT number, finished FROM game").fetchall())
        except sqlite3.OperationalError:
            return {}


def decisions_logged(path: Path) -> list[int]:
    """The decisions of each game."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT decisions FROM game").fetchall()
    return [sum(json.loads(row[0])) for row in rows]


def run_through(folder: Path, log: Path) -> str:
    config = str(write_config(folder))
    done = kiebitz("arena", "run", config, "--log", str(log), "-w", "1", "--json")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_killed_again_and_again_a_match_loses_no_game_and_plays_none_twice(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    undisturbed = run_through(whole, whole / "log")

    log = tmp_path / "log"
    config = write_config(tmp_path)
    chance = random.Random(1)
    kills = 0
    deadline = time.monotonic() + 240
    while len(logged(log)) < GAMES and time.monotonic() < deadline:
        verb = ["resume", str(log)] if logged(log) else ["run", str(config), "--log", str(log)]
        if not logged(log):
            for leftover in tmp_path.glob("log*"):
                leftover.unlink()
        before = logged(log)
        process = subprocess.Popen([*COMMAND, *verb, "-w", "2"], stderr=subprocess.DEVNULL)
        wanted = len(before) + chance.randint(1, 5)
        while len(logged(log)) < wanted and process.poll() is None:
            time.sleep(chance.uniform(0, 0.02))
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.wait()
        after = logged(log)
        assert before.items() <= after.items()
    assert kills >= 3
    assert sorted(logged(log)) == list(range(GAMES))
    with MatchLog.open(log) as killed, MatchLog.open(whole / "log") as other:
        assert essence(killed) == essence(other)
    # Only what was under way when it was killed has been decided in vain.
    made = (tmp_path / "trace").stat().st_size
    decided = decisions_logged(log)
    # Each of the two workers had one game under way at most, and it may have been the longest.
    assert sum(decided) <= made <= sum(decided) + 2 * kills * max(decided)
    shown = kiebitz("arena", "resume", str(log), "--json")
    assert _without_times(shown.stdout) == _without_times(undisturbed)
    assert (tmp_path / "trace").stat().st_size == made


def test_ctrl_c_stops_a_match_that_can_go_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = subprocess.Popen(
        [*COMMAND, "run", str(write_config(tmp_path, deals=1000)), "--log", str(log), "-w", "2"],
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(logged(log)) < 2 and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"kiebitz arena resume {log}" in said
    assert "Traceback" not in said
    assert 2 <= len(logged(log)) < 1000


def test_a_worker_that_is_killed_costs_nobody_the_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = subprocess.Popen(
        [*COMMAND, "run", str(write_config(tmp_path)), "--log", str(log), "-w", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(logged(log)) < 3 and process.poll() is None:
        time.sleep(0.02)
    children = Path(f"/proc/{process.pid}/task")
    victims = {
        int(child)
        for task in children.iterdir()
        for child in (task / "children").read_text().split()
    }
    os.kill(min(victims), signal.SIGKILL)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    with sqlite3.connect(log) as connection:
        notes = connection.execute("SELECT note, attempts FROM game").fetchall()
    assert len(notes) == GAMES
    assert {note for note, _ in notes} == {""}
    assert max(attempts for _, attempts in notes) == 2


def test_on_a_cluster_that_loses_a_worker_the_games_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    here = tmp_path / "here"
    here.mkdir()
    alone = run_through(here, here / "log")
    log = tmp_path / "log"
    config = write_config(tmp_path)
    with running_cluster(tmp_path) as (address, workers):
        process = subprocess.Popen(
            [*COMMAND, "run", str(config), "--log", str(log), "--cluster", address, "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while len(logged(log)) < GAMES // 3 and process.poll() is None:
            time.sleep(0.02)
        assert process.poll() is None
        os.kill(workers[0].pid, signal.SIGKILL)
        out, said = process.communicate(timeout=180)
    assert process.returncode == 0, said
    with MatchLog.open(log) as spread, MatchLog.open(here / "log") as local:
        assert essence(spread) == essence(local)
    assert _without_times(out) == _without_times(alone)


def _without_times(report: str) -> dict[str, object]:
    table: dict[str, object] = json.loads(report)
    table.pop("config")  # the traces of the players lie in other folders
    for account in table["accounts"]:  # type: ignore[attr-defined]
        account.pop("seconds_per_move")
    return table
