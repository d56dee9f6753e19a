"""The web page under load: people who play against the rule player, and others who ask for hints.

Starts a server of its own, lets 50 visitors play whole games while ten keep asking for hints, and
prints the latencies of both, with those of a single visitor for comparison, and the processor time
that the server took: that figure depends least on what else the machine does. Then people play
while others list large uploads, and many games are reviewed: does the memory come back?
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from kiebitz.games.skat import State

RECORDS = Path(__file__).parents[1] / "tests" / "data" / "iss_games.sgf"
RULES = {"strengths": ["rules", "rules"]}


def choose(table: dict[str, Any]) -> str:
    phase = table["phase"]
    if phase in ("bid", "answer"):
        return "p"
    if phase == "pick_up":
        return "s"
    if phase == "declare":
        return ".".join(["G", *table["hand"][-2:]])
    return str(table["legal"][0])


def visitor(address: str) -> httpx.AsyncClient:
    """A browser, for our purposes; without the certificates that it would read and not need."""
    return httpx.AsyncClient(base_url=address, timeout=60, verify=False)


class Followed:
    """A game as the page knows it: the latest of what answers and events said."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self._news = asyncio.Event()

    def take(self, table: dict[str, Any]) -> None:
        """Keeps what is newer."""
        if table["version"] > self.table["version"]:
            self.table = table
            self._news.set()

    async def listen(self, client: httpx.AsyncClient) -> None:
        """Reads the events of the game."""
        path = f"/api/games/{self.table['id']}/events"
        async with client.stream("GET", path, timeout=None) as response:
            async for line in response.aiter_lines():
                if line.startswith("data: "):
                    self.take(json.loads(line[6:]))

    async def my_turn(self) -> None:
        """Waits until the visitor moves or the game is over."""
        while self.table["to_move"] not in (None, self.table["seat"]):
            self._news.clear()
            await self._news.wait()


class Load:
    """One run of visitors against one server."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address = address
        self.until = time.monotonic() + seconds
        self.moves: list[float] = []
        self.replies: list[float] = []
        self.hints: list[float] = []
        self.full = 0
        self.games = 0
        self.failed = 0
        self.began = time.monotonic()
        self.ready = asyncio.Event()
        self.listings: list[float] = []
        self.reviewed = 0

    async def post(self, client: httpx.AsyncClient, path: str, body: object) -> httpx.Response:
        """Posts, counting failures of the server."""
        response = await client.post(path, json=body)
        if response.status_code >= 500:
            self.failed += 1
        return response

    async def play(self, wait: float = 0.0) -> None:
        """Comes after a while and plays games, with a second of thought a move."""
        await asyncio.sleep(wait)
        async with visitor(self.address) as client:
            await client.get("/")
            while time.monotonic() < self.until:
                table = (await self.post(client, "/api/games", RULES)).json()
                followed = Followed(table)
                listener = asyncio.create_task(followed.listen(client))
                try:
                    await self.play_game(client, followed)
                finally:
                    listener.cancel()
                    await asyncio.gather(listener, return_exceptions=True)
                self.games += followed.table["phase"] == "over"

    async def play_game(self, client: httpx.AsyncClient, followed: Followed) -> None:
        """Plays one game that is followed as the page follows it."""
        path = f"/api/games/{followed.table['id']}/moves"
        waited = time.perf_counter()
        while time.monotonic() < self.until:
            await followed.my_turn()
            self.replies.append(time.perf_counter() - waited)
            table = followed.table
            if table["phase"] == "over":
                return
            await asyncio.sleep(1.0)
            start = time.perf_counter()
            answer = await self.post(client, path, {"move": choose(table), "ply": table["ply"]})
            waited = time.perf_counter()
            self.moves.append(waited - start)
            followed.take(answer.json())

    async def ask(self) -> None:
        """Asks for one hint after the other, for a card."""
        async with visitor(self.address) as client:
            await client.get("/")
            seed = 0
            while time.monotonic() < self.until:
                seed += 1
                body = {**RULES, "seed": seed, "seat": 1}
                table = (await self.post(client, "/api/games", body)).json()
                for move in ("18", "s", None):
                    while table["to_move"] not in (None, 1):
                        await asyncio.sleep(0.02)
                        table = (await client.get(f"/api/games/{table['id']}")).json()
                    if table["phase"] not in ("bid", "pick_up", "declare"):
                        break
                    move = move or choose(table)
                    body = {"move": move, "ply": table["ply"]}
                    path = f"/api/games/{table['id']}/moves"
                    table = (await self.post(client, path, body)).json()
                    if "error" in table:
                        break
                while "error" not in table and table["phase"] == "play":
                    if time.monotonic() > self.until:
                        return
                    if table["to_move"] != 1:
                        await asyncio.sleep(0.05)
                        table = (await client.get(f"/api/games/{table['id']}")).json()
                        continue
                    start = time.perf_counter()
                    ply = {"ply": table["ply"]}
                    hint = await self.post(client, f"/api/games/{table['id']}/hint", ply)
                    if hint.status_code == 429:
                        self.full += 1
                        await asyncio.sleep(1)
                        continue
                    self.hints.append(time.perf_counter() - start)
                    body = {"move": hint.json()["move"], **ply}
                    path = f"/api/games/{table['id']}/moves"
                    table = (await self.post(client, path, body)).json()

    async def list_uploads(self, uploads: int, records: int) -> None:
        """Uploads files, then lists them over and over, eight at a time."""
        lines = RECORDS.read_bytes().splitlines(keepends=True)
        content = b"".join(lines[number % len(lines)] for number in range(records))
        async with visitor(self.address) as client:
            await client.get("/")
            for _ in range(uploads):
                (await client.post("/api/uploads", content=content)).raise_for_status()
            self.until += time.monotonic() - self.began
            self.ready.set()
            while time.monotonic() < self.until:
                start = time.perf_counter()
                await asyncio.gather(*(client.get("/api/uploads") for _ in range(8)))
                self.listings.append((time.perf_counter() - start) / 8)

    async def play_while_listed(self) -> None:
        """Plays once the uploads are there."""
        await self.ready.wait()
        await self.play()

    async def review(self, games: asyncio.Queue[str], cards: int) -> None:
        """Reviews one game after the other, as a visitor of its own each, up to some card."""
        while not games.empty():
            record = games.get_nowait()
            async with visitor(self.address) as client:
                body = {"record": record}
                stream = client.stream("POST", "/api/review", json=body, timeout=None)
                async with stream as response:
                    if response.status_code == 429:
                        self.full += 1
                        games.put_nowait(record)
                        await asyncio.sleep(1)
                        continue
                    told = -1
                    async for _ in response.aiter_lines():
                        told += 1
                        if told == cards:
                            break
            self.reviewed += 1


async def run_listing(
    address: str, players: int, uploads: int, records: int, seconds: float
) -> Load:
    load = Load(address, seconds)
    await asyncio.gather(
        load.list_uploads(uploads, records), *(load.play_while_listed() for _ in range(players))
    )
    return load


def random_game(seed: int, contract: str) -> str:
    """The moves of a game from hand in which everybody plays some card."""
    draw = random.Random(seed)
    state = State.deal(seed).play("18").play("p").play("p").play(contract)
    while not state.is_over:
        state = state.play(draw.choice(state.legal_moves))
    return str(state)


async def run_reviews(address: str, first: int, reviews: int, options: argparse.Namespace) -> Load:
    load = Load(address, 0)
    games: asyncio.Queue[str] = asyncio.Queue()
    for seed in range(reviews):
        games.put_nowait(random_game(first + seed, options.contract))
    await asyncio.gather(*(load.review(games, options.cards) for _ in range(options.at_once)))
    return load


def resident(pid: int) -> float:
    """Resident memory of a process in MB (Linux)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def run(address: str, players: int, askers: int, options: argparse.Namespace) -> Load:
    load = Load(address, options.arrive + options.seconds)
    await asyncio.gather(
        *(load.play(options.arrive * number / players) for number in range(players)),
        *(load.ask() for _ in range(askers)),
    )
    return load


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def line(name: str, times: list[float]) -> str:
    if len(times) < 2:
        return f"  {name:<28} -"
    cuts = statistics.quantiles(times, n=100)
    return (
        f"  {name:<28} {len(times):6}  median {1000 * statistics.median(times):7.1f} ms  "
        f"p95 {1000 * cuts[94]:7.1f} ms  p99 {1000 * cuts[98]:7.1f} ms"
    )


def show_reviews(pid: int, address: str, options: argparse.Namespace) -> None:
    """Memory before, during and after many reviews."""
    memory = [resident(pid)]
    some = max(1, options.reviews // 10)
    for first, reviews in ((0, some), (some, options.reviews - some)):
        load = asyncio.run(run_reviews(address, first, reviews, options))
        memory.append(resident(pid))
        told = f"{load.reviewed} reviews of {options.contract}, {options.cards} decisions each"
        print(f"{told}, queue full {load.full}", flush=True)
    time.sleep(35)
    memory.append(resident(pid))
    print("  resident memory: {:.0f} MB before, {:.0f}, {:.0f}, {:.0f} MB at rest".format(*memory))


def show_listing(address: str, options: argparse.Namespace) -> None:
    """How long a move takes while somebody lists large uploads."""
    people = options.players
    load = asyncio.run(
        run_listing(address, people, options.uploads, options.records, options.seconds)
    )
    print(f"{people} playing while {options.uploads} uploads of {options.records} are listed:")
    print(line("own move answered", load.moves))
    print(line("until my turn again", load.replies))
    print(line("one listing, eight at once", load.listings))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--askers", type=int, default=10)
    parser.add_argument("--strength", default="rules", help="of the computer players at the tables")
    parser.add_argument("--arrive", type=float, default=0, help="seconds until all have come")
    parser.add_argument("--uploads", type=int, default=20)
    parser.add_argument("--records", type=int, default=5000, help="in each upload")
    parser.add_argument("--reviews", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=50, help="reviews under way")
    parser.add_argument("--cards", type=int, default=3, help="of each review, then it is left")
    parser.add_argument("--contract", default="GH", help="of the games reviewed; NH is quick")
    parser.add_argument("--only", choices=["load", "uploads", "reviews"])
    options = parser.parse_args()
    RULES["strengths"] = [options.strength] * 2
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "kiebitz.app.cli.main", "serve", "--port", "0"]
        server = subprocess.Popen(
            command, env={**os.environ, "KIEBITZ_DATA": data}, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].rstrip("/")
            players = options.players
            if options.only in (None, "reviews"):
                show_reviews(server.pid, address, options)
            if options.only in (None, "uploads"):
                show_listing(address, options)
            if options.only not in (None, "load"):
                return
            runs = ((1, 0), (players, 0), (players, options.askers))
            for people, askers in runs if options.askers else runs[:2]:
                before = cpu_seconds(server.pid)
                load = asyncio.run(run(address, people, askers, options))
                used = cpu_seconds(server.pid) - before
                print(f"{people} playing, {askers} asking for hints, {options.seconds:.0f} s:")
                print(line("own move answered", load.moves))
                print(line("until my turn again", load.replies))
                if askers:
                    print(line("hint", load.hints))
                print(
                    f"  games {load.games}, queue full {load.full}, failed {load.failed}, "
                    f"processor {used:.1f} s, load average {os.getloadavg()[0]:.1f}"
                )
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
