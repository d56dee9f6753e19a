"""Fits the weights of the Skat solver's order of cards (native/solvers/skat/ordering.hpp).

`python benchmarks/tune_skat_ordering.py suit [--deals N] [--rounds R] [--share S]`: builds
fit_skat_ordering.cpp, which searches every card in some nodes of real and random deals and fits the
weights so that cards come first that decide their node, and decide it cheaply. The weights are
written into native/solvers/skat/; `make core` then builds them in. Every round searches with the
weights of the last one, because a better order leads to other nodes. The deals of the benchmark are
left out. Three rounds over all deals take some minutes.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import tempfile
from pathlib import Path

from bench_skat_solver import played_deals  # type: ignore[import-not-found]

from kiebitz.solvers.skat import Position

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parent / "native"
SOLVER = NATIVE / "solvers" / "skat"
CARDS = [suit + rank for suit in "DHSC" for rank in "789QKTAJ"]


def random_deal(chooser: random.Random, kind: str) -> Position:
    deck = list(CARDS)
    chooser.shuffle(deck)
    game = "G" if kind == "grand" else chooser.choice("DHSC")
    hands = (tuple(deck[:10]), tuple(deck[10:20]), tuple(deck[20:30]))
    return Position(game, chooser.randrange(3), 0, hands, tuple(deck[30:]))


def line_of(deal: Position) -> str:
    """What fit_skat_ordering reads."""
    seat_of = {card: seat for seat, hand in enumerate(deal.hands) for card in hand}
    seats = " ".join(str(seat_of.get(card, 3)) for card in CARDS)
    return f"{'DHSCG'.index(deal.game)} {deal.declarer} {deal.leader} {seats}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("suit", "grand"))
    parser.add_argument("--deals", type=int, default=10_000, help="at most so many played deals")
    parser.add_argument("--random", type=int, default=600, help="and so many random ones")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--share", type=float, default=0.02, help="of the nodes that are used")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chooser = random.Random(asked.seed)
    deals = played_deals(asked.kind, asked.deals, held_out=False)
    deals += [random_deal(chooser, asked.kind) for _ in range(asked.random)]
    chooser.shuffle(deals)
    with tempfile.TemporaryDirectory() as folder:
        program, file = Path(folder) / "fit", Path(folder) / "deals.txt"
        file.write_text("".join(line_of(deal) + "\n" for deal in deals))
        sources = [
            HERE / "fit_skat_ordering.cpp",
            SOLVER.parent / "common.cpp",
            SOLVER / "ordering.cpp",
            SOLVER / "position.cpp",
        ]
        compiler = os.environ.get("CXX", "c++")
        options = ["-std=c++20", "-O3", "-DNDEBUG", "-march=native", f"-I{NATIVE}"]
        subprocess.run([compiler, *options, *sources, "-o", program], check=True)
        weights = SOLVER / f"{asked.kind}_weights.inc"
        plain = SOLVER / "variants" / f"{asked.kind}_weights_plain.inc"
        rounds, share = str(asked.rounds), str(asked.share)
        subprocess.run([program, asked.kind, file, rounds, share, weights, plain], check=True)


if __name__ == "__main__":
    main()
