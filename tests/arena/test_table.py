"""Who is blamed for what, and what a match survives."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from kiebitz.arena import table
from kiebitz.arena.isolation import Failure, IsolatedProcess
from kiebitz.arena.log import MatchLog
from kiebitz.arena.match import create_match, play_match
from kiebitz.arena.table import Contestant, GameTask, play_game
from kiebitz.errors import KiebitzError
from tests.arena.conftest import DATA, MakeConfig

TASK = GameTask(
    number=1,
    game="skat",
    cast=(Contestant("a", {"kind": "rules"}), Contestant("b", {"kind": "random"})) * 2,
    memory=1000,
)


class Doomed(IsolatedProcess):
    def __init__(self, kind: str, message: str = "") -> None:
        super().__init__()
        self.failure = Failure(kind, message)

    def run(self, *_: object) -> tuple[object, Failure | None]:
        return None, self.failure


@pytest.mark.parametrize(
    "spoilt", [Doomed("died"), Doomed("overran"), Doomed("raised", "MemoryError")]
)
def test_what_goes_wrong_together_is_played_again_apart(
    monkeypatch: pytest.MonkeyPatch, spoilt: Doomed
) -> None:
    together = play_game(TASK, 5)
    monkeypatch.setattr(table, "_shared_process", lambda memory: spoilt)
    apart = play_game(TASK, 5)
    assert together.note == ""
    assert replace(apart, seconds=()) == replace(together, seconds=())


def test_players_of_kiebitz_have_a_process_each_if_told(
    monkeypatch: pytest.MonkeyPatch, make_config: MakeConfig
) -> None:
    together = play_game(TASK, 5)
    monkeypatch.delattr(table, "_shared_process")
    apart = play_game(replace(TASK, apart=True), 5)
    assert replace(apart, seconds=()) == replace(together, seconds=())
    assert not make_config("random", "high").apart


def test_nobody_is_blamed_for_a_bomb_that_another_laid(
    tmp_path: Path, make_config: MakeConfig
) -> None:
    deals = {"file": str(DATA / "xskat_games.csv"), "count": 1}
    config = make_config("plots", "high", play="cardplay", deals=deals, pause=0.02)
    with create_match(tmp_path / "log", config) as log:
        play_match(log, workers=2)
        assert [game.result.note for game in log.games()] == ["", ""]


def test_a_full_disk_is_said_in_a_sentence_and_the_match_goes_on_when_there_is_room(
    tmp_path: Path, make_config: MakeConfig
) -> None:
    path = tmp_path / "log"
    with create_match(path, make_config("random", "high", deals={"count": 5})) as log:
        (pages,) = log._connection.execute("PRAGMA page_count").fetchone()
        log._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(
            KiebitzError, match=r"the disk is full; .* `kiebitz arena resume .*log`"
        ):
            play_match(log, workers=2)
        logged = {game.number for game in log.games()}
    with MatchLog.open(path) as log:
        assert {game.number for game in log.games()} == logged
        assert play_match(log, workers=2).is_over


def test_a_log_of_an_earlier_version_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "log"
    shutil.copy(DATA / "arena_0.1.arena", path)
    with sqlite3.connect(path) as connection:
        before = connection.execute("SELECT * FROM game").fetchall()
    with MatchLog.open(path) as log:
        assert log.config.memory == 1000
        assert play_match(log, workers=1).is_over
    with sqlite3.connect(path) as connection:
        after = connection.execute("SELECT * FROM game").fetchall()
    assert len(before) == 2
    assert len(after) == 4
    assert set(before) <= set(after)
