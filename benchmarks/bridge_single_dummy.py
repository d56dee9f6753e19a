"""Single dummy measured: contracts played out. (Problems: see bridge_problems.py.)

    python benchmarks/bridge_single_dummy.py match --contract 3NT --deals 500 --out 3nt.jsonl
    python benchmarks/bridge_single_dummy.py report 3nt.jsonl 4s.jsonl

*Matches*: the same deals are played with each declarer against PIMC defenders; nobody
knows anything but the cards seen. A run goes on where its output file ends.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

from kiebitz.arena.statistics import share_interval
from kiebitz.bridge import SEATS, Deal
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import STRAINS, card_number, card_of, each_card
from kiebitz.limits import Limit
from kiebitz.players.bridge.single_dummy import choose_card

SOUTH, WEST = 2, 3
DEPTHS = (1, 2, 3)  # 1 is PIMC


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    match = verbs.add_parser("match")
    match.add_argument("--contract", choices=("3NT", "4S"), required=True)
    match.add_argument("--skip", type=int, default=0, help="deals that were played elsewhere")
    match.add_argument("--deals", type=int, default=500, help="in the file at the end")
    match.add_argument("--worlds", type=int, default=20)
    match.add_argument("--out", type=Path, required=True)
    report = verbs.add_parser("report")
    report.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.verb == "match":
        play_match(given.contract, given.skip, given.deals, given.worlds, given.out)
    else:
        for path in given.files:
            print(f"{path.name}\n" + "\n".join(report_of(lines_of(path))))


def lines_of(path: Path) -> list[dict[str, Any]]:
    """What a run has found so far."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def write_line(path: Path, found: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(found) + "\n")


# --- matches ---


def contracts(contract: str) -> Iterator[tuple[int, Deal]]:
    """Random deals on which South might well be in that contract."""
    for seed in count():
        deal = Deal.random(seed)
        north, south = deal.hands[0], deal.hands[SOUTH]
        points = sum(max(0, (card & 15) - 8) for card in each_card(north | south))
        spades = ((north | south) & 0x1FFF).bit_count()
        if contract == "3NT":
            if 24 <= points <= 27 and spades < 8:
                yield seed, deal
        elif 23 <= points <= 26 and spades >= 8:
            yield seed, deal


def play_match(contract: str, skip: int, deals: int, worlds: int, out: Path) -> None:
    done = {one["seed"] for one in lines_of(out)}
    for seed, deal in islice(contracts(contract), skip, skip + deals):
        if seed in done:
            continue
        started = time.process_time()
        thoughts: dict[tuple[int, tuple[str, ...]], str] = {}
        played = {
            str(depth): play_out(deal, contract, depth, worlds, seed, thoughts) for depth in DEPTHS
        }
        write_line(
            out,
            {
                "seed": seed,
                "contract": contract,
                "made": {depth: made for depth, (made, _) in played.items()},
                "played": {depth: " ".join(play) for depth, (_, play) in played.items()},
                "seconds": round(time.process_time() - started, 2),
            },
        )


def play_out(
    deal: Deal,
    contract: str,
    depth: int,
    worlds: int,
    seed: int,
    thoughts: dict[tuple[int, tuple[str, ...]], str],
) -> tuple[bool, tuple[str, ...]]:
    """Whether South makes it, and the cards until that was settled.

    What was thought in the same place before is not thought again.
    """
    strain, target = STRAINS.index(contract[1:]), int(contract[0]) + 6
    play: tuple[str, ...] = ()
    state = follow_play(deal, strain, WEST, play)
    while state.scores()[SOUTH] < target and state.scores()[WEST] <= 13 - target:
        declares = state.to_move % 2 == SOUTH % 2
        key = (depth if declares else 1, play)
        if key not in thoughts:
            if state.legal_cards.bit_count() == 1:
                thoughts[key] = card_of(state.legal_cards.bit_length() - 1)
            else:
                thoughts[key] = choose_card(
                    state.view(SOUTH if declares else state.to_move),
                    target,
                    limit=Limit(worlds=worlds, depth=key[0]),
                    seed=seed * 64 + len(play),
                )
        play = (*play, thoughts[key])
        state = state.apply(card_number(thoughts[key]))
    return bool(state.scores()[SOUTH] >= target), play


# --- reports ---


def report_of(lines: list[dict[str, Any]]) -> Iterator[str]:
    games = [one for one in lines if "contract" in one]
    if games:
        seconds = sum(one["seconds"] for one in games) / len(games)
        yield (
            f"{len(games)} deals of {games[0]['contract']} by {SEATS[SOUTH]}, "
            f"{seconds:.1f} s of processor time each"
        )
        for depth in map(str, DEPTHS):
            made = sum(one["made"][depth] for one in games)
            more = sum(one["made"][depth] and not one["made"]["1"] for one in games)
            fewer = sum(one["made"]["1"] and not one["made"][depth] for one in games)
            chance = binomtest(more, more + fewer).pvalue if more + fewer else 1.0
            yield (
                f"  M = {depth}: made {interval(made, len(games))}; "
                f"against PIMC {more} contracts more, {fewer} fewer (p = {chance:.2f})"
            )


def interval(some: int, whole: int) -> str:
    """A share with its 95 % interval."""
    share = share_interval(some, whole)
    low, high = 100 * share.low, 100 * share.high
    return f"{some} of {whole} = {100 * share.mean:.1f} % ({low:.1f} to {high:.1f})"


if __name__ == "__main__":
    main()
