"""`kiebitz serve` as a person starts and ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from kiebitz.app.web.store import Store
from kiebitz.games.skat import State

from .web.playing import choose

COMMAND = [sys.executable, "-m", "kiebitz.app.cli.main", "serve"]


@contextmanager
def served(data: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The printed address of a server of its own process, and the process."""
    server = subprocess.Popen(
        [*COMMAND, "--port", "0", "--data", str(data), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1], server
    finally:
        server.kill()
        server.communicate()


def test_it_prints_an_address_and_ends_without_a_word_on_interrupt(tmp_path: Path) -> None:
    with served(tmp_path) as (address, server):
        with httpx.Client(base_url=address, timeout=30) as visitor:
            assert "Kiebitz" in visitor.get("/").text  # it listens before it tells its address
            game = visitor.post("/api/games", json={}).json()["id"]
            port = address.rsplit(":", 1)[1].strip("/")
            taken = subprocess.run(
                [*COMMAND, "--port", port, "--data", str(tmp_path)], capture_output=True, text=True
            )
            assert taken.returncode == 2
            assert len(taken.stderr.splitlines()) == 1
            assert f"port {port}" in taken.stderr
            # A page that follows its game does not hold the server up.
            with visitor.stream("GET", f"/api/games/{game}/events") as events:
                lines = events.iter_lines()
                assert next(lines).startswith("retry")
                server.send_signal(signal.SIGINT)
                list(lines)
        out, messages = server.communicate(timeout=30)
    assert (server.returncode, out) == (0, "")
    assert messages.splitlines() == ["Ctrl-C stops it; games are kept."]
    assert (tmp_path / "web.sqlite").exists()


def test_another_address_than_the_loopback_asks_for_a_token(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0") as (address, _):
        port = int(address.split(":")[2].split("/")[0])
        here = f"http://127.0.0.1:{port}"
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=30) as visitor:
            assert visitor.get(here).status_code == 401
            token = address.split("?token=")[1]
            assert visitor.get(f"{here}/?token={token}").status_code == 303
            assert visitor.get(f"{here}/api/options").status_code == 200


def test_a_proxy_may_call_it_by_the_names_it_was_given(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--name", "skat.example.org") as (address, _),
        httpx.Client(
            base_url=address, transport=httpx.HTTPTransport(retries=8), timeout=30
        ) as visitor,
    ):
        asked = {
            host: visitor.get("/api/options", headers={"host": host}).status_code
            for host in ("skat.example.org", "skat.example.org:8443", "other.example.org")
        }
        assert list(asked.values()) == [200, 200, 421]
        deadline = time.monotonic() + 60
        while not (tmp_path / "web.backup.sqlite").exists():  # from the beginning
            assert time.monotonic() < deadline
            time.sleep(0.05)


def _a_file(folder: Path) -> Path:
    data = folder / "data"
    data.write_text("not a folder")
    return data


def _a_folder_that_takes_nothing(folder: Path) -> Path:
    if os.geteuid() == 0:
        return Path("/proc/kiebitz")  # root writes everywhere else
    folder.chmod(0o500)
    return folder


def _a_folder_with_a_damaged_database(folder: Path) -> Path:
    (folder / "web.sqlite").write_bytes(b"what once was a database" * 400)
    return folder


@pytest.mark.parametrize(
    "make", [_a_file, _a_folder_that_takes_nothing, _a_folder_with_a_damaged_database]
)
def test_a_data_folder_that_cannot_be_used_is_named_before_the_address(
    tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    data = make(tmp_path)
    ended = subprocess.run(
        [*COMMAND, "--port", "0", "--data", str(data)], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    (sentence,) = ended.stderr.splitlines()
    assert str(data) in sentence
    if "damaged" in make.__name__:
        (aside,) = data.glob("web.sqlite.damaged*[0-9]")
        assert aside.name in sentence
        assert aside.read_bytes().startswith(b"what once was")


def test_sigterm_ends_the_server_and_every_game_is_kept(tmp_path: Path) -> None:
    shown: dict[str, tuple[int, str]] = {}
    ended = threading.Event()

    def play(address: str) -> None:
        """Deals and passes until the server is gone; keeps what it was shown last."""
        with httpx.Client(base_url=address, timeout=30) as visitor:
            while not ended.is_set():
                try:
                    body = {"strengths": ["rules", "rules"]}
                    table = visitor.post("/api/games", json=body).raise_for_status().json()
                    while table["phase"] != "over" and not ended.is_set():
                        shown[table["id"]] = (
                            table["ply"],
                            dict(visitor.cookies)["kiebitz_visitor"],
                        )
                        path = f"/api/games/{table['id']}"
                        if table["to_move"] == table["seat"] and table["legal"]:
                            move = {"move": choose(table), "ply": table["ply"]}
                            answer = visitor.post(f"{path}/moves", json=move)
                            table = answer.raise_for_status().json()
                        else:
                            time.sleep(0.02)
                            table = visitor.get(path).raise_for_status().json()
                except httpx.HTTPError:
                    return

    with served(tmp_path) as (address, server):
        with httpx.Client(base_url=address, transport=httpx.HTTPTransport(retries=8)) as first:
            assert first.get("/api/health").json()["status"] == "ok"
        visitors = [threading.Thread(target=play, args=(address,)) for _ in range(4)]
        for one in visitors:
            one.start()
        deadline = time.monotonic() + 60
        while len(shown) < 8 and time.monotonic() < deadline:
            time.sleep(0.02)
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=60)
        ended.set()
        for one in visitors:
            one.join(60)
        assert server.returncode == 0
    assert len(shown) >= 4
    store = Store(tmp_path)
    for game, (ply, visitor) in shown.items():
        kept = store.get("game", game, visitor)
        assert kept is not None
        assert len(State.parse(kept["moves"]).native.history) >= ply, "what was shown is kept"
    store.close()
