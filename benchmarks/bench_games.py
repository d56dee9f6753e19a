"""Speed of the games for several players, beside OpenSpiel on the same games in the same run.

Two things are compared, in CPU time:

- *playouts*: random games to the end, in native loops on both sides; ours include the deal. A move
  is a turn: in Chinese Checkers a whole chain of jumps (OpenSpiel's random bots rarely make one
  longer than a jump, ours choose from all chains), in Cribbage a card laid away or played.
- *search*: positions a second that maxⁿ and paranoid visit, and that OpenSpiel's own native search,
  MCTS with one random playout a simulation, evaluates. It does not search Cribbage.
"""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import Any

import pyspiel

from kiebitz.games import catalogue
from kiebitz.limits import Limit
from kiebitz.search.multiplayer import Method, search

#: Our module, the rules of our playouts, and OpenSpiel's game.
GAMES = [
    ("hearts", "4-ocfb", "hearts"),
    ("cribbage", "3,0,121 0,0,0", "cribbage(players=3)"),
    ("chinese_checkers", "3,10,open,1000", "chinese_checkers(players=3)"),
    ("spades", "b 0,0,0", None),
    ("sergeant_major", "8,5,3 0,0,0", None),
    ("abalone", "3 1000", None),
]


def their_turns(name: str, state: Any, before: int) -> int:
    """Turns of one finished OpenSpiel game."""
    if name.startswith("chinese"):
        return 1000  # no random game ends before the limit of turns
    if name.startswith("cribbage"):
        line = next(line for line in str(state).splitlines() if line.startswith("Round"))
        return 15 * int(line.split()[1])
    return int(state.move_number()) - before


def dealt(game: Any, chooser: random.Random) -> Any:
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chooser.choice([action for action, _ in state.chance_outcomes()]))
    return state


def their_playouts(name: str, seconds: float) -> float:
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    chooser = random.Random(1)
    turns, number, spent = 0, 0, 0.0
    while spent < seconds:
        number += 1
        state = dealt(game, chooser)
        before = state.move_number()
        start = time.process_time()
        pyspiel.evaluate_bots(state, bots, number)
        spent += time.process_time() - start
        turns += their_turns(name, state, before)
    return turns / spent


def our_playouts(module: Any, rules: str, seconds: float) -> float:
    moves, number = 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        number += 1
        moves += module.random_playouts(rules, 20, number)
    return moves / (time.process_time() - start)


def their_search(name: str, simulations: int) -> float:
    """Simulations a second of OpenSpiel's MCTS."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 7, False)
    state = dealt(game, random.Random(1))
    start = time.process_time()
    bot.step(state)
    return simulations / (time.process_time() - start)


def our_search(name: str, algorithm: str) -> float:
    state = catalogue.start(name, players=3, seed=1)
    nodes = 0
    start = time.process_time()
    for seed in range(3):
        nodes += search(state, Method(algorithm), limit=Limit(nodes=300_000), shuffle=seed).nodes
    return nodes / (time.process_time() - start)


def main() -> None:
    for name, rules, other in GAMES:
        module = import_module(f"kiebitz._core.{name}")
        ours = our_playouts(module, rules, 1.0)
        line = f"{name:17} playouts    {ours:12,.0f} moves/s"
        if other is not None:
            theirs = their_playouts(other, 1.0)
            line += f"   OpenSpiel {theirs:11,.0f} moves/s     ratio {ours / theirs:8.1f}"
        print(line)
        searched = their_search(other, 300) if other and name != "cribbage" else None
        for algorithm in ("speculative", "paranoid"):
            speed = our_search(name, algorithm)
            line = f"{name:17} {algorithm:11} {speed:12,.0f} nodes/s"
            if searched is not None:
                line += f"   OpenSpiel {searched:11,.0f} positions/s ratio {speed / searched:8.1f}"
            print(line)


if __name__ == "__main__":
    main()
