"""Random playouts and searches of the games for several players, beside OpenSpiel's move loop.

Playouts are random games from the deal to the end in native loops on both sides; a search makes and
takes back a move for each node, and its nodes a second stand beside OpenSpiel's moves a second.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pyspiel

from kiebitz.games import catalogue
from kiebitz.limits import Limit
from kiebitz.search.multiplayer import Method, search

#: Our module, the rules of our playouts, and the OpenSpiel game with its start.
PLAYOUTS = [
    ("hearts", "4-ocfb", "hearts"),
    ("cribbage", "3,0,121 0,0,0", "cribbage(players=3)"),
    ("chinese_checkers", "3,10,open,1000", "chinese_checkers(players=3)"),
    ("spades", "b 0,0,0", None),
    ("sergeant_major", "8,5,3 0,0,0", None),
    ("abalone", "3 1000", None),
]


def cpu_seconds(work: Callable[[], int]) -> float:
    """Units of work a second of CPU time."""
    start = time.process_time()
    units = work()
    return units / (time.process_time() - start)


def their_moves(name: str, seconds: float) -> int:
    """Moves of random OpenSpiel games, made by native bots; a chain of jumps counts as one move."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    chooser = random.Random(1)
    moves = 0
    end = time.process_time() + seconds
    number = 0
    while time.process_time() < end:
        number += 1
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(chooser.choice([action for action, _ in state.chance_outcomes()]))
        before = state.move_number()
        pyspiel.evaluate_bots(state, bots, number)
        moves += state.move_number() - before
    return moves


def our_moves(module: Any, rules: str, seconds: float) -> int:
    moves = 0
    end = time.process_time() + seconds
    number = 0
    while time.process_time() < end:
        number += 1
        moves += module.random_playouts(rules, 20, number)
    return moves


def playouts() -> dict[str, float]:
    """Prints moves a second of random games; returns OpenSpiel's."""
    theirs: dict[str, float] = {}
    for name, rules, other in PLAYOUTS:
        module = import_module(f"kiebitz._core.{name}")
        ours = cpu_seconds(lambda m=module, r=rules: our_moves(m, r, 1.0))  # type: ignore[misc]
        line = f"{name:18} playouts {ours:14,.0f} moves/s"
        if other is not None:
            theirs[name] = cpu_seconds(lambda o=other: their_moves(o, 1.0))  # type: ignore[misc]
            line += f"   OpenSpiel {theirs[name]:12,.0f} moves/s   ratio {ours / theirs[name]:6.1f}"
        print(line)
    return theirs


def searches(theirs: dict[str, float]) -> None:
    """Prints nodes a second of maxⁿ with all prunings, and of paranoid."""
    for name in catalogue.PLAYERS:
        state = catalogue.start(name, players=3, seed=1)
        for algorithm in ("speculative", "paranoid"):
            start = time.process_time()
            nodes = 0
            for seed in range(3):
                method = Method(algorithm)
                nodes += search(state, method, limit=Limit(nodes=300_000), shuffle=seed).nodes
            speed = nodes / (time.process_time() - start)
            line = f"{name:18} {algorithm:12} {speed:10,.0f} nodes/s"
            plain = name.replace("-", "_")
            if plain in theirs:
                line += f"   OpenSpiel's move loop x {speed / theirs[plain]:6.1f}"
            print(line)


def main() -> None:
    searches(playouts())


if __name__ == "__main__":
    main()
