"""What Skat players cost in CPU time: playouts, bidding, PIMC and RecPIMC at the first card."""

from __future__ import annotations

import csv
import sys
import time
from itertools import islice
from pathlib import Path

from kiebitz._core import skat_players as core
from kiebitz.arena.declared import declared_deals
from kiebitz.arena.skat import declared_game
from kiebitz.games.skat import State
from kiebitz.limits import Limit
from kiebitz.players.skat import make_player
from kiebitz.players.skat.auction import Bidder

GAMES = Path(__file__).parents[1] / "tests" / "data" / "xskat_games.csv"


def positions(game: str, number: int) -> list[State]:
    """Starts of cardplay in one game: XSkat's, which plays no null, or of our own auctions."""
    if game == "N":
        return list(islice(declared_deals(7, "null"), number))
    with GAMES.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == game][:number]
    return [
        declared_game(r["deal"], int(r["declarer"]), r["game"], int(r["bid"]), r["discard"])
        for r in rows
    ]


def cpu(call: object, *args: object, **named: object) -> float:
    """CPU seconds of a call, all threads together."""
    start = time.process_time()
    call(*args, **named)  # type: ignore[operator]
    return time.process_time() - start


def main() -> None:
    """Prints one line a measurement; RecPIMC has as many worlds as the command line says, or 16."""
    recursive_worlds = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    deals = [
        (n.hands, n.skat, n.declarer, n.contract, s.bid, n.highest_bids)
        for s, n in ((state, state.native) for state in positions("C", 100))
    ]
    rules, chance = core.rule_player(), core.random_player()
    by_rules = cpu(core.play_games, rules, rules, deals * 100, 1)
    by_chance = cpu(core.play_games, chance, chance, deals * 100, 1)
    print(f"rule player   {10_000 / by_rules:>9.0f} cardplays/s, {by_rules / by_chance:.1f} times")
    print("              the time of the random player")
    bidder = Bidder()
    hands = [State.deal(seed).native.dealt_hands[0] for seed in range(50)]
    seconds = cpu(lambda: [bidder.prospects(hand, 0) for hand in hands])
    print(f"bidding       {1000 * seconds / 50:>9.2f} ms for all bids of a hand")
    for game in "CGN":
        states = positions(game, 3)
        views = [state.view(state.to_move) for state in states]
        for spec in ("pimc", "pimc:values=steps", "pimc:values=win", "rules-iimc"):
            player = make_player(f"{spec}{',' if ':' in spec else ':'}sure=0")
            seconds = sum(cpu(player.decide, view, limit=Limit(worlds=160)) for view in views)
            print(f"{game} {spec:<18} {seconds / len(views):8.3f} s for 160 worlds, first card")
        player = make_player("recpimc:inner=10,sure=0")
        seconds = sum(cpu(player.decide, v, limit=Limit(worlds=recursive_worlds)) for v in views)
        print(
            f"{game} recpimc({recursive_worlds}, 10)    {seconds / len(views):8.3f} s, first card"
        )


if __name__ == "__main__":
    main()
