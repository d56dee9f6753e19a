"""For what you add yourself: games, beliefs, evaluations, players, matches and experiments.

A class of yours that follows one of these protocols runs wherever a built-in one does. The folder
`examples` has one file for each. The tools that work on any game or tree are here too: searches,
best defence, minimum proofs.

>>> from kiebitz import extend, skat
>>> class Timid:
...     name = "timid"
...     def decide(self, view, *, limit=None, seed=0):
...         return extend.Decision(view.legal_moves[0])
>>> isinstance(Timid(), extend.Player)
True
>>> Timid().decide(skat.State.deal(seed=1).view(1)).move
'p'
"""

from kiebitz.arena.arbiter import Arbiter, PlainArbiter
from kiebitz.arena.executor import Executor, Failure, Outcome, Unit, seeded
from kiebitz.beliefs.protocol import Belief, UniformBelief
from kiebitz.cards import derive_seed
from kiebitz.games.moves import Move
from kiebitz.games.protocol import GameState, GameView, HiddenGameState
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.run import Where
from kiebitz.lab.run import run as run_experiment
from kiebitz.players.monte_carlo import (
    Evaluation,
    MonteCarloPlayer,
    PlayoutEvaluation,
    RandomPlayer,
    SearchEvaluation,
)
from kiebitz.players.protocol import Decision, Player
from kiebitz.players.searching import SearchPlayer
from kiebitz.search.best_defence import Leaf, Max, Min, tree_of
from kiebitz.search.best_defence import solve as best_defence
from kiebitz.search.multiplayer import (
    ALGORITHMS,
    Method,
    ScoreBounds,
    SearchResult,
    is_above,
    search,
)
from kiebitz.search.proof import GameGraph

__all__ = [
    "ALGORITHMS",
    "Arbiter",
    "Belief",
    "Decision",
    "Done",
    "Evaluation",
    "Executor",
    "Experiment",
    "Failure",
    "GameGraph",
    "GameState",
    "GameView",
    "HiddenGameState",
    "Leaf",
    "Max",
    "Method",
    "Min",
    "MonteCarloPlayer",
    "Move",
    "Outcome",
    "Parameters",
    "PlainArbiter",
    "Player",
    "PlayoutEvaluation",
    "Printed",
    "RandomPlayer",
    "Row",
    "ScoreBounds",
    "SearchEvaluation",
    "SearchPlayer",
    "SearchResult",
    "Size",
    "Sum",
    "UniformBelief",
    "Unit",
    "Where",
    "best_defence",
    "derive_seed",
    "is_above",
    "run_experiment",
    "search",
    "seeded",
    "tree_of",
]
