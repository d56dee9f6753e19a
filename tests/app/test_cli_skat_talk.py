"""`kiebitz play skat`, `kiebitz skat review`, `kiebitz skat hint`, as a user runs them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from kiebitz.games.skat import State
from kiebitz.games.skat.records import parse_record
from kiebitz.players.skat.review import decisions_of
from tests.app.command import kiebitz

SAMPLE = files("kiebitz.games.skat").joinpath("sample.sgf").read_text("utf-8")
PLAY = ("play", "skat", "--seed", "7", "--opponent", "rules")


def test_a_game_at_the_terminal_is_played_by_the_rules_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    done = kiebitz(*PLAY, "--seat", "-1", "--record", str(file))
    assert done.returncode == 0, done.stderr
    assert "Grand" in done.stdout
    record = parse_record(file.read_text())
    assert record.state.is_over
    assert record.state.result is not None
    assert f"{record.state.result.value:+d}" in done.stdout


def test_words_at_the_table() -> None:
    typed = "help\nmoves\n19\n18\ns\nG\nSK sq\nundo\nsq.sk\nhint\nquit\n"
    done = kiebitz(*PLAY, "--seat", "1", stdin=typed)
    assert done.returncode == 0, done.stderr
    assert "'19' is not legal here" in done.stdout
    assert done.stdout.count("two cards to put away") == 2, "undo gives them back"
    assert "forehand: HA" in done.stdout


def test_what_others_put_away_is_not_shown() -> None:
    done = kiebitz(*PLAY, stdin="p\nquit\n")
    assert "middlehand: ??" in done.stdout


def test_events_are_json_lines_and_a_program_can_play() -> None:
    events = [
        json.loads(line) for line in kiebitz(*PLAY, "--json", stdin="p\n").stdout.splitlines()
    ]
    turns = [event for event in events if event["event"] == "turn"]
    assert turns[0]["legal"] == ["p", "y"]
    assert "??" in turns[0]["position"]
    assert {"event": "move", "seat": 0, "move": "p"} in events


def test_a_list_has_36_deals_and_the_deal_goes_round() -> None:
    done = kiebitz(
        "play", "skat", "--match", "--seat", "-1", "--seed", "1", "--json", "--opponent", "random"
    )
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    totals = [event["totals"] for event in events if event["event"] == "totals"]
    ends = [event["seeger_fabian"] for event in events if event["event"] == "end"]
    assert len(totals) == len(ends) == 36
    by_chair = [sum(ends[n][(chair - n) % 3] for n in range(36)) for chair in range(3)]
    assert totals[-1] == by_chair


def test_a_review_is_a_line_a_game_with_every_decision() -> None:
    words = ("skat", "review", "-", "--worlds", "3", "--seed", "1", "--json")
    done = kiebitz(*words, stdin=SAMPLE)
    assert done.returncode == 0, done.stderr
    (game,) = (json.loads(line) for line in done.stdout.splitlines())
    record = parse_record(SAMPLE.splitlines()[0])
    assert game["id"] == record.id
    assert len(game["decisions"]) == len(decisions_of(record.state))
    phases = [decision["phase"] for decision in game["decisions"]]
    assert set(phases) == {"bid", "pickup", "declare", "discard", "card"}
    assert phases.count("card") == sum(record.state.tricks_won) * 3
    for decision in game["decisions"]:
        assert set(decision) == {
            "seat", "phase", "trick", "move", "best", "loss", "loss_error", "class", "why",
        }  # fmt: skip
        assert (decision["trick"] is None) == (decision["phase"] != "card")
        assert decision["loss"] >= 0
        assert decision["class"] in (None, "inaccuracy", "mistake", "blunder")
    assert done.stdout == kiebitz(*words, "--threads", "1", stdin=SAMPLE).stdout


def test_a_bad_record_is_named_and_the_others_reviewed() -> None:
    done = kiebitz("skat", "review", "-", "--worlds", "1", stdin=f"nonsense\n{SAMPLE}")
    assert done.returncode == 1
    assert "1 bad record" in done.stderr
    assert "Grand" in done.stdout


def test_a_hint_is_legal_and_comes_from_a_view() -> None:
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    view = state.view(0)
    told = json.loads(kiebitz("skat", "hint", "--json", stdin=str(view)).stdout)
    assert told["move"] in view.legal_moves
    assert {one["move"] for one in told["candidates"]} <= set(view.legal_moves)
    assert told["worlds"] > 0
    wrong = kiebitz("skat", "hint", str(state.view(1)))
    assert wrong.returncode == 2
    assert "forehand is to move" in wrong.stderr
