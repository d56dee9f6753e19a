"""The page under attack: hostile requests to every route, slow clients, kills, a full disk."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx

COMMAND = [sys.executable, "-m", "kiebitz.app.cli.main"]
RULES = {"strengths": ["rules", "rules"], "seat": 0}


class Served:
    """A server of its own process, and a visitor whose requests wait until it answers."""

    def __init__(self, data: Path) -> None:
        self.errors = data.with_name(data.name + "-stderr").open("w+")
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--json", "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        assert self.process.stdout is not None
        self.address: str = json.loads(self.process.stdout.readline())["address"]

    def visitor(self, cookies: httpx.Cookies | None = None) -> httpx.Client:
        retry = httpx.HTTPTransport(retries=8)
        return httpx.Client(
            base_url=self.address, transport=retry, timeout=60, cookies=cookies or {}
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()


@contextmanager
def served(data: Path) -> Iterator[Served]:
    server = Served(data)
    try:
        yield server
    finally:
        server.kill()


def hostile_requests(until: float, seed: int) -> int:
    """What schemathesis makes of every route: never a status of 500 or more, always a sentence."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as hypothesis_seed
    from schemathesis.core.result import Ok

    from kiebitz.app.web.server import create_app
    from tests.app.web.serving import QUICK

    schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(QUICK))
    found = schema.get_all_operations()
    operations = [one.ok() for one in found if isinstance(one, Ok)]
    sent, round_number = 0, 0
    while True:
        for operation in operations:
            if operation.path.endswith("/events"):
                continue

            def ask(case: Any) -> None:
                nonlocal sent
                response = case.call(timeout=120)  # the machine may be busy
                sent += 1
                assert response.status_code < 500, f"{case.method} {case.path}: {response.text}"
                if response.status_code >= 400:
                    assert len(response.json()["error"]) > 5

            quiet = settings(
                max_examples=15,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            asked = given(case=operation.as_strategy())(ask)
            hypothesis_seed(seed + round_number)(quiet(asked))()
            if time.monotonic() > until:
                return sent
        round_number += 1


def slow_clients(until: float, seed: int) -> int:
    """Hundreds of connections that say little or nothing: others are served all the same."""
    random, opened = Random(seed), 0
    with TemporaryDirectory() as name, served(Path(name) / "data") as server:
        host, port = server.address.removeprefix("http://").strip("/").split(":")
        with server.visitor() as visitor:
            visitor.get("/").raise_for_status()
            while True:
                with ExitStack() as held:
                    for _ in range(200):
                        slow = held.enter_context(
                            socket.create_connection((host, int(port)), timeout=30)
                        )
                        part = random.choice(
                            (b"", b"G", b"POST /api/games HTTP/1.1\r\nhost: x\r\n")
                        )
                        with suppress(OSError):
                            slow.sendall(part)
                        opened += 1
                    game = visitor.post("/api/games", json=RULES)
                    assert game.status_code == 201, game.text
                    assert visitor.get(f"/api/games/{game.json()['id']}").status_code == 200
                if time.monotonic() > until:
                    return opened


def killed_servers(until: float, seed: int) -> int:
    """A server killed between, and within, moves has every move that it acknowledged."""
    from tests.app.web.playing import choose

    random, kills = Random(seed), 0
    with TemporaryDirectory() as name:
        data = Path(name) / "data"
        table: dict[str, Any] | None = None
        cookies = httpx.Cookies()
        while True:
            server = Served(data)
            try:
                with server.visitor(cookies) as visitor:
                    if table is not None:
                        kept = visitor.get(f"/api/games/{table['id']}").json()
                        assert kept["ply"] >= table["ply"], f"{table['ply']} moves, {kept['ply']}"
                    if table is None or kept["phase"] == "over":
                        kept = visitor.post("/api/games", json=RULES).json()
                    table = kept
                    for _ in range(random.randrange(6)):
                        if table["to_move"] == table["seat"]:
                            answer = visitor.post(
                                f"/api/games/{table['id']}/moves",
                                json={"move": choose(table), "ply": table["ply"]},
                            )
                            assert answer.status_code == 200, answer.text
                            table = answer.json()
                        else:
                            time.sleep(random.uniform(0, 0.02))
                            table = visitor.get(f"/api/games/{table['id']}").json()
                    cookies = visitor.cookies
            finally:
                server.kill()
            kills += 1
            if time.monotonic() > until:
                return kills


@contextmanager
def small_disk(size: str) -> Iterator[Path | None]:
    """A file system of so many bytes; None where we may not make one."""
    with TemporaryDirectory() as name:
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", name],
            capture_output=True,
            check=False,
        )
        if made.returncode != 0:
            yield None
            return
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=False)


def full_disk(until: float, seed: int) -> int:
    """With no room left nothing that was acknowledged is lost, and it goes on once there is room.

    Gives the number of requests on a full disk; none where no small disk can be made.
    """
    from tests.app.web.playing import choose

    asked = 0
    while True:
        with small_disk("2m") as disk:
            if disk is None:
                return 0
            with TemporaryDirectory() as name:
                data = disk / "data"
                server = Served(data)
                try:
                    with server.visitor() as visitor:
                        table = visitor.post("/api/games", json=RULES).json()
                        _fill(disk / "ballast")
                        for _ in range(40):
                            asked += 1
                            if table["phase"] == "over":
                                break
                            if table["to_move"] != table["seat"]:
                                time.sleep(0.02)
                                answer = visitor.get(f"/api/games/{table['id']}")
                            else:
                                answer = visitor.post(
                                    f"/api/games/{table['id']}/moves",
                                    json={"move": choose(table), "ply": table["ply"]},
                                )
                            if answer.status_code == 200:
                                table = answer.json()
                            else:  # it could not be saved: it says so, and was not played
                                assert answer.json()["error"]
                                break
                        (disk / "ballast").unlink()
                        kept = visitor.get(f"/api/games/{table['id']}").json()
                        assert kept["ply"] >= table["ply"]
                        cookies = visitor.cookies
                    server.kill()
                    server = Served(data)
                    with server.visitor(cookies) as visitor:
                        again = visitor.get(f"/api/games/{table['id']}").json()
                        assert again["ply"] >= table["ply"], "an acknowledged move was lost"
                finally:
                    server.kill()
                assert _arena_says_so(disk, Path(name))
                asked += 1
        if time.monotonic() > until:
            return asked


def _fill(file: Path) -> None:
    with suppress(OSError), file.open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


def _arena_says_so(disk: Path, folder: Path) -> bool:
    """A match whose log has no room ends with one sentence."""
    from tests.arena.test_resume import write_config

    config = write_config(folder)
    _fill(disk / "more")
    done = subprocess.run(
        [*COMMAND, "arena", "run", str(config), "--log", str(disk / "log"), "-w", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return True
