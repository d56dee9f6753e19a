"""`kiebitz bench`: a fixed workload whose counts identify the engine."""

from __future__ import annotations

from kiebitz.app.cli.terminal import JsonOption, print_json


def bench(json: JsonOption = False) -> None:
    """Runs a fixed workload; its counts identify the engine, its times only this machine.

    [dim]Example:[/]

        kiebitz bench --json
    """
    import time

    from kiebitz._core import skat
    from kiebitz.games.skat import Contract

    total = 0
    identity = 0
    for game in "DHSCGN":
        start = time.perf_counter()
        cards, checksum = skat.random_cardplays(100_000, Contract(game).code, 1)
        seconds = time.perf_counter() - start
        total += cards
        identity ^= checksum
        part = {"part": f"skat cardplay {game}", "moves": cards, "checksum": f"{checksum:016x}"}
        if json:
            print_json({**part, "seconds": round(seconds, 4)})
        else:
            rate = cards / seconds / 1e6
            print(f"{part['part']:<16} {cards:>9} moves  {checksum:016x}  {rate:6.1f} M/s")
    if json:
        print_json({"part": "total", "moves": total, "checksum": f"{identity:016x}"})
    else:
        print(f"Bench: {total} moves, {identity:016x}")
