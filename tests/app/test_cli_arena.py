"""`kiebitz arena …` as a user runs it."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from kiebitz.arena.log import MatchLog
from tests.app.command import kiebitz
from tests.app.test_cli_skat import objects

ROOT = Path(__file__).resolve().parents[2]
MOCKS = ROOT / "tests" / "arena" / "mock_players.py"


def write_config(folder: Path, *lines: str, manners: tuple[str, ...] = ("high", "random")) -> Path:
    path = folder / "match.toml"
    players = [
        f'[player.{manner}]\nfactory = "{MOCKS}:make"\nmanner = "{manner}"' for manner in manners
    ]
    path.write_text("\n".join([*(lines or ("[deals]", "count = 3")), *players]))
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("match")
    log = folder / "m.arena"
    done = kiebitz("arena", "run", str(write_config(folder)), "--log", str(log), "-w", "1")
    assert done.returncode == 0, done.stderr
    assert "18 games played (over)" in done.stdout
    assert "games: 18 of 18" in done.stderr
    return log


def test_a_match_is_run_and_shown(played: Path) -> None:
    shown = kiebitz("arena", "show", str(played))
    assert shown.returncode == 0
    assert "high – random" in shown.stdout
    assert "Wilcoxon" in shown.stdout
    (report,) = objects(kiebitz("arena", "show", str(played), "--json").stdout)
    assert report["games"] == 18
    assert {"comparisons", "accounts", "cells", "tests", "notes", "config"} <= set(report)


def test_records_come_out_and_are_good(played: Path, tmp_path: Path) -> None:
    records = kiebitz("arena", "show", str(played), "--records").stdout
    assert len(records.splitlines()) == 18
    (tmp_path / "games.sgf").write_text(records)
    scored = kiebitz("skat", "score", str(tmp_path / "games.sgf"))
    assert scored.returncode == 0, scored.stderr
    games = objects(kiebitz("arena", "show", str(played), "--records", "--json").stdout)
    assert [game["number"] for game in games] == list(range(18))


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_games_are_exported_as_tables(played: Path, tmp_path: Path, suffix: str) -> None:
    import polars

    path = tmp_path / f"games.{suffix}"
    done = kiebitz("arena", "export", str(played), str(path))
    assert done.returncode == 0, done.stderr
    table = polars.read_parquet(path) if suffix == "parquet" else polars.read_csv(path)
    assert len(table) == 3 * 18
    (report,) = objects(kiebitz("arena", "show", str(played), "--json").stdout)
    means = dict(table.group_by("player").agg(polars.col("score").mean()).iter_rows())
    for account in report["accounts"]:  # type: ignore[attr-defined]
        assert means[account["player"]] == pytest.approx(account["score"]["mean"])


@pytest.mark.parametrize("place", ["absent/games.csv", "absent/games.parquet", "match.toml/x.csv"])
def test_a_table_that_cannot_be_written_is_named(played: Path, place: str) -> None:
    path = played.parent / place
    done = kiebitz("arena", "export", str(played), str(path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"kiebitz: {path} cannot be written: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--cluster", "foo"), "a place like tcp://HOST:8786, not 'foo'"),
        (("--cluster", "tls://h:1", "--tls-ca", "x.pem"), "TLS needs three files"),
        (("--tls-ca", "x.pem"), "belong to --cluster"),
        (
            ("--cluster", "tcp://h:1", "--tls-ca", "a", "--tls-cert", "b", "--tls-key", "c"),
            "not encrypted",
        ),
        (
            ("--cluster", "tls://h:1", "--tls-ca", "a", "--tls-cert", "b", "--tls-key", "c"),
            "there is no file 'a'",
        ),
    ],
)
def test_wrong_addresses_of_clusters_are_refused(
    played: Path, options: tuple[str, ...], said: str
) -> None:
    done = kiebitz("arena", "resume", str(played), *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_resuming_what_is_over_plays_nothing(played: Path) -> None:
    done = kiebitz("arena", "resume", str(played), "--json")
    assert done.returncode == 0
    assert "the match is over" in done.stderr
    assert json.loads(done.stdout)["games"] == 18


def test_games_lost_by_default_are_told(tmp_path: Path) -> None:
    path = write_config(tmp_path, manners=("cheats", "random"))
    done = kiebitz("arena", "run", str(path), "--deals", "1", "--log", str(tmp_path / "log"))
    assert done.returncode == 0
    assert "illegal move" in done.stderr
    assert "were lost by default" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "absent.toml"), "absent.toml"),
        (("resume", "absent.arena"), "there is no log"),
        (("show", "pyproject.toml"), "not the log of a match"),
        (("example", "absent"), "there is no example"),
    ],
)
def test_misuse_ends_with_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    done = kiebitz("arena", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_wrong_player_is_found_before_the_match(tmp_path: Path) -> None:
    path = write_config(tmp_path, manners=("high", "absent"))
    done = kiebitz("arena", "run", str(path), "--log", str(tmp_path / "log"))
    assert done.returncode == 2
    assert "player.absent" in done.stderr
    assert not (tmp_path / "log").exists()


def test_the_examples_are_printed() -> None:
    listed = kiebitz("arena", "example").stdout
    names = [line.split()[0] for line in listed.splitlines()]
    assert names == ["cardplay", "ladder", "several", "sprt", "whole"]
    for name in names:
        expected = (files("kiebitz.arena") / "examples" / f"{name}.toml").read_text()
        assert kiebitz("arena", "example", name).stdout == expected


def test_an_older_version_meets_this_one(tmp_path: Path) -> None:
    program = f"{sys.executable} -m kiebitz.app.cli.main engine --parallel 1"
    folder, old = str(tmp_path / "growth"), f"0.1={program}"
    call = ["arena", "versions", folder, "--old", old, "-w", "1", "--player", "rules"]
    call += ["--deals", "2"]
    done = kiebitz(*call, "--json")
    assert done.returncode == 0, done.stderr
    (grown,) = objects(done.stdout)
    # It is the same version: all seat orders together, nobody is ahead.
    assert (grown["version"], grown["deals"], grown["ahead"]) == ("0.1", 2, 0.0)
    assert grown["over"]
    assert "0.1" in Path(str(grown["chart"])).read_text()
    again = kiebitz(*call)
    assert again.returncode == 0, again.stderr
    assert "this version is +0.0 ± 0.0 points a game ahead (2 deals" in again.stdout
    more = kiebitz(*call[:-1], "3", "--json")
    assert more.returncode == 0, more.stderr
    assert objects(more.stdout)[0]["deals"] == 3
    log = Path(folder) / "0.1.arena"
    with MatchLog.open(log) as longer:
        assert longer.config.deals == 3
        assert [game.number for game in longer.games()] == list(range(18))
    fewer = kiebitz(*call)
    assert fewer.returncode == 2
    assert "holds a match of 3 deals: ask for as many, or more" in fewer.stderr
    other = kiebitz(*call[:-1], "3", "--seed", "9")
    assert other.returncode == 2
    assert "holds another match" in other.stderr


@pytest.mark.parametrize("old", ["0.1", "=a", "now=a", "0.1='a", "a b=c"])
def test_a_version_that_cannot_be_read_is_refused(tmp_path: Path, old: str) -> None:
    done = kiebitz("arena", "versions", str(tmp_path), "--old", old)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
