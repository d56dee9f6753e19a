"""The command line as a user runs it: results on stdout, reasons on stderr, telling statuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.command import kiebitz

DATA = Path(__file__).resolve().parents[1] / "data"
ISS = DATA / "iss_games.sgf"


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_help_names_the_verbs() -> None:
    done = kiebitz("--help")
    assert done.returncode == 0
    assert "skat" in done.stdout
    assert "bench" in done.stdout
    for verb in ("deal", "show", "score"):
        assert "Example" in kiebitz("skat", verb, "--help").stdout


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, kiebitz.app.cli.main\n"
        "heavy = {'numpy', 'scipy', 'polars', 'matplotlib', 'kiebitz._core', 'fastapi', 'dask'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_deals_repeat_with_their_seed() -> None:
    first, again, other = (kiebitz("skat", "deal", "--seed", n, "--json").stdout for n in "778")
    assert first == again != other
    (deal,) = objects(first)
    assert len(str(deal["deal"]).split(".")) == 32
    assert deal["seed"] == 7
    assert "rearhand" in kiebitz("skat", "deal").stdout


def test_scores_of_iss_records() -> None:
    done = kiebitz("skat", "score", str(ISS), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    scores = {score["id"]: score for score in objects(done.stdout)}
    assert len(scores) == 11
    assert scores["596891"] == {
        "id": "596891",
        "declarer": 2,
        "contract": "D",
        "won": False,
        "value": -72,
        "matadors": 1,
        "overbid": True,
        "points": 41,
        "tricks": 4,
        "schneider": False,
        "schwarz": False,
        "seeger_fabian": [40, 40, -122],
    }
    assert scores["26496"]["contract"] == "CHZ"
    assert scores["26496"]["seeger_fabian"] == [158, 0, 0]
    assert scores["756788"]["declarer"] is None
    assert scores["756788"]["contract"] is None


def test_bad_records_are_named_and_the_others_scored() -> None:
    lines = ISS.read_text().splitlines()
    lines.insert(3, "rubbish")
    lines.insert(5, lines[0].replace("v:-54", "v:-45"))
    done = kiebitz("skat", "score", "-", "--json", stdin="\n".join(lines))
    assert done.returncode == 1
    assert len(objects(done.stdout)) == 11
    assert "line 4, record" in done.stderr
    assert "line 6, record 541932" in done.stderr
    assert "v:-45" in done.stderr


def test_show_tells_every_trick() -> None:
    done = kiebitz("skat", "show", str(ISS))
    assert done.returncode == 0
    assert "loses Diamonds" in done.stdout
    assert "All passed." in done.stdout
    assert "Rearhand shows the hand." in done.stdout
    assert "penalty for rearhand" in done.stdout
    sample = kiebitz("skat", "show", "--sample")
    assert "Seeger-Fabian" in sample.stdout
    assert len(objects(kiebitz("skat", "show", str(ISS), "--json").stdout)) == 11


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("skat", "score", "/no/such/file"), "there is no file"),
        (("skat", "score", str(DATA)), "is a folder"),
        (("skat", "show"), "name a file"),
        (("skat", "deal", "--seed", "x"), "seed"),
        (("skat", "dael"), "dael"),
        (("nonsense",), "nonsense"),
    ],
)
def test_misuse_ends_with_status_2_and_no_traceback(
    arguments: tuple[str, ...], reason: str
) -> None:
    done = kiebitz(*arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert done.stderr.startswith("kiebitz: ")
    assert len(done.stderr.splitlines()) == 1


def test_bench_counts_identify_the_engine() -> None:
    total = objects(kiebitz("bench", "--json").stdout)[-1]
    assert total == {"part": "total", "moves": 18005222, "checksum": "a3591b3403fd471e"}


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m kiebitz.app.cli.main skat show {ISS} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
