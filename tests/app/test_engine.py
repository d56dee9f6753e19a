from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.app.engine import MAX_LINE_BYTES, Engine
from kiebitz.games.skat import State
from kiebitz.games.skat.notation import advance
from kiebitz.players.skat import make_player
from tests.attack import engine_lines
from tests.players.skat import positions

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine_client.py"


def ask(*messages: Any, parallel: int = 2) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = []
    engine = Engine(answers.append, parallel)
    engine.run(
        message if isinstance(message, bytes) else json.dumps(message).encode()
        for message in messages
    )
    for answer in answers:
        json.dumps(answer)
    return answers


def query(state: State, **fields: Any) -> dict[str, Any]:
    view = state.view(state.to_move)
    return {"id": 1, "moves": str(view), "player": "rules", **fields}


def test_a_whole_game_is_played_through_the_engine() -> None:
    for seed in (1, 2, 3):
        state = State.deal(seed)
        while not state.is_over:
            (answer,) = ask(query(state, seat=state.to_move, game="skat", seed=seed))
            assert answer["id"] == 1
            state = advance(state, str(state.to_move), answer["move"])
        assert state.result is not None


def test_declaration_and_discard_are_one_token() -> None:
    state = next(
        state
        for state in (State.deal(seed).play("18").play("p").play("p").play("s") for seed in (1, 2))
        if state.phase.name == "DECLARE"
    )
    (answer,) = ask(query(state))
    assert len(answer["move"].split(".")) == 3
    assert advance(state, "1", answer["move"]).phase.name == "PLAY"


def test_the_answer_is_the_players() -> None:
    state = positions.after(3, 8)
    expected = make_player("pimc:belief=uniform").decide(
        state.view(state.to_move), limit=None, seed=7
    )
    (answer,) = ask(query(state, player="pimc:belief=uniform", seed=7))
    assert answer["move"] == expected.move
    assert answer["candidates"] == {
        card: round(value, 6) for card, value in expected.candidates.items()
    }
    assert answer["worlds"] == expected.worlds


def test_answers_come_out_of_order_with_their_ids() -> None:
    slow = query(positions.start(0), id="slow", player="pimc", limit={"worlds": 30})
    quick = query(positions.after(0, 24), id="quick", player="rules")
    answers = ask(slow, quick)
    assert {answer["id"] for answer in answers} == {"slow", "quick"}
    assert answers[0]["id"] == "quick"


def test_terminate_answers_with_what_there_is() -> None:
    answers: list[dict[str, Any]] = []
    engine = Engine(answers.append)
    endless = query(positions.start(0), id=5, player="rules-iimc", limit={"seconds": 600})
    engine.take(json.dumps(endless).encode())
    time.sleep(0.3)
    engine.take(b'{"id": 6, "action": "partial", "query": 5}')
    deadline = time.monotonic() + 60
    while not any("partial" in answer for answer in answers) and time.monotonic() < deadline:
        time.sleep(0.02)
    engine.take(b'{"id": 7, "action": "terminate", "query": 5}')
    engine.close()
    partial = next(answer for answer in answers if "partial" in answer)
    final = next(answer for answer in answers if "terminated" in answer)
    assert partial["id"] == final["id"] == 5
    assert 0 < partial["worlds"] <= final["worlds"]
    assert final["move"] in positions.start(0).legal_moves
    assert {"id": 7, "action": "terminate", "queries": [5]} in answers


def test_reports_come_while_thinking() -> None:
    asked = query(positions.start(0), player="rules-iimc", limit={"seconds": 0.6}, report_every=0.1)
    answers = ask(asked)
    assert any("partial" in answer for answer in answers[:-1])
    assert "partial" not in answers[-1]


GOOD = query(State.deal(1))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"id": None}, "id"),
        ({"id": [1]}, "id"),
        ({"moves": 3}, "moves"),
        ({"moves": "w x"}, "moves"),
        ({"moves": ""}, "moves"),
        ({"moves": str(State.deal(1).view(0))}, "moves"),
        ({"seat": 2}, "seat"),
        ({"seat": "0"}, "seat"),
        ({"game": "chess"}, "game"),
        ({"player": "kermit"}, "player"),
        ({"player": 5}, "player"),
        ({"limit": 5}, "limit"),
        ({"limit": {"worlds": 0}}, "limit.worlds"),
        ({"limit": {"worlds": 1e3}}, "limit.worlds"),
        ({"limit": {"seconds": float("nan")}}, "limit.seconds"),
        ({"limit": {"minutes": 1}}, "limit.minutes"),
        ({"seed": -1}, "seed"),
        ({"seed": True}, "seed"),
        ({"report_every": 0}, "report_every"),
        ({"depth": 3}, "depth"),
        ({"action": "stop"}, "action"),
        ({"action": "terminate"}, "query"),
        ({"action": "terminate", "query": 77}, "query"),
        ({"action": "terminate", "query": [1]}, "query"),
    ],
)
def test_an_error_names_the_field(fields: dict[str, Any], field: str) -> None:
    answers = ask({**GOOD, **fields}, {"id": 2, "action": "version"})
    assert answers[0]["field"] == field
    assert answers[0]["error"]
    assert "version" in answers[-1]


def test_one_id_cannot_be_used_twice_at_a_time() -> None:
    slow = query(positions.start(0), player="rules-iimc", limit={"seconds": 0.5})
    answers = ask(slow, slow)
    assert sorted("error" in answer for answer in answers) == [False, True]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
names = st.sampled_from(["id", "moves", "seat", "player", "limit", "seed", "action", "query"])


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(names, json_values), st.binary(max_size=60))
def test_nothing_ends_the_engine(wrong: dict[str, Any], noise: bytes) -> None:
    noise = noise.replace(b"\n", b"")
    message = {**GOOD, **wrong}
    answers = ask(message, noise, b"[" * 5000, b"9" * 6000, {"id": "end", "action": "version"})
    assert any(answer["id"] == "end" for answer in answers)
    assert all("error" in answer or "move" in answer or "action" in answer or "version" in answer
               for answer in answers)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400), st.integers(0, 400), st.text(max_size=6))
def test_a_damaged_move_list_is_refused_or_answered(start: int, end: int, patch: str) -> None:
    moves = str(positions.after(1, 7).view(positions.after(1, 7).to_move))
    damaged = moves[:start] + patch + moves[end:]
    (answer,) = ask({**GOOD, "moves": damaged})
    assert "move" in answer or answer["field"] == "moves"


def test_the_command_speaks_json_lines_and_survives_noise() -> None:
    lines = [
        json.dumps(GOOD).encode(),
        b"\xff\xfe",
        b"x" * (3 * MAX_LINE_BYTES),
        b"",
        b'{"id": 2, "action": "version"}',
    ]
    done = subprocess.run(
        [sys.executable, "-m", "kiebitz.app.cli.main", "engine"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        timeout=120,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 4
    assert {answer["id"] for answer in answers} == {1, 2, None}
    assert done.stderr == b""


def test_an_id_that_cannot_be_echoed_is_refused() -> None:
    half_a_pair = b'{"id": "\\ud800", "action": "version"}'
    whole_pair = b'{"id": "\\ud83d\\ude00", "action": "version"}'
    refused, echoed = ask(half_a_pair, whole_pair)
    assert (refused["id"], refused["field"]) == (None, "id")
    assert echoed["id"] == "\U0001f600"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_mutated_lines_are_all_answered(encoding: str) -> None:
    assert engine_lines.attack(1000, seed=1, encoding=encoding) > 1000


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_the_command_echoes_what_its_stdout_cannot_write(encoding: str) -> None:
    lines = ('{"id": "é", "action": "version"}', '{"id": 2, "\\ud800": 1}', '{"id": "\\udfff"}')
    done = subprocess.run(
        [sys.executable, "-m", "kiebitz.app.cli.main", "engine"],
        input="\n".join(lines).encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        timeout=120,
        check=True,
    )
    answers = [json.loads(line.decode()) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["é", 2, None]
    assert answers[1]["field"] == "\ufffd"
    assert done.stderr == b""


def test_the_client_of_the_documentation_runs() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 40
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=120, check=True
    )
    assert "to a bid of 18: y" in done.stdout
    assert "first card:" in done.stdout


def test_bridge_is_asked_with_two_hidden_hands() -> None:
    ending = {
        "id": "b",
        "game": "bridge",
        "deal": "N:AJ5... Q98... KT4... 762...",
        "contract": "NT",
        "leader": "S",
        "tricks": 3,
        "limit": {"worlds": 40, "depth": 12},
    }
    (answer,) = ask(ending)
    assert answer["id"] == "b"
    assert answer["move"] == answer["card"] == "S4"
    assert answer["exact"]
    assert answer["cards"][0]["best_defence"] == 0.5
    (wrong,) = ask({**ending, "east": "13+ spades and 5+ hearts"})
    assert wrong["field"] == "deal"
    assert wrong["error"].startswith("East cannot have")
    (typed,) = ask({**ending, "contract": 3})
    assert typed == {"id": "b", "error": "contract must be a text", "field": "contract"}
    (player,) = ask({**ending, "moves": "w"})
    assert player["field"] == "moves"


def test_the_engine_thinks_ahead_while_another_seat_is_to_move() -> None:
    state = positions.after(4, 15)
    seat = (state.to_move + 1) % 3
    asked = {"player": "pimc:worlds=4,candidates=50,sure=0,threads=1", "seed": 5}
    waiting = {"id": 1, "moves": str(state.view(seat)), **asked}
    (answer,) = ask({**waiting, "ponder": True})
    assert answer["id"] == 1
    assert answer["pondered"] > 0
    (refused,) = ask(waiting)
    assert refused["field"] == "moves"
    for ponder, field in ((True, "ponder"), ("yes", "ponder")):
        (refused,) = ask(query(state, ponder=ponder))
        assert refused["field"] == field


def test_a_seat_bids_as_its_list_stands() -> None:
    state = next(
        deal
        for deal in map(State.deal, range(100))
        if ask(query(deal, player="rules"))[0]["move"] == "p"
        and ask(query(deal, player="rules"))[0]["candidates"].get("18", 0) > 0.4
    )
    needs = {"totals": [0, 40, 20], "left": 0}
    (answer,) = ask(query(state, player="rules", list=needs))
    assert answer["move"] == "18"
    for wrong in ([1, 2, 3], {"totals": [1, 2, 3]}, {"totals": [1, 2], "left": 0}):
        (refused,) = ask(query(state, list=wrong))
        assert refused["field"] == "list"
