"""Nothing that a browser receives reveals a hidden card before the game is over."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import httpx
import pytest

from kiebitz.games.skat import DECK, State

from .playing import choose, send, wait_for_turn

_CARD = re.compile(r"(?<![A-Za-z0-9_-])(?:[CSHD][789TJQKA])(?![A-Za-z0-9_-])")
# A reason may name a card that nobody has shown ("it matters when rearhand has the ace"). It comes
# from worlds drawn for the View; tests/players/skat/test_reasons.py shows that the hidden cards do
# not change it.
_LAYOUT = re.compile(r'\{"code":\s*"layout-holds",\s*"parameters":\s*\{[^{}]*\}\}')


def cards_in(text: str) -> set[str]:
    """All cards that are named anywhere in an answer, but for reasons that speak of layouts."""
    return set(_CARD.findall(_LAYOUT.sub("", text))) & set(DECK)


def test_only_what_a_reason_says_of_layouts_is_passed_over() -> None:
    reason = '{"code":"layout-holds","parameters":{"seat":2,"card":"SA","n":40}}'
    assert cards_in(f'{{"move":"SK","reasons":[{reason}]}}') == {"SK"}
    assert cards_in(reason.replace("layout-holds", "cash")) == {"SA"}


class Traffic:
    """Everything that one visitor has been sent, headers included."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def note(self, response: httpx.Response) -> None:
        response.read()
        self.texts.append(f"{response.headers} {response.text}")


@pytest.mark.parametrize(
    ("seed", "seat", "strength"), [(1, 0, "rules"), (2, 1, "pimc"), (3, 2, "rules")]
)
def test_all_traffic_of_a_game_names_only_known_cards(
    address: str, seed: int, seat: int, strength: str
) -> None:
    state = State.deal(seed)
    deal = ".".join(card for hand in (*state.hands, state.skat) for card in hand)
    traffic = Traffic()
    events: list[str] = []
    with httpx.Client(base_url=address, timeout=30, event_hooks={}) as client:
        body = {"strengths": [strength, strength], "deal": deal, "seat": seat}
        table = client.post("/api/games", json=body).json()
        path = f"/api/games/{table['id']}"
        done = threading.Event()
        listener = threading.Thread(
            target=_listen, args=(address, dict(client.cookies), path, events, done), daemon=True
        )
        listener.start()
        client.event_hooks["response"] = [traffic.note]
        known = set(state.hands[seat])
        while True:
            table = wait_for_turn(client, table)
            known |= set(table["hand"]) if table["declarer"] == seat else set()
            known |= {card for trick in table["tricks"] for card in trick["cards"]}
            known |= set(table["shown"])
            if table["phase"] == "over":
                break
            traffic.texts.append(client.get(path).text)
            traffic.texts.append(client.get(f"{path}/record").text)
            hint = client.post(f"{path}/hint", json={"ply": table["ply"]})
            traffic.texts.append(hint.text)
            assert "seed" not in hint.json()
            # While the game runs, every card named anywhere is one that the visitor knows.
            for text in traffic.texts:
                if '"phase":"over"' not in text:
                    assert cards_in(text) <= known
            table = send(client, table, choose(table))
        done.set()
        listener.join(5)
    assert len(traffic.texts) > 4
    assert events
    for text in events:
        told: dict[str, Any] = json.loads(text)
        if told["phase"] != "over":
            seen = set(state.hands[seat]) | set(told["hand"]) | set(told["skat"])
            seen |= {card for trick in told["tricks"] for card in trick["cards"]}
            if "O" in (told["contract"] or "") and told["declarer"] != seat:
                seen |= set(told["shown"])  # the declarer's open hand
            else:
                assert told["shown"] == []
            assert cards_in(text) <= seen
            assert len(told["hand"]) <= 12
            assert told["seed"] is None
            assert told["result"] is None
            assert set(told["hand"]) <= set(state.hands[seat]) | (
                set(state.skat) if told["declarer"] == seat else set()
            )


def _listen(
    address: str, cookies: dict[str, str], path: str, events: list[str], done: threading.Event
) -> None:
    with (
        httpx.Client(base_url=address, cookies=cookies, timeout=30) as client,
        client.stream("GET", f"{path}/events") as response,
    ):
        for line in response.iter_lines():
            if line.startswith("data: "):
                events.append(line[6:])
            if done.is_set() or '"phase":"over"' in line:
                return
