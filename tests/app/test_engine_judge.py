"""The engine answers with the judgement of a review: numbers, class, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kiebitz.app.cli.skat_review import review_json
from kiebitz.games.skat import State
from kiebitz.games.skat.records import parse_record
from kiebitz.players.skat.review import decisions_of, review
from tests.app.test_engine import ask

RECORD = parse_record((Path(__file__).parents[1] / "data" / "skat_blunder.sgf").read_text().strip())


def judged(state: State, **fields: Any) -> dict[str, Any]:
    view = state.view(state.to_move)
    (answer,) = ask({"id": 1, "moves": str(view), "limit": {"worlds": 32}, **fields})
    return answer


def test_every_decision_is_judged_as_in_a_review() -> None:
    decisions = decisions_of(RECORD.state)
    reviewed = review_json(RECORD, list(review(RECORD.state, worlds=32)))["decisions"]
    assert len(decisions) == len(reviewed)
    for (before, move), wanted in list(zip(decisions, reviewed, strict=True))[::4]:
        answer = judged(before, judge=move)
        assert {name: answer["judgement"][name] for name in wanted} == wanted
        assert answer["options"][0]["loss"] == 0


def test_the_best_move_with_its_reason() -> None:
    state = State.deal(seed=7)
    answer = judged(state, judge=True)
    assert answer["move"] == answer["judgement"]["move"] == "18"
    assert answer["judgement"]["class"] is None
    assert "carries" in answer["carried"] or "make" in answer["carried"]
    assert {one["move"] for one in answer["options"]} == {"18", "p"}
    passed = judged(state, judge="p")["judgement"]
    assert passed["best"] == "18"
    assert passed["class"] in ("inaccuracy", "mistake")
    assert passed["reasons"][0]["code"] == "pass-too-early"
    assert passed["why"]


def test_what_cannot_be_judged_is_refused() -> None:
    state = State.deal(seed=7)
    for fields, field in (
        ({"judge": "CJ"}, "judge"),
        ({"judge": 5}, "judge"),
        ({"judge": "p", "player": "pimc"}, "player"),
        ({"judge": "p", "limit": {"nodes": 5}}, "limit.nodes"),
    ):
        answer = judged(state, **fields)
        assert answer["field"] == field, answer
        assert answer["error"]


def test_a_card_of_bridge_is_judged() -> None:
    question = {
        "id": 2,
        "game": "bridge",
        "deal": "N:AQ.2.. 53.3.. 42.4.. K7.5..",
        "contract": "NT",
        "tricks": 2,
        "declarer": "S",
        "leader": "S",
        "played": "S2 S7",
    }
    (answer,) = ask({**question, "judge": "SA"})
    judgement = answer["judgement"]
    assert (judgement["move"], judgement["best"], judgement["class"]) == ("SA", "SQ", "blunder")
    assert judgement["reasons"][0]["code"] == "finesse"
    assert judgement["why"].startswith("finesse")
    (plain,) = ask(question)
    assert "judgement" not in plain
    (wrong,) = ask({**question, "judge": "H5"})
    assert "cannot be judged" in wrong["error"]
    (odd,) = ask({**question, "judge": 3})
    assert odd["field"] == "judge"
