"""Speed of the games for several players, beside OpenSpiel on the same games in the same run.

Three things are compared, in CPU time, all in native loops on both sides:

- *walk*: every line of so many moves is played out and the mean scores of random play are added
  up. OpenSpiel's `expected_returns` does just that. Ours runs on the same kind of position to the
  same depth; nodes are positions made.
- *games*: random games to the end; ours include the deal. A move is a turn: in Chinese Checkers
  ours choose from all chains of jumps, OpenSpiel's random bots from single jumps, which is less
  work; in Cribbage a move is a card laid away or played.
- *search*: positions a second that speculative maxⁿ and paranoid visit and evaluate, and that
  OpenSpiel's own native search, MCTS with one random playout a simulation, does. It does not
  search Cribbage.
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

#: Our module, the rules of our games, OpenSpiel's game, and the depth of the walk.
GAMES = [
    ("hearts", "4locfb", "hearts", 5),
    ("cribbage", "3,0,121 0,0,0", "cribbage(players=3)", 6),
    ("chinese_checkers", "3,10,open,1000", "chinese_checkers(players=3)", 4),
    ("spades", "- 0,0,0", None, 3),
    ("sergeant_major", "8,5,3 0,0,0", None, 4),
    ("abalone", "3 1000", None, 3),
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


def count_nodes(state: Any, depth: int) -> int:
    """Positions that a walk of OpenSpiel makes, chance included."""
    nodes = 0
    for action in state.legal_actions():
        nodes += 1
        if depth > 1:
            after = state.child(action)
            if not after.is_terminal():
                nodes += count_nodes(after, depth - 1)
    return nodes


def their_walk(name: str, depth: int) -> tuple[int, float]:
    """Nodes of a walk, and nodes a second."""
    state = dealt(pyspiel.load_game(name), random.Random(1))
    nodes = count_nodes(state, depth)
    rounds, start = 0, time.process_time()
    while time.process_time() - start < 0.5:
        pyspiel.expected_returns(state, pyspiel.UniformPolicy(), depth, False)
        rounds += 1
    return nodes, rounds * nodes / (time.process_time() - start)


def our_walk(name: str, rules: str, depth: int) -> tuple[int, float]:
    module = import_module(f"kiebitz._core.{name}")
    state = module.State.deal(rules, 1)
    nodes, start = 0, time.process_time()
    while time.process_time() - start < 0.5:
        count, _ = state.expected_scores(depth)
        nodes += count
    return count, nodes / (time.process_time() - start)


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


def line(name: str, what: str, ours: str, theirs: str = "", ratio: float | None = None) -> None:
    print(f"| {name} | {what} | {ours} | {theirs} | {'' if ratio is None else f'{ratio:,.0f}'} |")


def main() -> None:
    print("| game | what | ours | OpenSpiel | ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name, rules, other, depth in GAMES:
        module = import_module(f"kiebitz._core.{name}")
        count, walked = our_walk(name, rules, depth)
        ours = our_playouts(module, rules, 1.0)
        walk = f"walk, depth {depth}"
        if other is None:
            line(name, walk, f"{count:,} nodes, {walked / 1e6:.1f} M/s")
            line(name, "games", f"{ours / 1e6:.1f} M moves/s")
        else:
            their_count, their_walked = their_walk(other, depth)
            line(
                name,
                walk,
                f"{count:,} nodes, {walked / 1e6:.1f} M/s",
                f"{their_count:,} nodes, {their_walked / 1e6:.2f} M/s",
                walked / their_walked,
            )
            theirs = their_playouts(other, 1.0)
            line(
                name,
                "games",
                f"{ours / 1e6:.1f} M moves/s",
                f"{theirs / 1e6:.2f} M moves/s",
                ours / theirs,
            )
        searched = their_search(other, 300) if other and name != "cribbage" else None
        for algorithm in ("speculative", "paranoid"):
            speed = our_search(name, algorithm)
            if searched is None:
                line(name, algorithm, f"{speed / 1e6:.1f} M nodes/s")
            else:
                line(
                    name,
                    algorithm,
                    f"{speed / 1e6:.1f} M nodes/s",
                    f"{searched:,.0f} simulations/s",
                    speed / searched,
                )


if __name__ == "__main__":
    main()
