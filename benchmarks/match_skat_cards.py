"""Cardplay of one Monte Carlo player of Skat against another, natively and on common deals.

    $ python benchmarks/match_skat_cards.py play games.jsonl pimc:values=likely:0.3,margin=2.5,sure=0 --minutes 7
    $ python benchmarks/match_skat_cards.py show games.jsonl

On every deal the base (`--base`) plays all seats, then the other one takes the soloist's place, then
both defenders'. Deals are those in doubt and a tenth of the others (see lab/skat_cardplay.py); gains
are points a declared deal. Players are those that value worlds one by one, without the search for
sure wins. `play` goes on where it stopped, on any machine: the first line of the file holds the
players, the seed and the commit it was begun with, and every deal has a seed of its own. A file whose
name ends in .gz is compressed and small enough for the repository. This one is kept there:

    $ python benchmarks/match_skat_cards.py play benchmarks/skat_recpimc_games.jsonl.gz \\
        recpimc:worlds=160,inner=10,sure=0 --base pimc:worlds=160,values=win:0.3,belief=table,sure=0 --minutes 60
"""  # noqa: E501

from __future__ import annotations

import argparse
import gzip
import json
import math
import subprocess
import time
from pathlib import Path
from typing import Any

from kiebitz._core import skat_players as core
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import soloist_points
from kiebitz.lab.skat_cardplay import chosen_deals, native_player

ROLES = ("soloist", "defenders")


def play(file: Path, spec: str, base_spec: str, seed: int, minutes: float) -> None:
    """Adds deals to a file; to a new one its settings first."""
    base, other = native_player(base_spec), native_player(spec)
    settings = {"player": spec, "base": base_spec, "seed": seed}
    about, rows = read(file)
    if about is None and not rows:
        add(file, {"about": {**settings, "commit": commit()}})
    elif about is not None and {key: about[key] for key in settings} != settings:
        raise KiebitzError(f"{file} was begun with other settings: {about}")
    number = len(rows)
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
            row[name] = [soloist_points(value), won, round(time.process_time() - before, 3)]
        add(file, row)
        number += 1


def read(file: Path) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The settings of a file, if it has any, and its deals."""
    if not file.exists():
        return None, []
    with opened(file, "rt") as log:
        rows = [json.loads(line) for line in log]
    about = rows.pop(0)["about"] if rows and "about" in rows[0] else None
    return about, rows


def add(file: Path, row: dict[str, Any]) -> None:
    """Adds a line; a compressed file takes it as a part of its own."""
    with opened(file, "at") as log:
        log.write(json.dumps(row) + "\n")


def opened(file: Path, mode: str) -> Any:
    """The file as text, compressed or not."""
    return gzip.open(file, mode) if file.suffix == ".gz" else file.open(mode)


def pack(file: Path) -> None:
    """Writes a compressed file anew as one part, which is smaller."""
    with gzip.open(file, "rb") as log:
        content = log.read()
    file.write_bytes(gzip.compress(content, mtime=0))


def commit() -> str:
    """The commit that is checked out."""
    asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def show(file: Path) -> None:
    """Gains by role, over all declared deals."""
    about, rows = read(file)
    if about is not None:
        print(f"{about['player']} instead of {about['base']}, seed {about['seed']}")
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
    try:
        play(arguments.file, arguments.player, arguments.base, arguments.seed, arguments.minutes)
    finally:
        if arguments.file.suffix == ".gz" and arguments.file.exists():
            pack(arguments.file)


if __name__ == "__main__":
    main()
