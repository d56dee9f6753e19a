"""Finds weights for the Skat solver's move ordering: a hill climb on the nodes of real positions.

Each step changes a few weights at random and keeps the change if the positions need fewer nodes.
The result goes into native/solvers/skat/ordering.cpp. The weights there were found on the first 50
to 60 positions of a kind; the benchmark leaves these out.

    python benchmarks/tune_skat_ordering.py grand --seconds 600
"""

from __future__ import annotations

import argparse
import random
import time

from bench_skat_solver import played_deals  # type: ignore[import-not-found]

from kiebitz._core import skat_solver as core

NODE_LIMIT = 800_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("suit", "grand"))
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chooser = random.Random(arguments.seed)
    positions = [
        deal.native() for deal in played_deals(arguments.kind, arguments.positions, tuning=True)
    ]
    solver = core.Solver(core.Options(), 8 << 20)
    grand = arguments.kind == "grand"
    weights = core.default_weights(grand)
    features = len(weights) // 9

    def cost(candidate: list[int], best: float) -> float:
        # A root damps the few hard positions, which would decide everything otherwise.
        solver.use_weights(grand, candidate)
        total = 0.0
        for position in positions:
            solver.clear()
            total += solver.solve(position, True, False, core.EXACT, NODE_LIMIT, 0).nodes ** 0.75
            if total > best:
                break
        return total

    best = cost(weights, float("inf"))
    end = time.process_time() + arguments.seconds
    while time.process_time() < end:
        candidate = list(weights)
        row = chooser.randrange(9)
        for _ in range(chooser.randint(1, 4)):
            place = row * features + chooser.randrange(features)
            scale = chooser.choice((30.0, 8.0, max(2.0, abs(candidate[place]) / 2)))
            candidate[place] += round(chooser.gauss(0, scale))
            if chooser.random() < 0.08:
                candidate[place] = 0
        found = cost(candidate, best)
        if found <= best:
            if found < best:
                print(f"{found / len(positions):.0f}", flush=True)
            best, weights = found, candidate
    for row in range(9):
        print(weights[row * features : (row + 1) * features])


if __name__ == "__main__":
    main()
