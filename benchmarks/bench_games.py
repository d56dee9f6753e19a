"""Speed of the games for several players, beside OpenSpiel on the same games in the same run.

Compared in CPU time, all in native loops on both sides, in turns of half a second so that whatever
else the machine does falls on both:

- *walk*: every line of so many moves is played out and the mean scores of random play are added
  up. OpenSpiel's `expected_returns` does just that. Ours runs on the same kind of position to the
  same depth; nodes are positions made. In Chinese Checkers there is a second walk from the middle
  of a game, where ours lists whole chains of jumps and OpenSpiel single jumps.
- *games*: random games to the end, after the deal (in Cribbage, where a game has many deals, both
  deal). A move is a turn; in Cribbage it is a card laid away or played.
  In Chinese Checkers both choose among single steps and jumps, and after a jump among the next ones
  and stopping; *games, chains* chooses among all chains of jumps instead, which is more work, and
  has no counterpart.
- *simulations*: the native search of OpenSpiel, MCTS with one random game a simulation, and random
  games of ours from the same kind of position, each after a copy of it. MCTS keeps a tree besides,
  and its games are played without the bots of *games*. It does not search Cribbage.
- *speculative*, *paranoid*: positions a second that our searches visit and evaluate. This is not
  the same work as a simulation and has no ratio.
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


SLICE = 0.5


def side_by_side(ours: Any, theirs: Any, rounds: int = 4) -> tuple[float, float]:
    """Work a second of two loops that take turns; each call returns (work, CPU seconds)."""
    sums = [[0.0, 0.0], [0.0, 0.0]]
    for _ in range(rounds):
        for side, loop in enumerate((ours, theirs)):
            work, spent = loop()
            sums[side][0] += work
            sums[side][1] += spent
    return sums[0][0] / sums[0][1], sums[1][0] / sums[1][1]


def repeat(work: Any) -> tuple[float, float]:
    """Calls `work(number)` for a while; the sum of what it returns, and the CPU time."""
    done, number, start = 0.0, 0, time.process_time()
    while (spent := time.process_time() - start) < SLICE:
        number += 1
        done += work(number)
    return done, spent


def their_playouts(name: str) -> tuple[float, float]:
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    chooser = random.Random(1)
    turns, number, spent = 0, 0, 0.0
    while spent < SLICE:
        number += 1
        state = dealt(game, chooser)
        before = state.move_number()
        start = time.process_time()
        pyspiel.evaluate_bots(state, bots, number)
        spent += time.process_time() - start
        turns += their_turns(name, state, before)
    return turns, spent


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


def middle(game: Any, turns: int) -> Any:
    """A state after so many random actions, between two turns."""
    chooser = random.Random(1)
    state = dealt(game, chooser)
    while state.move_number() < turns or "Pass" in [
        state.action_to_string(state.current_player(), action) for action in state.legal_actions()
    ]:
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def their_search(name: str, simulations: int) -> tuple[float, float]:
    """Simulations of OpenSpiel's MCTS."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 7, False)
    state = dealt(game, random.Random(1))
    start = time.process_time()
    bot.step(state)
    return simulations, time.process_time() - start


def our_search(name: str, algorithm: str) -> float:
    state = catalogue.start(name, players=3, seed=1)
    nodes = 0
    start = time.process_time()
    for seed in range(3):
        nodes += search(state, Method(algorithm), limit=Limit(nodes=300_000), shuffle=seed).nodes
    return nodes / (time.process_time() - start)


def line(name: str, what: str, ours: str, theirs: str = "", ratio: float | None = None) -> None:
    print(f"| {name} | {what} | {ours} | {theirs} | {'' if ratio is None else f'{ratio:,.0f}'} |")


def compare_walk(name: str, what: str, ours: Any, theirs: Any, depth: int) -> None:
    """One line: the same walk from a position of ours and one of OpenSpiel's, if there is one."""
    count, _ = ours.expected_scores(depth)

    def our_round() -> tuple[float, float]:
        return repeat(lambda _: ours.expected_scores(depth)[0])

    if theirs is None:
        done, spent = our_round()
        line(name, what, f"{count:,} nodes, {done / spent / 1e6:.1f} M/s")
        return
    nodes = count_nodes(theirs, depth)

    def their_walk(_: int) -> int:
        pyspiel.expected_returns(theirs, pyspiel.UniformPolicy(), depth, False)
        return nodes

    walked, their_walked = side_by_side(our_round, lambda: repeat(their_walk))
    line(
        name,
        what,
        f"{count:,} nodes, {walked / 1e6:.1f} M/s",
        f"{nodes:,} nodes, {their_walked / 1e6:.2f} M/s",
        walked / their_walked,
    )


def compare_games(name: str, rules: str, other: str | None) -> None:
    """Random games, and the simulations of MCTS that are made of them."""
    module = import_module(f"kiebitz._core.{name}")
    deal = module.State.deal(rules, 1)
    games = 20

    def play(number: int) -> int:
        if name == "chinese_checkers":
            return int(deal.random_turns(games, number))
        if name == "cribbage":
            return int(module.random_playouts(rules, games, number))
        return int(deal.random_playouts(games, number))

    def simulate(number: int) -> int:
        play(number)
        return games

    if other is None:
        moves, spent = repeat(play)
        line(name, "games", f"{moves / spent / 1e6:.1f} M moves/s")
        return
    ours, theirs = side_by_side(lambda: repeat(play), lambda: their_playouts(other))
    line(
        name, "games", f"{ours / 1e6:.1f} M moves/s", f"{theirs / 1e6:.2f} M moves/s", ours / theirs
    )
    if name == "chinese_checkers":
        moves, spent = repeat(lambda number: deal.random_playouts(games, number))
        line(name, "games, chains", f"{moves / spent / 1e6:.1f} M moves/s")
    if name != "cribbage":
        ours, theirs = side_by_side(lambda: repeat(simulate), lambda: their_search(other, 300))
        line(name, "simulations", f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs)


def main() -> None:
    print("| game | what | ours | OpenSpiel | ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name, rules, other, depth in GAMES:
        module = import_module(f"kiebitz._core.{name}")
        game = None if other is None else pyspiel.load_game(other)
        theirs = None if game is None else dealt(game, random.Random(1))
        ours = module.State.deal(rules, 1)
        compare_walk(name, f"walk, depth {depth}", ours, theirs, depth)
        if name == "chinese_checkers":
            chooser = random.Random(1)
            for _ in range(60):
                ours = ours.apply(chooser.choice(ours.legal_moves()))
            compare_walk(name, "walk from move 60, depth 3", ours, middle(game, 60), 3)
        compare_games(name, rules, other)
        for algorithm in ("speculative", "paranoid"):
            line(name, algorithm, f"{our_search(name, algorithm) / 1e6:.1f} M nodes/s")


if __name__ == "__main__":
    main()
