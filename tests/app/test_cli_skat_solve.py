"""`kiebitz skat solve`: answers, batches, misuse; and whatever is thrown at its reader."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.app.cli.skat_solve import read_position
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK
from kiebitz.solvers.skat import solve_moves
from tests.app.command import kiebitz

ENDING = ["--game", "C", "--declarer", "0", "--hands", "CJ.CA.D7|SJ.CT.DA|HJ.CK.DT"]


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return kiebitz("skat", "solve", *arguments, stdin=text)


def test_json_has_value_moves_line_and_effort() -> None:
    answer = json.loads(run(*ENDING, "--skat", "H7.H8", "--json").stdout)
    assert answer["value"] == 14
    assert answer["moves"] == {"CJ": 8, "CA": 8, "D7": 14}
    assert sorted(answer["line"]) == sorted(ENDING[-1].replace("|", ".").split("."))
    assert answer["nodes"] > 0


def test_people_get_the_best_card_first() -> None:
    lines = run(*ENDING).stdout.splitlines()
    table = lines[next(i for i, line in enumerate(lines) if line.startswith("card")) :]
    assert "14 points" in table[1]
    assert "8 points" in table[2]


def test_win_asks_for_61_points() -> None:
    answer = json.loads(run(*ENDING, "--win", "--json").stdout)
    assert answer["won"] is False
    assert set(answer["moves"].values()) == {False}


def test_null_tells_the_trick() -> None:
    answer = json.loads(
        run("--game", "N", "--declarer", "0", "--leader", "1", "--hands", "C8.H7|C7.S7|S8.D7",
            "--json").stdout
    )  # fmt: skip
    assert answer["won"] is False
    assert answer["lost_in_trick"] == 9
    assert answer["moves"]["C7"] == {"won": False, "lost_in_trick": 9}
    assert answer["moves"]["S7"] == {"won": True, "lost_in_trick": None}


@pytest.mark.parametrize("threads", ["1", "3"])
def test_a_batch_answers_in_order_with_errors_in_place(threads: str) -> None:
    good = {"game": "C", "declarer": 0, "leader": 0, "hands": ["CJ.CA.D7", "SJ.CT.DA", "HJ.CK.DT"]}
    lines = [
        json.dumps(good | {"skat": "H7.H8"}),
        "rubbish",
        json.dumps(good | {"hands": ["CJ", "CJ", "SJ"]}),
        json.dumps(good | {"hands": ["CA.D7", "SJ.CT.DA", "HJ.CK.DT"], "played": "CJ"}),
    ] * 5
    done = run("--batch", "--threads", threads, text="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 20
    assert done.returncode == 1
    for first, second, third, fourth in zip(*[iter(answers)] * 4, strict=True):
        assert first["value"] == 14
        assert "JSON" in second["error"]
        assert "twice" in third["error"]
        assert fourth["value"] == 8
        assert set(fourth["moves"]) == {"SJ", "CT"}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [*ENDING, "--batch"],
        [*ENDING, "--win", "--all-tricks"],
        [*ENDING, "--threshold", "999"],
        [*ENDING, "--seconds", "-1"],
        ["--game", "C", "--declarer", "7", "--hands", "CJ|SJ|HJ"],
        ["--game", "C", "--declarer", "0", "--hands", "CJ|SJ"],
        ["--game", "nonsense", "--declarer", "0", "--hands", "CJ|SJ|HJ"],
    ],
)
def test_misuse_exits_with_2_and_one_line(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1


@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(max_size=8),
       lambda inner: st.lists(inner, max_size=4)
       | st.dictionaries(st.sampled_from(["game", "hands", "declarer", "leader", "x"]), inner),
       max_leaves=8).map(json.dumps))  # fmt: skip
def test_the_reader_refuses_rubbish_with_a_clear_error(line: str) -> None:
    with pytest.raises(KiebitzError):
        read_position(line)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_reader_refuses_or_reads_what_can_be_solved(data: Any) -> None:
    """Nearly sound positions: whatever gets through the reader can be solved."""
    size = data.draw(st.integers(0, 3))
    cards = data.draw(st.permutations(DECK))
    sizes = [max(0, size + data.draw(st.sampled_from([0, 0, 0, 0, 1, -1]))) for _ in range(3)]
    hands, place = [], 0
    for length in sizes:
        hands.append(".".join(cards[place : place + length]))
        place += length
    line = json.dumps(
        {
            "game": data.draw(st.sampled_from("DHSCGN")),
            "declarer": data.draw(st.integers(0, 3)),
            "leader": data.draw(st.integers(0, 2)),
            "hands": hands,
            "skat": ".".join(cards[29:31]),
            "played": ".".join(cards[20 : 20 + data.draw(st.integers(0, 2))]),
            "points": data.draw(st.integers(-1, 121)),
        }
    )
    try:
        position = read_position(line)
    except KiebitzError:
        return
    solution = solve_moves(position)
    assert solution.complete
    assert solution.bounds[0] == solution.bounds[1]
