"""A disk that takes nothing: what is shown is saved, and what is not saved is said and retried."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from kiebitz.app.web import computers, tables
from kiebitz.app.web.store import Entry, Store, Unsaved
from kiebitz.app.web.work import Ticket
from kiebitz.games.skat import View
from kiebitz.players.protocol import Decision
from kiebitz.players.skat.standing import Standing

from .playing import Table, choose, play_out, send, wait_for_turn
from .serving import running

RULES = {"strengths": ["rules", "rules"]}


class Moody(Store):
    """A store that takes so many documents more, or all."""

    left: int | None = None

    def put_all(self, entries: Sequence[Entry]) -> None:
        if self.left is not None:
            if self.left <= 0:
                raise Unsaved("the disk is full")
            self.left -= 1
        super().put_all(entries)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Moody:
    monkeypatch.setattr(tables, "_RETRY_SECONDS", (0.01, 0.05))
    return Moody(tmp_path)


@pytest.fixture
def visitor(store: Moody) -> Iterator[httpx.Client]:
    with running(store=store) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield client


def begin(visitor: httpx.Client) -> Table:
    return wait_for_turn(visitor, visitor.post("/api/games", json={**RULES, "seat": 1}).json())


def test_a_move_that_is_not_saved_is_not_played(visitor: httpx.Client, store: Moody) -> None:
    table = begin(visitor)
    path = f"/api/games/{table['id']}"
    store.left = 0
    asked = {"move": "p", "ply": table["ply"]}
    refused = visitor.post(f"{path}/moves", json=asked)
    assert refused.status_code == 503
    assert int(refused.headers["retry-after"]) > 0
    assert "disk is full" in refused.json()["error"]
    shown = visitor.get(path).json()
    assert (shown["moves"], shown["note"]) == (table["moves"], "not-saved")
    assert shown["version"] > table["version"]
    store.left = None
    played = visitor.post(f"{path}/moves", json=asked).json()
    assert (played["ply"], played["note"]) == (table["ply"] + 1, None)
    assert visitor.post("/api/games", json=RULES).status_code == 201


def test_nothing_is_shown_that_a_restart_would_not_know(
    visitor: httpx.Client, store: Moody
) -> None:
    table = begin(visitor)
    path = f"/api/games/{table['id']}"
    store.left = 1  # the visitor's move; what the computers answer is not saved
    send(visitor, table, "p")
    deadline = time.monotonic() + 20
    while (shown := visitor.get(path).json())["note"] != "not-saved":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    kept = store.get("game", table["id"])
    assert kept is not None
    assert shown["ply"] == table["ply"] + 1 == len(kept["moves"].split()) // 2 - 1
    # The players have not gone to sleep: when there is room again, the game goes on from there.
    store.left = None
    assert play_out(visitor, shown)["phase"] == "over"


def test_nothing_else_is_half_saved(visitor: httpx.Client, store: Moody) -> None:
    table = begin(visitor)
    store.left = 0
    for path, body in (
        ("/api/games", RULES),
        ("/api/lists", RULES),
        (f"/api/games/{table['id']}/hint", {"ply": table["ply"]}),
    ):
        assert visitor.post(path, json=body).status_code == 503
    assert store.total("game") == (1, store.total("game")[1])
    assert visitor.get("/api/lists").json() == []
    assert visitor.get(f"/api/games/{table['id']}").json()["practice"] == []


def test_a_player_who_fails_is_asked_again(
    visitor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(visitor)
    failures = 2
    decide = computers.decide

    def stumble(
        name: str, view: View, seed: int, seconds: float, ticket: Ticket, standing: Standing | None
    ) -> Decision:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise RuntimeError("a player stumbles")
        return decide(name, view, seed, seconds, ticket, standing)

    monkeypatch.setattr(computers, "decide", stumble)
    assert play_out(visitor, table)["phase"] == "over"
    assert failures < 0


def test_a_page_takes_what_comes_after_a_restart(tmp_path: Path) -> None:
    store = Moody(tmp_path)
    with running(store=store) as address, httpx.Client(base_url=address) as visitor:
        table = begin(visitor)
        store.left = 0
        visitor.post(f"/api/games/{table['id']}/moves", json={"move": "p", "ply": table["ply"]})
        shown = visitor.get(f"/api/games/{table['id']}").json()
        cookies = visitor.cookies
    with running(data=tmp_path) as address, httpx.Client(base_url=address) as visitor:
        visitor.cookies.update(dict(cookies.items()))
        again = visitor.get(f"/api/games/{table['id']}").json()
        assert again["version"] > shown["version"]
        assert again["moves"] == shown["moves"]


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(tmp_path)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")
    monkeypatch.setattr(tables, "_RETRY_SECONDS", (0.01, 0.05))
    try:
        with running(data=tmp_path) as address, httpx.Client(base_url=address) as visitor:
            table = begin(visitor)
            answer = visitor.get("/healthz")
            ballast = tmp_path / "ballast"
            with ballast.open("wb", buffering=0) as file, suppress(OSError):
                while file.write(b"x" * 1024):
                    pass
            path = f"/api/games/{table['id']}"
            statuses = set()
            while table["note"] != "not-saved" and 503 not in statuses:
                if table["phase"] == "over":
                    answer = visitor.post("/api/games", json={**RULES, "seat": 1})
                    if answer.status_code == 201:
                        path = f"/api/games/{answer.json()['id']}"
                elif table["to_move"] == table["seat"]:
                    asked = {"move": choose(table), "ply": table["ply"]}
                    answer = visitor.post(f"{path}/moves", json=asked)
                statuses.add(answer.status_code)
                table = visitor.get(path).json()
            assert statuses <= {200, 201, 503}
            ballast.unlink()
            assert play_out(visitor, visitor.get(path).json())["phase"] == "over"
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)
