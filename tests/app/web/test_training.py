"""The trainer over HTTP and in a browser: one proved answer, what is failed comes again."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from kiebitz.app.web.store import Store
from kiebitz.app.web.training import Training, model_of
from kiebitz.games.skat import View
from kiebitz.games.skat.records import Record, parse_record
from kiebitz.players.skat.puzzle_making import mistakes_of, rated
from kiebitz.players.skat.puzzles import KINDS, Puzzle, prove, shipped

ANSWERS = {one.id: one for one in shipped()}


def test_at_least_500_puzzles_of_every_kind_ship() -> None:
    assert len(ANSWERS) >= 500
    assert {one.kind for one in ANSWERS.values()} == set(KINDS)
    assert len({one.view for one in ANSWERS.values() if one.kind != "sure"}) > 400


@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_proved_again_from_the_view_alone(kind: str) -> None:
    some = [one for one in ANSWERS.values() if one.kind == kind]
    # Short positions, and not all of them: the command proves the whole file.
    for puzzle in sorted(some, key=lambda one: len(one.view), reverse=True)[:3]:
        assert prove(puzzle), puzzle


def test_a_puzzle_never_tells_its_answer_before_it_is_asked(client: httpx.Client) -> None:
    asked: dict[str, Any] = client.get("/api/puzzles/next").json()
    assert not {"answer", "beats", "world", "worlds"} & set(asked)
    for puzzle in list(ANSWERS.values())[::50]:
        told = model_of(puzzle)
        assert len(told.hand) in range(1, 13)
        assert set(told.options) == set(puzzle.options)


def test_what_was_failed_comes_again_and_what_is_known_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trainer = Training(Store(None))
    now = 1_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    first = trainer.next("ann")
    right = ANSWERS[first.id].answer
    wrong = next(option for option in first.options if option != right)
    assert not trainer.answer("ann", first.id, wrong).right
    assert trainer.next("ann").id != first.id
    now += 700
    assert trainer.next("ann").id == first.id, "a failed one comes again after ten minutes"
    verdict = trainer.answer("ann", first.id, right)
    assert (verdict.right, verdict.progress.streak) == (True, 1)
    now += 700
    assert trainer.next("ann").id != first.id
    now += 86_400
    assert trainer.next("ann").id == first.id
    assert trainer.answer("ann", first.id, right).progress.days == 2
    assert trainer.progress("bob").tried == 0


def lost_at_the_end() -> tuple[str, Puzzle]:
    """A game in which somebody did not play the proved card, and the puzzle that is in it."""
    for puzzle in ANSWERS.values():
        if puzzle.kind != "declarer" or len(puzzle.options) != 2 or len(puzzle.view.split()) < 60:
            continue
        [wrong] = set(puzzle.options) - {puzzle.answer}
        state = View.parse(puzzle.view).sample(1).play(wrong)
        while not state.is_over:
            state = state.play(state.legal_moves[0])
        return str(Record.of(state, P0="Ann", P1="Bob", P2="Cid")), puzzle
    raise AssertionError


def test_own_mistakes_become_puzzles(client: httpx.Client) -> None:
    record, puzzle = lost_at_the_end()
    seat = View.parse(puzzle.view).seat
    who = ("Ann", "Bob", "Cid")[seat]
    answer = client.post("/api/puzzles/own", json={"records": record, "player": who}, timeout=120)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert (told["games"], told["added"]) == (1, told["found"])
    again = client.post("/api/puzzles/own", json={"records": record, "player": who}).json()
    assert (again["found"], again["added"]) == (told["found"], 0)
    assert client.get("/api/puzzles").json()["own"] == told["added"]
    bad = client.post("/api/puzzles/own", json={"records": "rubbish"})
    assert (bad.status_code, bad.json()["code"]) == (400, "no-record")
    nobody = client.post("/api/puzzles/own", json={"records": record, "player": "Dan"})
    assert nobody.status_code == 400


def test_an_upload_gives_puzzles_from_mistakes(client: httpx.Client) -> None:
    record, puzzle = lost_at_the_end()
    who = ("Ann", "Bob", "Cid")[View.parse(puzzle.view).seat]
    upload = client.post("/api/uploads", content=record.encode()).json()["id"]
    body = {"upload": upload, "player": who}
    told = client.post("/api/puzzles/own", json=body, timeout=120).json()
    assert told["games"] == 1
    assert client.get("/api/puzzles").json()["own"] == told["added"]


def test_only_what_was_not_the_answer_is_a_mistake() -> None:
    record, puzzle = lost_at_the_end()
    state = parse_record(record).state
    ply = len(View.parse(puzzle.view).sample(1).native.history)
    [found] = mistakes_of(state, [ply])
    assert (found.view, found.answer) == (puzzle.view, puzzle.answer)
    assert list(mistakes_of(state, [ply + 1, 0])) == []
    right = View.parse(puzzle.view).sample(1).play(puzzle.answer)
    assert list(mistakes_of(right, [ply])) == []


def test_difficulty_is_how_often_the_levels_fail() -> None:
    some = list(ANSWERS.values())[::40]
    assert [one.difficulty for one in some] == [rated(one).difficulty for one in some]
    assert {one.difficulty == 0 for one in ANSWERS.values()} == {True, False}


def test_puzzles_are_answered_by_mouse_and_keys(page: Page) -> None:
    page.goto("/#/train")
    asked = {"declarer": "wins for certain", "discard": "put away", "sure": "still lose"}
    for kind, question in asked.items():
        with page.expect_response("**/api/puzzles/next*"):
            page.locator(f"#kind-{kind}").check(force=True)
        expect(page.locator(f"#kind-{kind}")).to_be_checked()
        expect(page.locator("#question")).to_contain_text(question)
        options = page.locator("[data-answer]")
        options.first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#because")).to_be_visible()
        expect(page.locator("#next-puzzle")).to_be_focused()
        page.keyboard.press("n")
        expect(page.locator("#because")).to_have_count(0)
    expect(page.locator("#streak")).to_contain_text("In a row")
