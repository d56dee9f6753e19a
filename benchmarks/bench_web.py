"""The web page under load: people who play against the rule player, and others who ask for hints.

Starts a server of its own, lets 50 visitors play whole games while ten keep asking for hints, and
prints the latencies of both, with the same moves on an idle server for comparison.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx

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

    async def post(self, client: httpx.AsyncClient, path: str, body: object) -> httpx.Response:
        """Posts, counting failures of the server."""
        response = await client.post(path, json=body)
        if response.status_code >= 500:
            self.failed += 1
        return response

    async def play(self) -> None:
        """Plays games with a second of thought a move, as a quick person does."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as client:
            await client.get("/")
            while time.monotonic() < self.until:
                table = (await self.post(client, "/api/games", RULES)).json()
                while table["phase"] != "over" and time.monotonic() < self.until:
                    waited = time.perf_counter()
                    while table["to_move"] not in (None, table["seat"]):
                        table = (await client.get(f"/api/games/{table['id']}")).json()
                        if table["to_move"] not in (None, table["seat"]):
                            await asyncio.sleep(0.05)
                    self.replies.append(time.perf_counter() - waited)
                    if table["phase"] == "over":
                        break
                    await asyncio.sleep(1.0)
                    start = time.perf_counter()
                    body = {"move": choose(table), "ply": table["ply"]}
                    answer = await self.post(client, f"/api/games/{table['id']}/moves", body)
                    self.moves.append(time.perf_counter() - start)
                    table = answer.json()
                self.games += table["phase"] == "over"

    async def ask(self) -> None:
        """Asks for one hint after the other, for a card."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as client:
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


async def run(address: str, players: int, askers: int, seconds: float) -> Load:
    load = Load(address, seconds)
    await asyncio.gather(
        *(load.play() for _ in range(players)), *(load.ask() for _ in range(askers))
    )
    return load


def line(name: str, times: list[float]) -> str:
    if len(times) < 2:
        return f"  {name:<28} -"
    cuts = statistics.quantiles(times, n=100)
    return (
        f"  {name:<28} {len(times):6}  median {1000 * statistics.median(times):7.1f} ms  "
        f"p95 {1000 * cuts[94]:7.1f} ms  p99 {1000 * cuts[98]:7.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--askers", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "kiebitz.app.cli.main", "serve", "--port", "0"]
        server = subprocess.Popen(
            command, env={**os.environ, "KIEBITZ_DATA": data}, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].rstrip("/")
            players = options.players
            for people, askers in ((1, 0), (players, 0), (players, options.askers)):
                load = asyncio.run(run(address, people, askers, options.seconds))
                print(f"{people} playing, {askers} asking for hints, {options.seconds:.0f} s:")
                print(line("own move answered", load.moves))
                print(line("until my turn again", load.replies))
                if askers:
                    print(line("hint", load.hints))
                print(f"  games {load.games}, queue full {load.full}, failed {load.failed}")
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
