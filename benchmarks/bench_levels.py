"""How long a level thinks: whole games in which it sits at all three seats, every decision timed.

usage: python benchmarks/bench_levels.py [LEVEL] [--deals N]
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict

from kiebitz.games.skat import Phase, State
from kiebitz.limits import Limit
from kiebitz.players.skat import make_player

PHASES = {
    Phase.BID: "bid",
    Phase.ANSWER: "bid",
    Phase.PICK_UP: "pick up or hand",
    Phase.DECLARE: "game, discard",
}


def main() -> None:
    """Plays and prints the times by phase."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", nargs="?", default="master:threads=2")
    parser.add_argument("--deals", type=int, default=100)
    asked = parser.parse_args()
    player = make_player(asked.level)
    times: dict[str, list[float]] = defaultdict(list)
    for deal in range(asked.deals):
        state = State.deal(seed=deal)
        cards = 0
        while not state.is_over:
            view = state.view(state.to_move)
            if state.phase in PHASES:
                phase = PHASES[state.phase]
            else:
                phase = f"trick {cards // 3 + 1}" if cards < 9 else "later tricks"
                cards += 1
            begin = time.perf_counter()
            move = player.decide(view, limit=Limit(), seed=deal).move
            if len(view.legal_moves) > 1:
                times[phase].append(time.perf_counter() - begin)
            state = state.play(move)
    print(f"{asked.level}, {asked.deals} deals, seconds of decisions with a choice")
    print(f"{'':18}{'decisions':>10}{'median':>9}{'p95':>9}{'longest':>9}")
    for phase, spent in [*times.items(), ("all", [one for each in times.values() for one in each])]:
        spent.sort()
        middle, late = spent[len(spent) // 2], spent[int(0.95 * (len(spent) - 1))]
        print(f"{phase:18}{len(spent):10}{middle:9.3f}{late:9.3f}{spent[-1]:9.3f}")


if __name__ == "__main__":
    main()
