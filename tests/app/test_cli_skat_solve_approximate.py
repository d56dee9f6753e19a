"""`kiebitz skat solve --confidence`: answers say that they are approximate; misuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from kiebitz.solvers.skat import Position, solve_moves
from tests.app.command import kiebitz

HANDS = [
    "CJ.SJ.CA.CT.C9.SA.ST.HA.D7.D8",
    "HJ.CK.CQ.SK.SQ.HT.HK.DA.DT.DK",
    "DJ.C7.C8.S7.S8.S9.H7.H8.H9.DQ",
]
DEAL = ["--game", "C", "--declarer", "0", "--hands", "|".join(HANDS), "--skat", "HQ.D9"]
LINE = {"game": "C", "declarer": 0, "leader": 0, "hands": HANDS, "skat": "HQ.D9"}
SHIPPED = files("kiebitz.values").joinpath("skat_values.weights").read_bytes()


def test_one_position_and_a_batch_give_the_same_answers_as_python() -> None:
    position = Position.parse(game="C", declarer=0, leader=0, hands=HANDS, skat="HQ.D9")
    expected = {m.card: m.value for m in solve_moves(position, confidence=0.5).moves}
    single = kiebitz("skat", "solve", *DEAL, "--confidence", "0.5", "--json")
    batch = kiebitz(
        "skat", "solve", "--batch", "--confidence", "0.5", "--threads", "2",
        stdin=f"{json.dumps(LINE)}\n" * 2,
    )  # fmt: skip
    for line in [single.stdout, *batch.stdout.splitlines()]:
        answer = json.loads(line)
        assert answer["moves"] == expected
        assert answer["approximate"] is True
        assert answer["confidence"] == 0.5


def test_people_are_told_that_it_is_approximate() -> None:
    told = kiebitz("skat", "solve", *DEAL, "--confidence", "0.5").stdout
    assert told.rstrip().endswith("approximate: ProbCut with confidence 0.5")
    assert "approximate" not in kiebitz("skat", "solve", *DEAL).stdout


@pytest.mark.parametrize("confidence", ["0", "1", "-0.1", "2", "nan"])
@pytest.mark.parametrize("how", [DEAL, ["--batch"]])
def test_a_confidence_out_of_range_gets_one_sentence(confidence: str, how: list[str]) -> None:
    done = kiebitz("skat", "solve", *how, "--confidence", confidence, stdin=json.dumps(LINE))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("kiebitz: a confidence lies between 0 and 1, not ")


def _version(content: bytes) -> bytes:
    return content.replace(b'"version": 2', b'"version": 1', 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content[:-1], "is damaged: its numbers are not as written"),
        (lambda content: content[:-9] + b"X" + content[-8:], "its numbers are not as written"),
        (lambda content: content[:40], "is damaged: its header is broken"),
        (lambda content: b"PK" + content, "is not a weights file of Kiebitz"),
        (_version, "holds weights of version 1; this Kiebitz reads version 2"),
        (None, "there is no weights file"),
    ],
)
def test_weights_that_are_not_sound_make_no_value(
    tmp_path: Path, change: Callable[[bytes], bytes] | None, message: str
) -> None:
    path = tmp_path / "my.weights"
    if change is not None:
        path.write_bytes(change(SHIPPED))
    for how in (DEAL, ["--batch"]):
        done = kiebitz(
            "skat", "solve", *how, "--confidence", "0.5", "--weights", str(path),
            stdin=json.dumps(LINE),
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert message in line


def test_weights_need_a_confidence(tmp_path: Path) -> None:
    path = tmp_path / "my.weights"
    path.write_bytes(SHIPPED)
    done = kiebitz("skat", "solve", *DEAL, "--weights", str(path))
    assert done.returncode == 2
    assert "say a confidence too" in done.stderr
    done = kiebitz("skat", "solve", *DEAL, "--weights", str(path), "--confidence", "0.5", "--json")
    assert json.loads(done.stdout)["approximate"] is True
