"""Belief x evaluation x decision, for any game with Views and worlds.

PIMC is a search as evaluation, IIMC a playout by another player; RecPIMC is IIMC whose playout
player is PIMC. This is the plain version that runs with every game, also one written in Python;
Skat has a native one with the same parts in :mod:`kiebitz.players.skat`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from kiebitz.beliefs.protocol import Belief, UniformBelief
from kiebitz.cards import derive_seed
from kiebitz.games.protocol import GameState, GameView
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision, Player

Row = Mapping[str, float]
"""What each legal move is worth in one world, to the seat that moves; more is better."""


@runtime_checkable
class Evaluation(Protocol):
    """What a move is worth in one world."""

    def evaluate(self, view: GameView[Any], world: GameState[Any], seed: int) -> Row:
        """A value for every legal move of the View, to its seat."""


DecisionRule = Callable[[Sequence[tuple[Row, float]]], dict[str, float]]
"""Adds up the worlds: rows with their weights in, one value a move out."""


def average(rows: Sequence[tuple[Row, float]]) -> dict[str, float]:
    """The expected value.

    >>> average([({"a": 1.0, "b": 0.0}, 1.0), ({"a": 0.0, "b": 1.0}, 3.0)])
    {'a': 0.25, 'b': 0.75}
    """
    total = sum(weight for _, weight in rows)
    return {move: sum(row[move] * weight for row, weight in rows) / total for move in rows[0][0]}


def vote(rows: Sequence[tuple[Row, float]]) -> dict[str, float]:
    """Every world votes for its best move; equals share the vote.

    >>> vote([({"a": 1.0, "b": 0.0}, 1.0), ({"a": 5.0, "b": 5.0}, 1.0)])
    {'a': 0.75, 'b': 0.25}
    """
    total = sum(weight for _, weight in rows)
    votes = dict.fromkeys(rows[0][0], 0.0)
    for row, weight in rows:
        best = max(row.values())
        winners = [move for move, value in row.items() if value == best]
        for move in winners:
            votes[move] += weight / len(winners) / total
    return votes


def worst(rows: Sequence[tuple[Row, float]]) -> dict[str, float]:
    """The worst world decides.

    >>> worst([({"a": 1.0, "b": 0.0}, 1.0), ({"a": 0.0, "b": 0.0}, 1.0)])
    {'a': 0.0, 'b': 0.0}
    """
    return {move: min(row[move] for row, _ in rows) for move in rows[0][0]}


@dataclass(frozen=True, slots=True)
class PlayoutEvaluation:
    """Plays a move and lets another player finish the game, each seat from its own View."""

    player: Player[Any]
    limit: Limit | None = None

    def evaluate(self, view: GameView[Any], world: GameState[Any], seed: int) -> Row:
        """The final score of the View's seat after each move."""
        return {
            move: float(self._finish(world.play(move), seed).scores[view.seat])
            for move in view.legal_moves
        }

    def _finish(self, state: Any, seed: int) -> Any:
        step = 0
        while not state.is_over:
            seen = state.view(state.to_move)
            decision = self.player.decide(seen, limit=self.limit, seed=derive_seed(seed, step))
            state = state.play(decision.move)
            step += 1
        return state


@dataclass(frozen=True, slots=True)
class SearchEvaluation:
    """Values every move by a function of the full state, such as a search with open cards."""

    value: Callable[[GameState[Any], int], float]
    """The worth of a state to a seat."""

    def evaluate(self, view: GameView[Any], world: GameState[Any], seed: int) -> Row:
        """The value of the state after each move."""
        return {move: self.value(world.play(move), view.seat) for move in view.legal_moves}


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Any legal move, all equally likely.

    >>> from kiebitz.games.skat import State
    >>> view = State.deal(seed=7).view(1)
    >>> RandomPlayer().decide(view, seed=3).move in view.legal_moves
    True
    """

    name: str = "random"

    def decide(self, view: GameView[Any], *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """A legal move."""
        moves = view.legal_moves
        return Decision(str(moves[derive_seed(seed, 0) % len(moves)]), seed=seed)


@dataclass(frozen=True, slots=True)
class MonteCarloPlayer:
    """Draws worlds, values every move in each, and adds up.

    >>> from kiebitz.games.skat import State
    >>> player = MonteCarloPlayer("iimc", PlayoutEvaluation(RandomPlayer()), worlds=2)
    >>> state = State.deal(seed=7).play("18").play("p")
    >>> player.decide(state.view(2), seed=1).worlds
    2
    """

    name: str
    evaluation: Evaluation
    belief: Belief[Any, Any] = field(default_factory=UniformBelief)
    decision: DecisionRule = average
    worlds: int = 20

    def decide(self, view: GameView[Any], *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """The move with the highest value; the first of equals."""
        start = time.perf_counter()
        limit = limit or Limit()
        drawn = self.belief.draw(view, limit.worlds or self.worlds, derive_seed(seed, 0))
        rows: list[tuple[Row, float]] = []
        for index, one in enumerate(drawn):
            if rows and limit.seconds and time.perf_counter() - start > limit.seconds:
                break
            row = self.evaluation.evaluate(view, one.world, derive_seed(seed, 1, index))
            rows.append((row, one.weight))
        values = self.decision(rows)
        best = max(values, key=values.__getitem__)
        return Decision(
            move=best,
            candidates=values,
            worlds=len(rows),
            seconds=time.perf_counter() - start,
            seed=seed,
        )
