"""Hostile and unlucky requests: sizes, hosts, tokens, queues, headers."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from kiebitz.app.web.context import while_connected
from kiebitz.app.web.networks import Networks
from kiebitz.app.web.work import QueueFull, Ticket, Work

from .playing import wait_for_turn
from .serving import QUICK, running
from .test_analysis import DATA


def test_browsers_are_told_to_be_careful(client: httpx.Client) -> None:
    for path in ("/", "/static/js/main.js", "/api/options", "/api/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    cookie = httpx.get(client.base_url).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_large_bodies_are_refused(client: httpx.Client) -> None:
    big = b'{"seed": ' + b"1" * 100_000 + b"}"
    declared = client.post("/api/games", content=big, headers={"content-type": "application/json"})

    def pieces() -> Iterator[bytes]:
        for _ in range(200):
            yield b" " * 1000

    streamed = client.post("/api/games", content=pieces())
    assert (declared.status_code, streamed.status_code) == (413, 413)
    assert "bytes" in declared.json()["error"]


def test_other_hosts_and_sites_are_refused(client: httpx.Client) -> None:
    rebound = client.get("/api/options", headers={"host": "evil.example"})
    foreign = client.post("/api/games", json={}, headers={"origin": "http://evil.example"})
    assert (rebound.status_code, foreign.status_code) == (421, 403)


def test_one_network_makes_so_many_visitors_a_minute() -> None:
    with running(replace(QUICK, visitors_each=3)) as address:

        def asks(network: str, cookies: dict[str, str] | None = None) -> int:
            # A proxy on the same machine says for whom it asks.
            headers = {"x-forwarded-for": network}
            with httpx.Client(base_url=address, headers=headers, cookies=cookies) as visitor:
                return visitor.post(
                    "/api/games", json={"strengths": ["rules", "rules"]}
                ).status_code

        assert [asks("203.0.113.7") for _ in range(5)] == [201, 201, 201, 429, 429]
        known = {"kiebitz_visitor": "a-visitor-from-yesterday"}
        assert asks("203.0.113.7", known) == 201
        assert asks("203.0.113.8") == 201
        assert [asks(f"2001:db8::{n}") for n in range(1, 5)] == [201, 201, 201, 429]
        assert [asks("127.0.0.1") for _ in range(5)] == [201] * 5


def test_a_visitor_who_asks_too_fast_is_told_to_wait() -> None:
    slow = replace(QUICK, requests_a_second=0.01, requests_at_once=5)
    with running(slow) as address:

        def asks(visitor: str, network: str = "127.0.0.1") -> httpx.Response:
            cookies = {"kiebitz_visitor": f"{visitor}-of-yesterday-and-today"}
            headers = {"x-forwarded-for": network}
            with httpx.Client(base_url=address, cookies=cookies, headers=headers) as one:
                return one.get("/api/options")

        answers = [asks("ann") for _ in range(7)]
        assert [one.status_code for one in answers] == [200] * 5 + [429] * 2
        assert answers[-1].json()["code"] == "too-fast"
        assert answers[-1].headers["retry-after"] == "1"
        assert asks("bob").status_code == 200
        # New names are no way around it for one address.
        asked = [asks(f"eve{n}", "203.0.113.7").status_code for n in range(52)]
        assert asked == [200] * 50 + [429] * 2


def test_one_network_has_so_many_requests_under_way() -> None:
    networks = Networks(2, 9)
    with networks.counted("203.0.113.7"), networks.counted("203.0.113.7"):
        assert not networks.admits("203.0.113.7", is_new=False)
        assert networks.admits("203.0.113.8", is_new=False)
        with networks.counted(None):
            assert networks.admits(None, is_new=True)
    assert networks.admits("203.0.113.7", is_new=False)


def test_the_files_of_the_server_stay_there(client: httpx.Client) -> None:
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py"):
        assert client.get(path).status_code in (404, 405)


def test_a_token_opens_the_door_once() -> None:
    with running(replace(QUICK, token="a-long-secret-word", hosts=())) as address:
        with httpx.Client(base_url=address) as visitor:
            assert visitor.get("/").status_code == 401
            assert visitor.get("/api/options").status_code == 401
            assert visitor.get("/?token=wrong").status_code == 401
            assert visitor.get("/?token=a-long-secret-word").status_code == 303
            assert visitor.get("/api/options").status_code == 200
        bearer = {"authorization": "Bearer a-long-secret-word"}
        assert httpx.get(f"{address}/api/options", headers=bearer).status_code == 200


def test_a_full_server_answers_429() -> None:
    with (
        running(replace(QUICK, waiting=0)) as address,
        httpx.Client(base_url=address) as visitor,
    ):
        body = {"strengths": ["rules", "rules"], "seed": 7, "seat": 1}
        table = visitor.post("/api/games", json=body).json()
        full = visitor.post(f"/api/games/{table['id']}/hint", json={"ply": 0})
        assert full.status_code == 429
        assert int(full.headers["retry-after"]) > 0
        # The computer players move all the same.
        moved = visitor.post(f"/api/games/{table['id']}/moves", json={"move": "p", "ply": 0})
        assert moved.status_code == 200
        assert wait_for_turn(visitor, moved.json())["ply"] > 1


def test_reviews_and_new_games_are_bounded() -> None:
    record = (DATA / "skat_blunder.sgf").read_text()
    with (
        running(replace(QUICK, moves_waiting=0, waiting_each=0)) as address,
        httpx.Client(base_url=address) as visitor,
    ):
        assert visitor.post("/api/games", json={}).status_code == 429
        assert visitor.post("/api/review", json={"record": record}).status_code == 429


def test_work_ends_when_the_browser_goes_away() -> None:
    async def scene() -> None:
        work = Work(workers=1, waiting=4, waiting_each=4)
        stopped = threading.Event()
        gone = asyncio.Event()

        async def receive() -> dict[str, str]:
            await gone.wait()
            return {"type": "http.disconnect"}

        def endless(ticket: Ticket) -> None:
            while not ticket.cancelled:
                time.sleep(0.002)
            stopped.set()

        request = Request({"type": "http"}, receive)
        task = asyncio.create_task(while_connected(request, work.run("a", endless)))
        await asyncio.sleep(0.05)
        assert work.running == 1
        gone.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(stopped.wait, 2)
        work.close()

    run_aside(scene)


def run_aside(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs a scene in a thread of its own: the browser tests have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(scene())).result()


def test_visitors_take_turns() -> None:
    order: list[str] = []

    def job(name: str) -> Callable[[Ticket], None]:
        def run(ticket: Ticket) -> None:
            time.sleep(0.01)
            order.append(name)

        return run

    async def scene() -> None:
        work = Work(workers=1, waiting=64, waiting_each=64)
        greedy = [asyncio.create_task(work.run("greedy", job("greedy"))) for _ in range(6)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(work.run("modest", job("modest")))
        await asyncio.gather(*greedy, modest)
        work.close()

    run_aside(scene)
    assert order.index("modest") <= 2


def test_a_full_queue_says_so_and_a_cancelled_job_leaves_it() -> None:
    async def scene() -> None:
        work = Work(workers=1, waiting=2, waiting_each=2)
        gate = threading.Event()
        stopped = threading.Event()

        def patient(ticket: Ticket) -> None:
            while not ticket.cancelled:
                if gate.wait(0.005):
                    return
            stopped.set()

        first = asyncio.create_task(work.run("a", patient))
        await asyncio.sleep(0.02)
        second = asyncio.create_task(work.run("a", patient))
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await work.run("a", patient)
        third = asyncio.create_task(work.run("b", patient))
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await work.run("c", patient)
        third.cancel()
        await asyncio.sleep(0)
        assert work.waiting == 1
        first.cancel()
        assert await asyncio.to_thread(stopped.wait, 2)
        gate.set()
        await second
        assert (work.waiting, work.running) == (0, 0)
        work.close()

    run_aside(scene)


def test_what_is_asked_of_a_server_that_ends_is_dropped_in_silence() -> None:
    async def scene() -> None:
        work = Work(workers=1, waiting=2, waiting_each=2)
        work.close()
        with pytest.raises(asyncio.CancelledError):
            await work.run("visitor", lambda ticket: None)

    run_aside(scene)
