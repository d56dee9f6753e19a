"""Belief x evaluation x decision with parts written in Python, for any game.

PIMC is a search as evaluation, IIMC a playout by another player; RecPIMC is IIMC whose playout
player is PIMC. The native Monte Carlo search draws and adds up the worlds, here as everywhere; the
parts are called one world at a time, so that this is for games and ideas written in Python. Players
with native parts are in :mod:`kiebitz.players.skat` and :mod:`kiebitz.players.searching`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from kiebitz._core import python_players as core
from kiebitz.beliefs.protocol import Belief, UniformBelief
from kiebitz.cards import derive_seed
from kiebitz.games.protocol import GameState, GameView
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision, Player
from kiebitz.players.thinking import run_in_steps

Row = Mapping[str, float]
"""What each legal move is worth in one world, to the seat that moves; more is better."""


@runtime_checkable
class Evaluation(Protocol):
    """What a move is worth in one world."""

    def evaluate(self, view: GameView[Any], world: GameState[Any], seed: int) -> Row:
        """A value for every legal move of the View, to its seat."""


Rule = Literal["average", "vote", "worst"]
"""How worlds are added up: the expected value, a vote of the worlds, or the worst world."""


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

    A node is a move valued in a world; what an evaluation does beyond that it counts itself.

    >>> from kiebitz.games.skat import State
    >>> player = MonteCarloPlayer("iimc", PlayoutEvaluation(RandomPlayer()), worlds=2)
    >>> state = State.deal(seed=7).play("18").play("p")
    >>> player.decide(state.view(2), seed=1).worlds
    2
    """

    name: str
    evaluation: Evaluation
    belief: Belief[Any, Any] = field(default_factory=UniformBelief)
    decision: Rule = "average"
    worlds: int = 20
    candidates: int = 200
    """From so many worlds a belief chooses, if it is not uniform."""

    def decide(self, view: GameView[Any], *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """The move with the highest value; the first of equals."""
        start = time.perf_counter()
        limit = limit or Limit()
        limit.refuse("depth", why="an evaluation looks as deep as it likes")
        is_uniform = isinstance(self.belief, UniformBelief)
        search = core.MonteCarloSearch(
            core.View(view),
            core.uniform_belief() if is_uniform else core.python_belief(_Weigher(self.belief)),
            core.python_evaluation(_Valuer(self.evaluation)),
            decision=self.decision,
            worlds=limit.worlds or self.worlds,
            candidates=self.candidates,
            seed=seed,
        )
        for _ in run_in_steps(search, limit, worlds=self.worlds, step=10**6):
            pass
        moves = view.legal_moves
        return Decision(
            move=moves[search.best],
            candidates=dict(zip(moves, search.merits, strict=True)) if search.worlds else {},
            worlds=search.worlds,
            nodes=search.nodes,
            seconds=time.perf_counter() - start,
            seed=seed,
            errors=dict(zip(moves, search.merit_errors, strict=True)) if search.worlds else {},
        )


@dataclass(frozen=True, slots=True)
class _Weigher:
    belief: Belief[Any, Any]

    def weigh(self, view: core.View, worlds: Sequence[core.World]) -> Sequence[float]:
        return self.belief.weigh(view.object, [world.object for world in worlds])


@dataclass(frozen=True, slots=True)
class _Valuer:
    evaluation: Evaluation

    def evaluate(
        self, view: core.View, world: core.World, moves: Sequence[int], seed: int
    ) -> list[float]:
        seen: Any = view.object
        state: Any = world.object
        row = self.evaluation.evaluate(seen, state, seed)
        legal = seen.legal_moves
        return [row[legal[place]] for place in moves]
