"""Cardplay of one Monte Carlo player of Skat against another, natively and on common deals.

    $ python benchmarks/match_skat_cards.py play games.jsonl pimc:values=likely:0.3,margin=2.5,sure=0 --minutes 7
    $ python benchmarks/match_skat_cards.py show games.jsonl others.jsonl

On every deal the base (`--base`) plays all seats, then the other one takes the soloist's place, then
both defenders'. Deals are those in doubt and a share of the others (`--others`), which then count for
all of them (see lab/skat_cardplay.py); gains are points a declared deal. `show` tells of several
players of the same base and seed on their common deals, and how far each is ahead of the one before
it. Players are those that value worlds one by one, without the search for sure wins. `play` goes on
where it stopped, on any machine: the first line of the file holds the players, the seed and the commit
it was begun with, and every deal has a seed of its own. Games are kept with their cards since the
809th deal of the second kept file; `errors` shows what open cards say of those. A file whose name ends in .gz is compressed
and small enough for the repository. Two are kept there, on the same deals; the first goes on with:

    $ python benchmarks/match_skat_cards.py play benchmarks/skat_recpimc_small_games.jsonl.gz \\
        recpimc:worlds=160,inner=10,belief=small,sure=0 \\
        --base pimc:worlds=160,values=win:0.3,belief=table,sure=0 --minutes 60
    $ python benchmarks/match_skat_cards.py show benchmarks/skat_pimc_small_games.jsonl.gz \\
        benchmarks/skat_recpimc_small_games.jsonl.gz
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

import matplotlib as mpl
from matplotlib.figure import Figure

from kiebitz._core import skat_players as core
from kiebitz.arena.judges import pipma
from kiebitz.arena.skat import kind_of_game
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import soloist_points
from kiebitz.games.skat.cards import DECK
from kiebitz.lab.experiment import Row
from kiebitz.lab.experiments.skat_recursion import draw
from kiebitz.lab.skat_cardplay import chosen_deals, native_player, native_start
from kiebitz.lab.style import STYLE
from kiebitz.players.skat.judgement import shared_bidder

ROLES = ("soloist", "defenders")


def play(file: Path, settings: dict[str, Any], minutes: float, deals: float = math.inf) -> None:
    """Adds deals to a file until it has so many; to a new one its settings first."""
    base, other = native_player(settings["base"]), native_player(settings["player"])
    seed = settings["seed"]
    about, rows = read(file)
    if about is None and not rows:
        add(file, {"about": {**settings, "commit": commit()}})
    elif about is not None and {key: about[key] for key in settings} != settings:
        raise KiebitzError(f"{file} was begun with other settings: {about}")
    number = len(rows)
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end and number < deals:
        own = derive_seed(seed, number)
        deal = next(chosen_deals(own, None, 8, settings["others"]))
        start = native_start(deal.state)
        row: dict[str, Any] = {"n": number, "looked": deal.looked_at, "w": deal.weight}
        meetings = {"base": (base, base), "soloist": (other, base), "defenders": (base, other)}
        for name, pair in meetings.items():
            before = time.process_time()
            ((_, won, value, cards),) = core.play_all_cards(*pair, [start], own)
            seconds = round(time.process_time() - before, 3)
            names = ".".join(DECK[card] for card in cards)
            row[name] = [soloist_points(value), won, seconds, names]
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


def show(files: list[Path], plot: Path | None = None) -> None:
    """Gains by role, over all declared deals, and the differences of neighbouring files."""
    logs = [read(file) for file in files]
    common = min(len(rows) for _, rows in logs)
    if not common:
        raise SystemExit("a file has no deals, or is not there")
    for about, _ in logs:
        if about is not None:
            print(f"{about['player']} instead of {about['base']}, seed {about['seed']}")
    deals = [row["looked"] for row in logs[0][1][:common]]
    print(f"{common} deals of {sum(deals)} declared ones")
    gains: list[dict[str, list[float]]] = []
    drawn: list[Row] = [{"player": "", "role": "all"}]
    for file, (about, all_rows) in zip(files, logs, strict=True):
        rows = all_rows[:common]
        if [row["looked"] for row in rows] != deals:
            raise KiebitzError(f"{file} has other deals than {files[0]}")
        gains.append({})
        for role in ROLES:
            sign = 1 if role == "soloist" else -1
            more = [row["w"] * sign * (row[role][0] - row["base"][0]) for row in rows]
            gains[-1][role] = more
            mean, interval = ratio(more, [float(one) for one in deals])
            name = about["player"] if about is not None else file.name
            drawn.append({"player": name, "role": role, "gain": mean, "gain_ci": interval})
            turned = [sign * (row[role][1] - row["base"][1]) for row in rows]
            seconds = sum(row[role][2] for row in rows) / common
            better, worse = sum(one > 0 for one in turned), sum(one < 0 for one in turned)
            print(
                f"{file.name} {role:10} {estimate(more, deals)}  {better} better, {worse} worse,"
                f" {seconds:.2f} s a game"
            )
        both = [sum(pair) for pair in zip(*gains[-1].values(), strict=True)]
        gains[-1]["both"] = both
        print(f"{file.name} {'both':10} {estimate(both, deals)}")
        if len(gains) == 1:
            continue
        for role in gains[-1]:
            more = [a - b for a, b in zip(gains[-1][role], gains[-2][role], strict=True)]
            print(f"  ahead of the one before, {role:10} {estimate(more, deals)}")
    if plot is not None:
        figure = Figure(figsize=(6.4, 3.0), layout="constrained")
        draw(figure, drawn)
        figure.savefig(plot, metadata={"Date": None})


def ratio(parts: list[float], wholes: list[float]) -> tuple[float, float]:
    """A ratio of sums over deals, with half its 95 % interval (linear approximation)."""
    mean = sum(parts) / sum(wholes)
    rest = [one - mean * whole for one, whole in zip(parts, wholes, strict=True)]
    return mean, 1.96 * math.sqrt(sum(one * one for one in rest)) / sum(wholes)


def estimate(more: list[float], deals: list[int]) -> str:
    """A mean a declared deal with its 95 % interval."""
    mean, interval = ratio(more, [float(one) for one in deals])
    return f"{mean:+6.2f} ± {interval:5.2f}"


def show_errors(file: Path) -> None:
    """Errors that open cards show (thesis figure 9.6), in games whose cards are in the file."""
    about, all_rows = read(file)
    if about is None:
        raise SystemExit("the file has no first line that says who plays")
    rows = [row for row in all_rows if len(row["base"]) > 3]
    found: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
    for row in rows:
        own = derive_seed(about["seed"], row["n"])
        deal = next(chosen_deals(own, None, 8, about["others"]))
        for meeting in ("base", *ROLES):
            state = deal.state
            for card in row[meeting][3].split("."):
                state = state.play(card)
            counts: dict[tuple[str, str], list[float]] = {}
            for one in pipma(state):
                half = "tricks 1-5" if one.trick <= 5 else "tricks 6-10"
                for when in (half, "all"):
                    count = counts.setdefault((one.role.split()[0], when), [0.0, 0.0])
                    count[0] += row["w"] * one.is_error
                    count[1] += row["w"]
            for (role, when), (errors, decisions) in counts.items():
                found.setdefault((meeting, role, when), []).append((errors, decisions))
    print(f"{about['player']} in place of {about['base']}, {len(rows)} deals of {len(all_rows)}")
    for (meeting, role, when), pairs in sorted(found.items()):
        mean, interval = ratio([pair[0] for pair in pairs], [pair[1] for pair in pairs])
        side = "all the second" if meeting == "base" else f"the first as {meeting}"
        print(f"{side:24} {role:9} {when:11} {100 * mean:5.1f} ± {100 * interval:4.1f} %")


def show_chances(files: list[Path]) -> None:
    """What the bidder expected of the declared games, and what came of them, by game and chance."""
    found: dict[tuple[str, str, str], list[tuple[float, float, float]]] = {}
    known: set[tuple[int, int]] = set()
    for file in files:
        about, rows = read(file)
        if about is None:
            raise SystemExit(f"{file} has no first line that says who plays")
        for row in rows:
            own = derive_seed(about["seed"], row["n"])
            state = next(chosen_deals(own, None, 8, about["others"])).state
            assert state.contract is not None
            chance = shared_bidder().chance_of(state)
            kind = kind_of_game(state.contract) + (" hand" if state.contract.hand else "")
            bin_ = f"{min(9, int(10 * chance)) * 10:2}-{min(9, int(10 * chance)) * 10 + 10} %"
            ends = {about["base"]: row["base"], f"{about['player']} defends": row["defenders"]}
            if (about["seed"], row["n"]) in known:
                ends.pop(about["base"])
            known.add((about["seed"], row["n"]))
            for who, end in ends.items():
                for group in (kind, "all"):
                    for part in (bin_, "all"):
                        one = (row["w"], 100 * chance, 100.0 * end[1])
                        found.setdefault((who, group, part), []).append(one)
    for (who, kind, part), games in sorted(found.items()):
        weights = [weight for weight, _, _ in games]
        expected, _ = ratio([w * chance for w, chance, _ in games], weights)
        won, interval = ratio([w * end for w, _, end in games], weights)
        less, around = ratio([w * (end - chance) for w, chance, end in games], weights)
        print(
            f"{who:62} {kind:10} {part:8} {len(games):5} games for {sum(weights):6.0f}: expected"
            f" {expected:5.1f}, won {won:5.1f} ± {interval:4.1f}, {less:+5.1f} ± {around:4.1f} %"
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
    playing.add_argument("--others", type=float, default=0.4, help="share of deals not in doubt")
    playing.add_argument("--minutes", type=float, default=7.0)
    playing.add_argument("--deals", type=int, default=math.inf, help="so many deals in the file")
    showing = commands.add_parser("show")
    showing.add_argument("files", type=Path, nargs="+")
    showing.add_argument("--plot", type=Path, help="draw the gains, as figure 9.4, into this file")
    erring = commands.add_parser("errors")
    erring.add_argument("file", type=Path)
    doubting = commands.add_parser("chances")
    doubting.add_argument("files", type=Path, nargs="+")
    arguments = parser.parse_args()
    if arguments.command == "chances":
        show_chances(arguments.files)
        return
    if arguments.command == "show":
        style: dict[Any, Any] = {**STYLE, "svg.hashsalt": "skat"}
        with mpl.rc_context(style):
            show(arguments.files, arguments.plot)
        return
    if arguments.command == "errors":
        show_errors(arguments.file)
        return
    settings = {name: getattr(arguments, name) for name in ("player", "base", "seed", "others")}
    try:
        play(arguments.file, settings, arguments.minutes, arguments.deals)
    finally:
        if arguments.file.suffix == ".gz" and arguments.file.exists():
            pack(arguments.file)


if __name__ == "__main__":
    main()
