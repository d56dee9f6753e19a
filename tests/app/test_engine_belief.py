"""The engine tells where the cards are, as the command and the page do."""

from __future__ import annotations

import json
from typing import Any

from kiebitz.games.skat import State
from tests.app.command import kiebitz
from tests.app.test_engine import ask

STATE = State.deal(seed=7).play("18").play("p").play("p").play("GH")
WORLD = "|".join(".".join(part) for part in (*STATE.hands, STATE.skat))


def told(seat: int = 0, **fields: Any) -> dict[str, Any]:
    (answer,) = ask({"id": 1, "moves": str(STATE.view(seat)), **fields})
    return answer


def test_every_seat_may_ask_and_hears_what_the_command_says() -> None:
    for seat in range(3):
        answer = told(seat, belief="deep", world=WORLD)
        line = json.dumps({"view": str(STATE.view(seat)), "world": WORLD})
        run = kiebitz("skat", "belief", "--belief", "deep", "--batch", "--json", stdin=line)
        assert {"id": 1, **json.loads(run.stdout)} == answer
        assert list(answer) == ["id", "cards", "worlds", "ratio"]
        assert len(answer["cards"]) == 22


def test_the_usual_belief_and_no_world() -> None:
    answer = told(belief=True)
    assert list(answer) == ["id", "cards", "worlds"]
    assert answer == told(belief="small")


def test_what_is_wrong_is_named() -> None:
    for fields, field in (
        ({"belief": "magic"}, "belief"),
        ({"belief": 5}, "belief"),
        ({"belief": "small:no.weights"}, "belief"),
        ({"belief": "small@1000"}, "belief"),
        ({"belief": "small", "world": "CJ"}, "world"),
        ({"belief": "small", "world": "CJ|CJ|CJ|CJ"}, "world"),
        ({"belief": "small", "player": "pimc"}, "player"),
    ):
        answer = told(**fields)
        assert answer["field"] == field, answer
        assert answer["error"]
    (bidding,) = ask({"id": 1, "moves": str(State.deal(seed=7).view(0)), "belief": True})
    assert bidding["field"] == "moves"
