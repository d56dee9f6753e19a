"""Every route there is, asked about a running game, gives nothing away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from kiebitz.app.web.server import create_app
from kiebitz.app.web.store import Store
from kiebitz.games.skat import DECK, State
from kiebitz.games.skat.history import states_of
from kiebitz.games.skat.moves import Kind, content_of, kind_of

from .playing import Table, choose, send, wait_for_turn
from .serving import QUICK, running
from .test_hiding import cards_in

_OPINIONS = re.compile(r'"(?:players|candidates)":\[[^]]*\]')  # what time allowed
Asked = dict[str, Any]
DATA = Path(__file__).parents[2] / "data"
RECORD = (DATA / "skat_blunder.sgf").read_text().strip()
RULES = {"strengths": ["rules", "rules"]}
PBN = "N:.KQ..A2 .A3..K4 .J2..Q3 .T9..J5"


def _ply(table: Table) -> list[Asked]:
    return [{"json": {"ply": table["ply"]}}, {"json": {"ply": table["ply"] + 1}}, {"json": {}}]


def _moves(table: Table) -> list[Asked]:
    moves = ["zz", "CJ", "s", "G.H7.H8", table["legal"][0]]
    return [{"json": {"move": move, "ply": table["ply"]}} for move in moves]


def _nothing(table: Table) -> list[Asked]:
    return [{}]


def _always(*bodies: object) -> Callable[[Table], list[Asked]]:
    return lambda table: [{"json": body} for body in bodies]


#: What is asked of each route; a new route must be added here.
QUESTIONS: dict[tuple[str, str], Callable[[Table], list[Asked]]] = {
    ("GET", "/"): _nothing,
    ("GET", "/healthz"): _nothing,
    ("GET", "/static"): _nothing,
    ("GET", "/api/openapi.json"): _nothing,
    ("GET", "/api/options"): _nothing,
    ("GET", "/api/games"): _nothing,
    ("POST", "/api/games"): lambda table: [{"json": RULES}, {"json": {"deal": table["view"]}}],
    ("GET", "/api/games/{game_id}"): _nothing,
    ("GET", "/api/games/{game_id}/events"): _nothing,
    ("POST", "/api/games/{game_id}/moves"): _moves,
    ("POST", "/api/games/{game_id}/claim"): _ply,
    ("POST", "/api/games/{game_id}/resign"): _ply,
    ("POST", "/api/games/{game_id}/take-back"): _ply,
    ("POST", "/api/games/{game_id}/again"): _nothing,
    ("POST", "/api/games/{game_id}/hint"): _ply,
    ("POST", "/api/games/{game_id}/places"): _ply,
    ("POST", "/api/places"): lambda table: [{"json": {"view": table["view"]}}],
    ("GET", "/api/games/{game_id}/record"): _nothing,
    ("GET", "/api/lists"): _nothing,
    ("POST", "/api/lists"): _always({**RULES, "deals": 3}),
    ("GET", "/api/lists/{list_id}"): _nothing,
    ("POST", "/api/lists/{list_id}/next"): _nothing,
    ("GET", "/api/statistics"): _nothing,
    ("POST", "/api/statistics/review"): _nothing,
    ("GET", "/api/history"): _nothing,
    ("POST", "/api/history"): lambda table: [{"content": RECORD.encode()}],
    ("GET", "/api/uploads"): _nothing,
    ("POST", "/api/uploads"): lambda table: [{"content": RECORD.encode()}],
    ("GET", "/api/uploads/{upload_id}"): _nothing,
    ("GET", "/api/uploads/{upload_id}/{index}"): _nothing,
    ("POST", "/api/uploads/{upload_id}/report"): _nothing,
    ("POST", "/api/review"): lambda table: [{"json": {"record": table["view"]}}],
    ("POST", "/api/board/solve"): _always(
        {"game": "C", "declarer": 0, "leader": 0, "hands": ["CJ.CA", "SJ.CT", "HJ.CK"]}
    ),
    ("POST", "/api/board/view"): lambda table: [{"json": {"view": table["view"], "worlds": 1}}],
    ("GET", "/api/health"): _nothing,
    ("GET", "/metrics"): _nothing,
    ("GET", "/sw.js"): _nothing,
    ("POST", "/api/tables"): _always({**RULES, "name": "Ann"}),
    ("POST", "/api/games/{game_id}/join"): _always({"secret": "0" * 24, "name": "Eve"}),
    ("POST", "/api/games/{game_id}/begin"): _nothing,
    ("POST", "/api/games/{game_id}/leave"): _nothing,
    ("POST", "/api/games/{game_id}/back"): _nothing,
    ("POST", "/api/games/{game_id}/next"): _nothing,
    ("POST", "/api/games/{game_id}/point"): _always({"decision": 3}),
    ("GET", "/api/puzzles"): _nothing,
    ("GET", "/api/puzzles/next"): _nothing,
    ("POST", "/api/puzzles/{puzzle_id}/answer"): _always({"answer": "CJ"}),
    ("POST", "/api/puzzles/own"): lambda table: [{"json": {"game": table.get("id")}}],
    ("POST", "/api/bridge/table"): _always({"deal": PBN}),
    ("POST", "/api/bridge/cards"): _always({"deal": PBN, "trump": "NT", "leader": "N"}),
    ("POST", "/api/bridge/costs"): _always({"deal": PBN, "trump": "NT", "leader": "N"}),
    ("POST", "/api/bridge/review"): _always({"deal": PBN}),
    ("POST", "/api/bridge/hidden/deals"): _always({"deal": PBN}),
    ("POST", "/api/bridge/hidden/play"): _always({"deal": 1}),
    ("POST", "/api/bridge/hidden/advice"): _always({"deal": 1}),
    ("POST", "/api/bridge/hidden/review"): _always({"deal": 1}),
    ("POST", "/api/bridge/suit"): _always({"north": "AQ", "south": "32"}),
}


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    """All methods and paths, also those that the description leaves out."""
    found = {
        (method.upper(), path)
        for path, operations in app.openapi()["paths"].items()
        for method in operations
    }
    for route in app.routes:
        path = getattr(route, "path", None)
        if path is not None:
            methods = getattr(route, "methods", None) or {"GET"}
            found |= {(method, path) for method in methods - {"HEAD"}}
        included = getattr(route, "original_router", None)
        for inner in getattr(included, "routes", []):
            assert inner.include_in_schema, f"{inner.path} is hidden from the description"
    return found


def test_no_route_is_forgotten() -> None:
    assert routes_of(create_app(QUICK)) == set(QUESTIONS)


class Visit:
    """A visitor whose running game is looked at from behind, in the file of the server."""

    def __init__(self, client: httpx.Client, data: Path) -> None:
        self.client = client
        self.store = Store(data)
        upload = client.post("/api/uploads", content=RECORD.encode())
        self.upload = upload.json()["id"]

    def kept(self, game: str) -> tuple[State, int]:
        """A game with all its cards, and the visitor's seat."""
        body = self.store.get("game", game)
        assert body is not None
        return State.parse(body["moves"]), body["seat"]

    def hidden(self, game: str) -> set[str]:
        """The cards that the visitor cannot know, from the rules of the game alone."""
        state, seat = self.kept(game)
        dealt = states_of(state)[0]
        known = set(dealt.hands[seat])
        history = state.native.history
        known |= {DECK[content_of(move)] for move in history if kind_of(move) == Kind.PLAY}
        if state.declarer == seat and any(kind_of(move) == Kind.PICK_UP for move in history):
            known |= set(dealt.skat)
        if state.shown:
            known |= set(state.hands[state.declarer or 0])
        return {str(card) for card in DECK} - known

    def running(self, phase: str, list_id: str | None) -> Table:
        """A game in which it is the visitor's turn: to bid, or to play a card."""
        for _ in range(30):
            path = f"/api/lists/{list_id}/next" if list_id else "/api/games"
            answer = self.client.post(path, json=None if list_id else RULES)
            if answer.status_code == 409:
                list_id = None
                continue
            table = wait_for_turn(self.client, answer.json())
            while table["phase"] not in (phase, "over"):
                table = wait_for_turn(self.client, send(self.client, table, choose(table)))
            if table["phase"] == phase:
                return table
        raise AssertionError("no game came so far")


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with (
        running(data=tmp_path) as address,
        httpx.Client(base_url=address, timeout=30) as client,
    ):
        visitor = Visit(client, tmp_path)
        yield visitor
        visitor.store.close()


@pytest.mark.parametrize("phase", ["bid", "play"])
def test_no_route_gives_a_running_game_away(visit: Visit, phase: str) -> None:
    list_id = visit.client.post("/api/lists", json={**RULES, "deals": 36}).json()["id"]
    stranger = httpx.Client(base_url=visit.client.base_url, timeout=30)
    foreign = stranger.post("/api/uploads", content=RECORD.encode()).json()["id"]
    table: Table | None = None
    for (method, route), questions in sorted(QUESTIONS.items()):
        for number in range(len(questions({"ply": 0, "legal": [""], "view": ""}))):
            if table is None or visit.kept(table["id"])[0].is_over:
                table = visit.running(phase, list_id)
            table = wait_for_turn(
                visit.client, visit.client.get(f"/api/games/{table['id']}").json()
            )
            if table["phase"] == "over":
                table = visit.running(phase, list_id)
            asked = questions(table)[number]
            path = route.replace("{game_id}", table["id"]).replace("{list_id}", list_id)
            path = path.replace("{index}", "0").replace("/static", "/static/js/table.js")
            path = path.replace("{puzzle_id}", "declarer-1")
            text = told(visit.client, method, path.replace("{upload_id}", visit.upload), asked)
            if route == "/metrics":
                assert cards_in(text) == set()
            elif route.startswith(("/api/history", "/api/statistics")):
                # The visitor's own finished games, and nothing of the one that is played.
                assert table["id"] not in text
                assert route == "/api/history" or cards_in(text) == set()
            elif route == "/api/games/{game_id}/places":
                # It names all unseen cards: as anybody would who had nothing but the View.
                view = {"json": {"view": table["view"]}}
                same = told(stranger, method, "/api/places", view)
                assert "places" not in text or _plain(text) == _plain(same)
            elif route.startswith(("/api/games", "/api/lists", "/api/tables", "/api/puzzles/own")):
                check(visit, table["id"], text, asked)
            else:
                same = told(stranger, method, path.replace("{upload_id}", foreign), asked)
                assert _plain(text) == _plain(same), f"{route} knows more than a stranger"
                for opinion in _OPINIONS.findall(text):
                    assert cards_in(opinion) <= cards_in(str(asked))
    stranger.close()


def told(client: httpx.Client, method: str, path: str, asked: Asked) -> str:
    """All that comes back, headers included; of a stream what comes in a second."""
    if not path.endswith("/events"):
        response = client.request(method, path, **asked)
        assert response.status_code < 500, response.text
        return f"{response.headers} {response.text}"
    pieces = []
    try:
        with client.stream(method, path, timeout=1) as response:
            pieces.append(str(response.headers))
            pieces.extend(response.iter_text())
    except httpx.ReadTimeout:
        pass
    assert any("event: table" in piece for piece in pieces)
    return "".join(pieces)


def check(visit: Visit, game: str, text: str, asked: Asked) -> None:
    """No answer names a hidden card, and no copy of the game exists that could be opened."""
    state, _ = visit.kept(game)
    # Refusals say how a card is written, always with the same one.
    named = cards_in(re.sub(r"\blike [A-Z0-9.]+", "", text)) - cards_in(str(asked))
    told_of = re.findall(r'"id":"([A-Za-z0-9_-]{16})","version"', text)
    assert len(set(told_of)) <= 1
    for shown in set(told_of) or {game}:
        if not visit.kept(shown)[0].is_over:
            assert not named & visit.hidden(shown)
    if not state.is_over:
        for copy in set(told_of) - {game}:
            assert str(visit.kept(copy)[0]).split()[1] != str(state).split()[1]


def _plain(text: str) -> str:
    """An answer without what is different each time: names, times, how long it took."""
    _, _, body = text.partition("}) ")
    body = re.sub(r'"id":"[A-Za-z0-9_-]{16}"', '"id":""', body)
    body = re.sub(r'"(seconds|uploaded|worlds)":[0-9.e-]+', r'"\1":0', body)
    return _OPINIONS.sub("", body)
