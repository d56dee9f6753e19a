"""The last deals of Skat lists, with one bidder who knows how the list stands and two who do not.

    $ python benchmarks/match_skat_lists.py play ends.jsonl --minutes 10
    $ python benchmarks/match_skat_lists.py show ends.jsonl

A list of 36 deals stands by chance as lists stand then. Its last deals are played twice with the
same cards and luck: by three bidders who know nothing of it, and with one of them, each chair in
turn, who bids to end first. The cards are played natively by one PIMC player (20 worlds,
`values=win:0.3`, `belief=small`) at all seats. Gains are lists won in a hundred. `play` goes on
where it stopped.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

from kiebitz._core import skat_players as core
from kiebitz.cards import derive_seed
from kiebitz.games.skat import Phase, State, soloist_points
from kiebitz.lab.skat_cardplay import native_player, native_start
from kiebitz.players.skat import make_player
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.standing import Standing

LIST = 36
#: What a deal adds to a chair's total: standard deviation.
DEVIATION = 59.0
CARDS = "pimc:worlds=20,values=win:0.3,belief=small,sure=0"


def play_deal(seed: int, bidders: list[Bidder], known: dict[str, list[int]]) -> list[int]:
    """What a deal brings every seat; games known from the same auction are not played again."""
    state = State.deal(seed)
    while not state.is_over and state.phase != Phase.PLAY:
        bidder = bidders[state.to_move]
        state = state.play(bidder.decide(state.view(state.to_move), seed=seed).move)
    if state.is_over:
        return [0, 0, 0]
    auction = str(state)
    if auction not in known:
        player = native_player(CARDS)
        ((_, won, value),) = core.play_games(player, player, [native_start(state)], seed)
        points = [0 if won else 40] * 3
        points[state.native.declarer] = soloist_points(value)
        known[auction] = points
    return known[auction]


def end_of_list(seed: int, deals: int, aware: int) -> dict[str, list[float]]:
    """One end, without and with a chair that is aware: its share of the first place, its points."""
    chance = random.Random(derive_seed(seed))
    spread = DEVIATION * math.sqrt(LIST - deals)
    begin = [round(chance.gauss(0, spread)) for _ in range(3)]
    bidder = make_player("pimc").bidder
    known: dict[str, list[int]] = {}
    found = {}
    for name in ("unaware", "aware"):
        totals = list(begin)
        for number in range(deals):
            bidders = []
            for seat in range(3):
                chair = (seat + number) % 3
                if name == "aware" and chair == aware:
                    stands = tuple(totals[(chair + way) % 3] for way in range(3))
                    bidders.append(bidder.in_list(Standing(stands, deals - 1 - number)))
                else:
                    bidders.append(bidder)
            points = play_deal(derive_seed(seed, 1, number), bidders, known)
            for seat in range(3):
                totals[(seat + number) % 3] += points[seat]
        best = max(totals)
        share = (totals[aware] == best) / totals.count(best)
        found[name] = [share, totals[aware] - begin[aware]]
    return found


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("command", choices=("play", "show"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--minutes", type=float, default=5)
    arguments = parser.parse_args()
    lines = arguments.file.read_text().splitlines() if arguments.file.exists() else []
    rows = [json.loads(line) for line in lines]
    end = time.monotonic() + 60 * arguments.minutes * (arguments.command == "play")
    while time.monotonic() < end:
        number = len(rows)
        rows.append(end_of_list(derive_seed(arguments.seed, number), arguments.deals, number % 3))
        with arguments.file.open("a") as log:
            log.write(json.dumps(rows[-1]) + "\n")
    if not rows:
        raise SystemExit(f"{arguments.file} has no ends of lists")
    print(f"{len(rows)} ends of lists")
    for place, (name, factor) in enumerate((("lists won in a hundred", 100), ("points", 1))):
        more = [factor * (row["aware"][place] - row["unaware"][place]) for row in rows]
        mean = sum(more) / len(rows)
        interval = 1.96 * math.sqrt(sum((one - mean) ** 2 for one in more)) / len(rows)
        before = factor * sum(row["unaware"][place] for row in rows) / len(rows)
        print(f"{name}: {before:.1f} unaware, {mean:+.2f} ± {interval:.2f} aware")


if __name__ == "__main__":
    main()
