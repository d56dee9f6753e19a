"""The long correctness run: every technique off in turn, and every driver, on full deals.

The test suite does this for 300 deals of each game; here are as many as you have patience for. The
exit status is 1 at the first difference.

    python benchmarks/check_skat_solver.py --deals 2000
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields, replace
from typing import Any

from bench_skat_solver import KINDS, default, played_deals, random_deals  # type: ignore[import-not-found]

from kiebitz.solvers.skat import Position, solve_many
from kiebitz.solvers.skat_options import NullOptions, TrumpOptions


def variants(kind: str) -> dict[str, TrumpOptions | NullOptions]:
    options: TrumpOptions | NullOptions = default(kind)
    chosen = {
        "alpha-beta": replace(options, driver="alpha-beta"),
        "mtd": replace(options, driver="mtd"),
        "mtd, window 7": replace(options, driver="mtd", mtd_window=7),
    }
    for field in fields(options):
        # Without a table, or without an order, full deals take minutes.
        if field.name in ("driver", "mtd_window", "table", "trick_ordering"):
            continue
        chosen[f"{'no ' if field.default else ''}{field.name}"] = options.turned(field.name)
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="of each kind of game and set")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    for kind in KINDS:
        deals: list[Position] = random_deals(kind, arguments.deals)
        deals += played_deals(kind, arguments.deals)
        expected = solve_many(deals, threads=arguments.threads)
        for name, options in variants(kind).items():
            chosen: dict[str, Any] = {"nulls" if kind == "null" else "trumps": options}
            found = solve_many(deals, threads=arguments.threads, **chosen)
            for deal, one, other in zip(deals, expected, found, strict=True):
                if [m.bounds for m in one.moves] != [m.bounds for m in other.moves]:
                    print(f"{name} differs: {deal}")
                    sys.exit(1)
            print(f"{kind:<6} {name:<26} {len(deals)} deals agree", flush=True)


if __name__ == "__main__":
    main()
