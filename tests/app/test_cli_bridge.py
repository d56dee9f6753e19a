"""The verbs of `kiebitz bridge`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.app.command import kiebitz

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return kiebitz("bridge", *words, stdin=stdin)


def test_dd_prints_table_and_par() -> None:
    told = json.loads(run("dd", DEAL, "--json").stdout)
    assert told["table"]["E"] == {"S": 8, "H": 6, "D": 7, "C": 5, "NT": 6}
    assert told["par"]["score"] == -110
    assert told["par"]["contracts"][0]["contract"] == "2S"
    drawn = run("dd", *DEAL.split()).stdout
    assert "♠ AT942" in drawn
    assert "East     5   7   6   8   6" in drawn


def test_solve_prints_tricks_and_cards() -> None:
    told = json.loads(run("solve", DEAL, "--trump", "S", "--leader", "N", "--json").stdout)
    assert told["tricks"] == 5
    assert told["cards"]["D5"] == 5
    assert told["cards"]["HK"] == 4
    mid = run(
        "solve",
        "N:AQ.2.. 53.3.. 42.4.. K7.5..",
        "--leader",
        "S",
        "--played",
        "S2 S7",
        "--line",
        "--json",
    )
    assert json.loads(mid.stdout)["cards"] == {"SQ": 2, "SA": 1}


def test_a_line_of_play_is_told_trick_by_trick() -> None:
    deal = "N:AQ.2.. 53.3.. 42.4.. K7.5.."
    told = run("solve", deal, "--leader", "S", "--played", "S2 S7", "--line").stdout
    assert "  1  S: S2 S7 SQ S3  N wins" in told
    assert "  2  N: H2 H3 H4 H5  W wins" in told
    assert "  3  W: SK SA S5 S4  N wins" in told


def test_a_batch_reports_bad_lines_and_goes_on(tmp_path: Path) -> None:
    done = run("dd", "--batch", "-", "--json", stdin=f"{DEAL}\nN:AK\n\n{DEAL}\n")
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
    assert "line 2" in done.stderr
    file = tmp_path / "deals.txt"
    file.write_text(f"{DEAL}\n")
    assert (
        run("solve", "--batch", str(file), "--trump", "NT", "--leader", "W", "--json").returncode
        == 0
    )


def test_analyse_a_lin_file(tmp_path: Path) -> None:
    file = tmp_path / "hand.lin"
    file.write_text(
        "md|3SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98,|sv|o|mb|p|mb|p|mb|p|mb|1S|"
        "mb|p|mb|p|mb|p|pc|CT|pc|C4|pc|CA|pc|CJ|pc|H8|"
    )
    told = json.loads(run("analyse", str(file), "--json").stdout)
    assert told["tricks"] == [8, 8, 8, 8, 8, 8]


def test_misuse_is_one_line() -> None:
    for words in (
        ("dd", "N:AK x"),
        ("solve", DEAL, "--trump", "Q"),
        ("solve", DEAL, "--cards", "some"),
        ("dd", "--batch", "/nowhere"),
        ("analyse", DEAL),
    ):
        done = run(*words)
        assert done.returncode == 2, words
        assert done.stdout == ""
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_neither_a_narrow_stdout_nor_noise_on_stdin_ends_a_verb() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kiebitz.app.cli.main", "bridge", "dd", "--batch", "-"],
        input=b"N:\xff\n" + DEAL.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"kiebitz: line 1: a deal has four hands")
    assert b"Traceback" not in done.stderr
    assert rb"\u2660 AT942" in done.stdout


SEEN = "N:AQT5.K82.A74.975 - K43.A76.K82.AJ42 -"


def test_play_tells_every_card_and_how_often() -> None:
    words = ("play", SEEN, "-c", "4S", "--played", "H5 H2 HJ HA", "--worlds", "6", "--depth", "2")
    told = json.loads(run(*words, "--json").stdout)
    assert told["layouts"] == 2_704_156
    assert (told["seat"], told["to_move"], told["target"], told["worlds"]) == ("S", "S", 10, 6)
    assert told["card"] == told["cards"][0]["card"]
    assert set(told["cards"][0]) == {
        *("card", "best_defence"),
        *("double_dummy", "double_dummy_error", "tricks", "tricks_error"),
    }
    drawn = run(*words).stdout
    assert "S plays; S wants 10 tricks. Layouts that fit: 2,704,156, 6 of them drawn." in drawn


def test_play_of_an_ending_is_exact() -> None:
    ending = "N:AJ5... Q98... KT4... 762..."
    words = ("play", ending, "-c", "NT", "--leader", "S", "--tricks", "3", "-m", "12", "--json")
    told = json.loads(run(*words).stdout)
    assert told["exact"]
    assert told["cards"][0]["best_defence"] == 0.5
    assert told["cards"][0]["double_dummy"] == 1.0


def test_play_refuses_facts_that_cannot_be_in_one_sentence() -> None:
    done = run("play", SEEN, "-c", "3NT", "--played", "H5", "--east", "13+ spades and 5+ hearts")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "kiebitz: East cannot have 13+ spades and 5+ hearts: that is 18 cards, and a hand has 13"
    ]


def test_a_batch_of_plays_goes_on_after_a_bad_line() -> None:
    good = json.dumps({"deal": SEEN, "played": "H5", "west": "5+H"})
    bad = json.dumps({"deal": SEEN, "played": "H5", "west": "5+Q"})
    done = run(
        *("play", "--batch", "-c", "3NT", "--worlds", "2", "--depth", "1", "--json"),
        stdin=f"{good}\n{bad}\n{{}}\n{good}\n",
    )
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
    assert "line 2" in done.stderr
    assert "line 3" in done.stderr
