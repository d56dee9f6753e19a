"""Draws _static/bridge-techniques.svg: cards tried with each technique off, on dd_list10.txt."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt

from kiebitz import bridge

ROOT = Path(__file__).resolve().parents[1]
NAMES = {
    "ordering": "order of moves",
    "lowest_winning_rank": "lowest winning rank",
    "quick_tricks": "quick tricks",
    "alike_cards": "alike cards",
    "transfer": "TRANSFER",
    "there_and_back": "THERE AND BACK",
    "look_ahead": "look-ahead of the last hand",
    "equivalent_cards": "equivalent cards",
    "later_tricks": "later tricks",
    "plain_replies": "replies by a rule",
    "fewest_ranks": "proofs of few cards",
    "fail_soft": "bounds beyond the question",
    "known_lengths": "ranks known from lengths",
    "low_discards": "low discards first",
    "decisive_cards": "what decided last",
}


def main() -> None:
    """Counts and draws."""
    sys.path.insert(0, str(ROOT))
    from tests.games.bridge.dds_lists import read

    solved = read("dd_list10.txt")

    def nodes(options: bridge.Options) -> int:
        return sum(
            bridge.Solver(options).solve(one.deal, one.trump, one.leader, moves=False).nodes
            for one in solved
        )

    whole = nodes(bridge.Options())
    factors = {
        name: nodes(replace(bridge.Options(), **{field: False})) / whole
        for field, name in NAMES.items()
    }
    for name, factor in factors.items():
        print(f"{name:<24}{factor:6.2f}")
    ordered = sorted(factors, key=lambda name: factors[name])
    figure, axes = plt.subplots(figsize=(7, 3.6))
    bars = axes.barh(ordered, [factors[name] for name in ordered], color="#35618f")
    axes.bar_label(bars, fmt="%.2f", padding=3)
    axes.set_xscale("log")
    axes.set_xlim(0.8, 60)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xlabel("cards tried when it is off, all on = 1")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(ROOT / "docs" / "_static" / "bridge-techniques.svg")


if __name__ == "__main__":
    main()
