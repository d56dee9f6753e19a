from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.app.command import kiebitz

ROWS = Path(__file__).parents[1] / "data" / "abalone_movegen.csv"


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return kiebitz(*words, stdin=typed)


def answer(*words: str) -> dict[str, Any]:
    done = run(*words, "--json")
    assert done.returncode == 0, done.stderr
    parsed: dict[str, Any] = json.loads(done.stdout)
    return parsed


def test_moves_of_abalone_in_the_notation_of_the_data() -> None:
    with ROWS.open(encoding="utf-8") as lines:
        row = next(csv.DictReader(lines))
    text = f"{row['to_move']}:{row['position']}"
    found = answer("games", "moves", "abalone", "--position", text)
    assert found["successors"] == int(row["successors"]) == len(found["moves"])


@pytest.mark.parametrize(
    ("game", "depth", "positions"),
    [("abalone", "2", 44 * 44), ("chinese-checkers", "2", 14 * 14), ("hearts", "1", 1)],
)
def test_perft(game: str, depth: str, positions: int) -> None:
    assert answer("games", "perft", game, "--depth", depth, "--seed", "1")["positions"] == positions


def test_search() -> None:
    words = ("search", "chinese-checkers", "--depth", "3", "--algorithm")
    plain, pruned = answer(*words, "maxn"), answer(*words, "speculative")
    assert plain["values"] == pruned["values"]
    assert plain["move"] == pruned["move"]
    assert pruned["nodes"] < plain["nodes"]


def test_play_a_whole_game_of_cribbage() -> None:
    done = run("play", "cribbage", "--seat", "-1", "--seed", "3", "--nodes", "200", "--worlds", "2")
    assert done.returncode == 0
    assert "scores: seat 0" in done.stdout


def test_play_asks_and_helps() -> None:
    words = ("play", "hearts", "--seat", "3", "--seed", "1", "--nodes", "100", "--worlds", "1")
    done = run(*words, typed="moves\nD9\nhint\nc2\nquit\n")
    assert done.returncode == 0
    assert "C2" in done.stdout
    assert "not legal" in done.stdout


def others_moves(*words: str, typed: str) -> list[str]:
    done = run("play", *words, "--seed", "3", "--nodes", "50", "--worlds", "1", typed=typed)
    assert done.returncode == 0, done.stderr
    said = [line.replace("your move> ", "") for line in done.stdout.splitlines()]
    return [line.partition(": ")[2] for line in said if line.startswith("seat ")]


def test_play_does_not_show_what_the_others_lay_away_or_pass_on() -> None:
    assert others_moves("cribbage", "--seat", "1", typed="quit\n") == ["??", "??"]
    passing = ("hearts", "--rule", "pass_to=left", "--seat", "3")
    assert others_moves(*passing, typed="quit\n") == ["??"] * 9
    # Cards that are played, and bids, are for all to see.
    assert "??" not in others_moves("hearts", "--seat", "3", typed="quit\n")
    assert "??" not in others_moves("spades", "--seat", "2", typed="quit\n")
    # Who watches sees all.
    assert "??" not in others_moves("cribbage", "--seat", "-1", typed="")


def test_a_match_is_played_hand_after_hand(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cheap = ("--seat", "-1", "--seed", "3", "--nodes", "30", "--worlds", "1", "--match")
    done = run("play", "cribbage", *cheap, "--record", str(record))
    totals = [line for line in done.stdout.splitlines() if line.startswith("totals")]
    assert done.returncode == 0, done.stderr
    assert len(totals) == len(record.read_text().splitlines()) > 3
    assert "121" in totals[-1]
    assert not any("121" in line for line in totals[:-1])
    left = run("play", "hearts", "--match", "--seed", "1", typed="quit\n")
    assert left.returncode == 0
    assert "totals" not in left.stdout


def test_rules_can_be_chosen() -> None:
    small = answer("games", "moves", "chinese-checkers", "--rule", "pegs=6", "--players", "2")
    assert small["position"].startswith("2,6,closed,1000 ")
    both = (
        "--rule",
        "pass_to=right",
        "--rule",
        "moon=shooter gains",
        "--rule",
        "no_trick_bonus=yes",
    )
    assert answer("games", "show", "hearts", *both)["position"].startswith("4rscfbt pass ")
    shift = answer("games", "show", "sergeant-major", "--rule", "quota=3,8,5")
    assert shift["position"].startswith("3,8,5 ")


def test_play_takes_a_move_back() -> None:
    words = ("play", "abalone", "--seed", "1", "--nodes", "50")
    done = run(*words, typed="undo\nA1C3-B2\nundo\nquit\n")
    assert done.returncode == 0
    assert "you have not moved yet" in done.stdout
    start, moved, again = (part[-120:] for part in done.stdout.split("b to move")[:3])
    assert moved != start
    assert again == start
    assert "worlds" not in done.stderr, "all is open here"


@pytest.mark.parametrize(
    "words",
    [
        ("games", "moves", "chess"),
        ("games", "moves", "abalone", "--position", "b:Z9b"),
        ("games", "perft", "abalone", "--depth", "1", "--players", "7"),
        ("search", "hearts", "--algorithm", "nonsense"),
        ("search", "hearts", "--algorithm", "minimax"),
        ("games", "moves", "hearts", "--rule", "pass_to=up"),
        ("games", "moves", "hearts", "--rule", "players=3"),
        ("games", "moves", "spades", "--rule", "bidding=perhaps"),
        ("games", "moves", "abalone", "--rule", "longest=1,2"),
        ("games", "moves", "spades", "--rule", "over_tricks=1,2"),
        ("games", "moves", "abalone", "--rule", "longest=9", "--position", "b:A1b"),
        ("play", "abalone", "--match"),
        ("play", "spades", "--match", "--position", "x"),
        ("play", "spades", "--seat", "5"),
    ],
)
def test_misuse_is_one_line_and_status_two(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
