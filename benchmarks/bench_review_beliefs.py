"""How far the losses of a review move when another belief weighs the layouts.

    python benchmarks/bench_review_beliefs.py tests/data/xskat_games.csv --positions 12

For every trick: positions in which a card that was played seems to be some points behind another
one. Both are valued in many layouts, drawn by the belief of the review and by the learned ones. The
difference, less the chance of the draw, is told in list points, and as a share of how much the loss
differs from layout to layout: that is what `BELIEF_ERROR` stands for.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
from pathlib import Path

from bench_review import read_games  # type: ignore[import-not-found]

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import SkatBelief, make_belief
from kiebitz.games.skat import View
from kiebitz.games.skat.cards import card_number
from kiebitz.players.skat.card_judgement import shared_belief
from kiebitz.players.skat.review import played_positions

_WORTH_A_LOOK = 4.0


def search_of(view: View, belief: SkatBelief, seed: int) -> core.MonteCarloSearch:
    """A search of the kind that reviews use."""
    return core.MonteCarloSearch(
        view.native,
        belief.native,
        core.solver_evaluation("list"),
        worlds=128,
        candidates=40_000,
        seed=seed,
        remember=True,
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--skip", type=int, default=300, help="leave out so many games first")
    parser.add_argument("--positions", type=int, default=12, help="for each trick")
    parser.add_argument("--tricks", type=int, default=7)
    wanted = parser.parse_args()
    others = {name: make_belief(name, 5000) for name in ("small", "deep")}
    chance = random.Random(5)
    for trick in range(wanted.tricks):
        layouts = 384 if trick < 2 else 1024
        found: dict[str, list[float]] = {name: [] for name in others}
        spreads: list[float] = []
        for state in itertools.islice(read_games(wanted.file), wanted.skip, None):
            positions = played_positions(state)[3 * trick : 3 * trick + 3]
            if len(spreads) == wanted.positions:
                break
            if not positions:
                continue
            before, card = chance.choice(positions)
            if len(before.legal_moves) < 2:
                continue
            view = before.view(before.to_move)
            look = search_of(view, shared_belief(), 1)
            look.run(worlds=32)
            played = look.moves.index(card_number(card))
            rivals = [place for place in range(len(look.moves)) if place != played]
            best = max(rivals, key=lambda place: look.values[place][1])
            if abs(look.leads_of(best)[played][0]) < _WORTH_A_LOOK:
                continue
            leads = {}
            for name, belief in (("", shared_belief()), *others.items()):
                search = search_of(view, belief, 3)
                search.keep(sorted((played, best)))
                search.run(worlds=layouts)
                leads[name] = search.leads_of(best)[played]
            spreads.append(leads[""][3] ** 2)
            for name in others:
                noise = leads[""][1] ** 2 + leads[name][1] ** 2
                found[name].append((leads[name][0] - leads[""][0]) ** 2 - noise)
        told = ", ".join(
            f"{name} {math.sqrt(max(0.0, sum(squares) / len(squares))):.1f} points "
            f"({math.sqrt(max(0.0, sum(squares)) / sum(spreads)):.2f} of the spread)"
            for name, squares in found.items()
        )
        print(f"trick {trick + 1}, {len(spreads)} positions: {told}", flush=True)


if __name__ == "__main__":
    main()
