"""What every verb has: help in two spellings, examples, JSON; and one sentence when it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from kiebitz.app.cli.main import app
from tests.app.command import kiebitz


def verbs(command: Any, *words: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, inner in getattr(command, "commands", {}).items():
        yield from verbs(inner, *words, name)
    if not hasattr(command, "commands"):
        yield words, command


VERBS = dict(verbs(typer.main.get_command(app)))


def test_the_walk_finds_the_verbs() -> None:
    assert {("skat", "review"), ("play",), ("bridge", "dd"), ("lab", "list")} <= set(VERBS)


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_every_verb_has_json_and_an_example_that_names_it(words: tuple[str, ...]) -> None:
    verb = VERBS[words]
    options = {name for param in verb.params for name in param.opts}
    assert "--json" in options
    assert "Example" in verb.help
    assert f"kiebitz {' '.join(words)}" in verb.help
    nameless = [param.name for param in verb.params if not getattr(param, "help", None)]
    assert not nameless, "every option says what it is for"
    examples = [line for line in verb.help.splitlines() if line.startswith("    ")]
    assert all(len(line) < 79 for line in examples), "a narrow terminal leaves examples whole"


def test_help_is_the_same_in_both_spellings_and_shows_flags_as_flags() -> None:
    for words in VERBS:
        long, short = kiebitz(*words, "--help"), kiebitz(*words, "-h")
        assert long.returncode == short.returncode == 0
        assert long.stdout == short.stdout
        assert "<bool>" not in long.stdout
        assert "--json" in long.stdout


def test_help_shows_brackets_and_leaves_the_breaking_of_lines_to_the_terminal() -> None:
    wide, narrow = (
        subprocess.run(
            [sys.executable, "-m", "kiebitz", "skat", "belief", "--help"],
            env={**os.environ, "COLUMNS": columns},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for columns in ("200", "80")
    )
    assert any('{"cards": {"CJ": [p0, p1, p2, pskat], …}' in line for line in wide)
    assert all(len(line) <= 80 for line in narrow)
    told = narrow[4 : narrow.index(next(line for line in narrow if "Examples" in line))]
    assert all(len(line.rstrip()) > 60 for line in told[2:-2]), "no line ends early"


def completing(**environment: str) -> str:
    """What the command prints for a shell; which shell it is, is not guessed from the processes."""
    program = "import sys; sys.argv[0] = 'kiebitz'\nfrom kiebitz.app.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_the_shell_can_complete_words_and_games() -> None:
    assert "complete" in completing(_KIEBITZ_COMPLETE="source_bash")
    words = {"COMP_WORDS": "kiebitz play sk", "COMP_CWORD": "2"}
    assert completing(_KIEBITZ_COMPLETE="complete_bash", **words).split() == ["skat"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("bridge", "dd", "--batch", "{binary}"), "is not a text file"),
        (("bridge", "solve", "--batch", "{binary}"), "is not a text file"),
        (("bridge", "dd"), "--batch"),
        (("bridge", "analyse", "{folder}/x.pbn"), "there is no file"),
        (("skat", "solve", "--batch", "{binary}"), "is not a text file"),
        (("skat", "solve", "{binary}"), "only with --batch"),
        (("skat", "score", "{folder}"), "is a folder"),
        (("skat", "review", "/dev/mem"), "may not be read"),
        (("skat", "hint", "w", "nonsense"), ""),
        (("play", "skat", "--seat", "3"), "seats are 0 to 2"),
        (("play", "skat", "--rule", "a=b"), "leave"),
        (("play", "hearts", "--opponent", "pimc"), "--opponent is for Skat"),
        (("lab", "run", "similar-worlds", "--set", "trees=0"), "at least 1"),
        (("lab", "run", "similar-worlds", "--set", "trees=-1"), "at least 1"),
        (("lab", "run", "similar-worlds", "--set", "batch=0"), "at least 1"),
        (("lab", "run", "similar-worlds", "--set", "depths=[]"), "not empty"),
        (("lab", "run", "similar-worlds", "--out", "{binary}"), "where a folder is needed"),
        (("lab", "run", "similar-worlds", "--out", "{folder}", "--cluster", "foo"), "foo"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_misuse_is_one_sentence_and_status_2(
    words: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    if "/dev/mem" in words and os.geteuid() == 0:
        pytest.skip("root may read everything")
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)) * 4)
    done = kiebitz(*(word.format(binary=binary, folder=tmp_path) for word in words))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


SMALL = ("--game", "C", "--declarer", "0", "--hands", "CJ.CA|SJ.CT|HJ.CK", "--skat", "H7.H8")


@pytest.mark.parametrize(
    "limit", [("--seconds", "inf"), ("--seconds", "nan"), ("--nodes", "9" * 30)]
)
def test_a_limit_is_a_number_that_a_clock_can_hold(limit: tuple[str, ...]) -> None:
    done = kiebitz("skat", "solve", *SMALL, *limit)
    assert done.returncode == 2
    assert "limit" in done.stderr


def test_won_is_the_one_word() -> None:
    for goal in (("--win",), ("--threshold", "30"), ("--all-tricks",)):
        answer = json.loads(kiebitz("skat", "solve", *SMALL, *goal, "--json").stdout)
        assert isinstance(answer["won"], bool)
        assert "win" not in answer


def test_batches_read_standard_input_unless_told(tmp_path: Path) -> None:
    deal = "N:AQ.2.. 53.3.. 42.4.. K7.5.."
    from_stdin = kiebitz("bridge", "dd", "--batch", "--json", stdin=deal)
    assert json.loads(from_stdin.stdout)["deal"].startswith("N:AQ")
    position = '{"game": "G", "declarer": 0, "leader": 0, "hands": ["CJ", "SJ", "HJ"]}'
    file = tmp_path / "positions.jsonl"
    file.write_text(position)
    named = kiebitz("skat", "solve", "--batch", str(file))
    assert (
        json.loads(named.stdout)["value"]
        == json.loads(kiebitz("skat", "solve", "--batch", stdin=position).stdout)["value"]
    )


def test_a_batch_of_views_goes_on_after_a_bad_line_and_tells_it_in_its_status(
    tmp_path: Path,
) -> None:
    file = tmp_path / "views.jsonl"
    file.write_text('{"view": "rubbish"}\n[]\n')
    done = kiebitz("skat", "belief", "--batch", "--belief", "uniform", str(file))
    assert done.returncode == 1
    assert [json.loads(line)["line"] for line in done.stdout.splitlines()] == [1, 2]


def test_an_error_of_ours_is_one_sentence_status_70_and_a_file(tmp_path: Path) -> None:
    """The last net, tried with a verb that fails in a way nobody thought of."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.argv = ['kiebitz', 'bench']\n"
            "from kiebitz.app.cli import main\n"
            "main.app = lambda **_: {}['nobody thought of this']\nmain.main()",
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert done.returncode == 70
    (line,) = done.stderr.strip().splitlines()
    (file,) = tmp_path.glob("kiebitz-*.txt")
    assert str(file) in line
    assert "Traceback" in file.read_text()


def test_a_terminal_without_utf8_gets_every_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kiebitz.app.cli.main", "bridge", "suit", "AJ92", "K843", "--json"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
    )
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


def test_a_missing_package_is_named_before_the_work(tmp_path: Path) -> None:
    """As if polars were not installed."""
    code = (
        "import sys, importlib.util as u; old = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'polars' else old(name, *a)\n"
        f"sys.argv = ['kiebitz', 'lab', 'run', 'similar-worlds', '--out', {str(tmp_path)!r}]\n"
        "from kiebitz.app.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs polars" in done.stderr
    assert "pip install '.[lab]'" in done.stderr
    assert not list(tmp_path.iterdir()), "nothing was begun"
