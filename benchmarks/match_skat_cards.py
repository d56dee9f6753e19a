"""Cardplay of one Monte Carlo player of Skat against another, natively and on common deals.

    $ python benchmarks/match_skat_cards.py play games.jsonl pimc:values=likely:0.3,margin=2.5,sure=0 --minutes 7
    $ python benchmarks/match_skat_cards.py show games.jsonl

On every deal the base (`--base`) plays all seats, then the other one takes the soloist's place, then
both defenders'. Deals are those in doubt and a tenth of the others (see lab/skat_cardplay.py); gains
are points a declared deal. Players are those that value worlds one by one, without the search for
sure wins. `play` goes on where it stopped.
"""  # noqa: E501

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

from kiebitz._core import skat_players as core
from kiebitz.cards import derive_seed
from kiebitz.lab.skat_cardplay import chosen_deals, native_player

ROLES = ("soloist", "defenders")


def play(file: Path, spec: str, base_spec: str, seed: int, minutes: float) -> None:
    """Adds deals to a file."""
    base, other = native_player(base_spec), native_player(spec)
    number = len(file.read_text().splitlines()) if file.exists() else 0
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        own = derive_seed(seed, number)
        deal = next(chosen_deals(own, None, 8, 0.1))
        state, cards = deal.state, deal.state.native
        start = (
            cards.hands, cards.skat, cards.declarer, cards.contract, state.bid, cards.highest_bids,
        )  # fmt: skip
        row: dict[str, Any] = {"n": number, "looked": deal.looked_at, "w": deal.weight}
        meetings = {"base": (base, base), "soloist": (other, base), "defenders": (base, other)}
        for name, pair in meetings.items():
            before = time.process_time()
            ((_, won, value),) = core.play_games(*pair, [start], own)
            points = value + 50 if won else -2 * abs(value) - 50
            row[name] = [points, won, round(time.process_time() - before, 3)]
        with file.open("a") as log:
            log.write(json.dumps(row) + "\n")
        number += 1


def show(file: Path) -> None:
    """Gains by role, over all declared deals."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    deals = sum(row["looked"] for row in rows)
    print(f"{len(rows)} deals of {deals} declared ones")
    for role in ROLES:
        sign = 1 if role == "soloist" else -1
        more = [row["w"] * sign * (row[role][0] - row["base"][0]) for row in rows]
        turned = [sign * (row[role][1] - row["base"][1]) for row in rows]
        mean = sum(more) / deals
        rest = [one - mean * row["looked"] for one, row in zip(more, rows, strict=True)]
        interval = 1.96 * math.sqrt(sum(one * one for one in rest)) / deals
        seconds = sum(row[role][2] for row in rows) / len(rows)
        better, worse = sum(one > 0 for one in turned), sum(one < 0 for one in turned)
        print(
            f"{role:10} {mean:+6.2f} ± {interval:5.2f}  {better} better, {worse} worse,"
            f" {seconds:.2f} s a game"
        )


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("player")
    playing.add_argument("--base", default="pimc:worlds=160,values=win:0.3,sure=0")
    playing.add_argument("--seed", type=int, default=502)
    playing.add_argument("--minutes", type=float, default=7.0)
    showing = commands.add_parser("show")
    showing.add_argument("file", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "show":
        show(arguments.file)
        return
    play(arguments.file, arguments.player, arguments.base, arguments.seed, arguments.minutes)


if __name__ == "__main__":
    main()
