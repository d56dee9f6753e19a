"""Slow, half-open and far too many connections; queues and quotas of all visitors together."""

from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from kiebitz.app.web import review_routes
from kiebitz.app.web.store import Store
from kiebitz.app.web.wire import FewLines
from kiebitz.players.skat.review import played_positions
from kiebitz.solvers.skat import Solver

from .serving import QUICK, running

DATA = Path(__file__).parents[2] / "data"
RECORD = (DATA / "skat_blunder.sgf").read_bytes()
RULES = {"strengths": ["rules", "rules"]}
HASTY = replace(QUICK, header_seconds=0.3, body_seconds=0.3, write_seconds=0.3)


@contextmanager
def connected(address: str, said: bytes) -> Iterator[socket.socket]:
    """A connection on which something was said."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as wire:
        wire.sendall(said)
        yield wire


def is_closed(wire: socket.socket) -> bool:
    """Whether the server closes the connection without a word."""
    try:
        return wire.recv(1) == b""
    except ConnectionResetError:
        return True


POST = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


@pytest.mark.parametrize(
    "said", [b"", b"GET / HT", POST, POST + b"content-length: 99\r\n\r\n{"], ids=repr
)
def test_half_a_request_does_not_stay(said: bytes) -> None:
    with running(HASTY) as address, connected(address, said) as wire:
        assert is_closed(wire)


def test_a_request_that_drips_does_not_stay() -> None:
    def drip(wire: socket.socket) -> None:
        for _ in range(200):
            wire.sendall(b"x: y\r\n")
            time.sleep(0.05)

    with running(HASTY) as address, connected(address, b"GET / HTTP/1.1\r\n") as wire:
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            drip(wire)
        assert httpx.get(f"{address}/healthz").status_code == 200


def test_an_answer_that_nobody_takes_does_not_stay() -> None:
    ask = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n"
    with running(HASTY) as address, connected(address, b"") as wire:
        whole = len(httpx.get(f"{address}/api/openapi.json").content)
        taken = 0
        with suppress(ConnectionResetError):
            wire.sendall(ask * 1000)
            time.sleep(1)
            while piece := wire.recv(1 << 20):
                taken += len(piece)
        assert taken < 1000 * whole


def test_a_request_in_time_is_not_hurried() -> None:
    with running(HASTY) as address, httpx.Client(base_url=address, timeout=30) as visitor:
        game = visitor.post("/api/games", json=RULES).json()["id"]
        time.sleep(0.5)  # a connection may rest between requests
        with visitor.stream("GET", f"/api/games/{game}/events") as events:
            lines = events.iter_lines()
            assert next(lines).startswith("retry")
            time.sleep(0.5)
            assert any(line.startswith("data") for line in lines)


def test_idle_connections_make_room() -> None:
    with running(replace(QUICK, connections=8)) as address, ExitStack() as stack:
        idle = [stack.enter_context(connected(address, b"GET ")) for _ in range(40)]
        assert httpx.get(f"{address}/healthz").status_code == 200
        assert all(is_closed(wire) for wire in idle[:32])


def test_one_network_has_so_many_connections_and_takes_none_from_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    networks = iter(["here", *["there"] * 10, *[None] * 10])
    monkeypatch.setattr("kiebitz.app.web.wire.network_of", lambda host: next(networks))
    with running(replace(QUICK, connections_each=4)) as address, ExitStack() as stack:
        mine = stack.enter_context(connected(address, b"GET "))
        idle = [stack.enter_context(connected(address, b"GET ")) for _ in range(10)]
        assert httpx.get(f"{address}/healthz").status_code == 200
        assert all(is_closed(one) for one in idle[:6])
        mine.setblocking(False)
        with pytest.raises(BlockingIOError):
            mine.recv(1)


def test_log_lines_are_counted_when_they_are_too_many() -> None:
    few = FewLines(2)
    told = [few.filter(logging.makeLogRecord({"msg": str(number)})) for number in range(5)]
    assert told == [True, True, False, False, False]
    few._minute -= 61
    record = logging.makeLogRecord({"msg": "later"})
    assert few.filter(record)
    assert "3 lines" in record.getMessage()


def test_uploads_are_listed_without_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(data=tmp_path) as address, httpx.Client(base_url=address) as visitor:
        key = visitor.post("/api/uploads?name=a", content=RECORD * 450).json()["id"]
        assert len(visitor.get(f"/api/uploads/{key}?first=399").json()["games"]) == 51
        assert visitor.get(f"/api/uploads/{key}/449").json()["record"]
        kept = Store(tmp_path).get("upload", key)
        assert kept is not None
        assert len(json.dumps(kept)) < 200
        monkeypatch.setattr(Store, "part", None)
        (listed,) = visitor.get("/api/uploads").json()
        assert (listed["name"], listed["count"], listed["games"]) == ("a", 450, [])


def test_uploads_of_an_earlier_version_are_still_there(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with running(store=store) as address, httpx.Client(base_url=address) as visitor:
        new = visitor.post("/api/uploads?name=a", content=RECORD).json()
        games = store.part("upload", new["id"], 0)
        body = {"name": "a", "uploaded": new["uploaded"], "games": games, "bad": []}
        store.put("upload", "an-older-upload", visitor.cookies["kiebitz_visitor"], body)
        listed = visitor.get("/api/uploads").json()
        assert [one["count"] for one in listed] == [1, 1]
        assert visitor.get("/api/uploads/an-older-upload").json()["games"] == new["games"]
        assert visitor.get("/api/uploads/an-older-upload/0").json()["record"]


@pytest.mark.parametrize(("keep", "third", "left"), [(0.0, 201, 0), (1e6, 503, 1)])
def test_uploads_are_bounded_in_total(keep: float, third: int, left: int) -> None:
    size = 2 * 5 * len(RECORD)
    settings = replace(QUICK, uploads_bytes=2 * size + 1000, keep_seconds=keep)
    with running(settings) as address, ExitStack() as stack:
        visitors = [stack.enter_context(httpx.Client(base_url=address)) for _ in range(3)]
        asked = [one.post("/api/uploads", content=RECORD * 5).status_code for one in visitors]
        assert asked == [201, 201, third]
        assert len(visitors[0].get("/api/uploads").json()) == left


def test_games_and_reviews_are_bounded_in_total() -> None:
    with running(replace(QUICK, games=2, reviews=0, bodies_bytes=5000)) as address:
        asked = [httpx.post(f"{address}/api/games", json=RULES) for _ in range(3)]
        assert [one.status_code for one in asked] == [201, 201, 503]
        record = {"record": RECORD.decode()}
        assert httpx.post(f"{address}/api/review", json=record).status_code == 429
        assert httpx.post(f"{address}/api/uploads", content=b"x" * 9000).status_code == 503


def test_reviews_share_the_solvers_of_their_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*args: Any) -> Solver:
        made.append(1)
        return Solver(*args)

    def few(state: Any) -> Any:
        return played_positions(state)[-2:]

    monkeypatch.setattr(review_routes, "Solver", counted)
    monkeypatch.setattr(review_routes, "played_positions", few)
    records = [RECORD.decode().replace("ID[", f"ID[{number}") for number in range(8)]
    with running(replace(QUICK, workers=2)) as address, ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(
                lambda text: (
                    httpx.post(
                        f"{address}/api/review", json={"record": text}, timeout=30
                    ).status_code
                ),
                records,
            )
        )
    assert answers == [200] * 8
    assert 1 <= len(made) <= 2


def test_a_list_that_nobody_chose_cannot_be_foretold(tmp_path: Path) -> None:
    # Each seed is shown when its game is over, and derived ones can be traced back.
    with running(data=tmp_path) as address, httpx.Client(base_url=address) as visitor:
        drawn = visitor.post("/api/lists", json={**RULES, "deals": 3}).json()
        chosen = visitor.post("/api/lists", json={**RULES, "deals": 3, "seed": 5}).json()
    store = Store(tmp_path)
    assert [store.get("list", one["id"])["seed"] for one in (drawn, chosen)] == [None, 5]  # type: ignore[index]
