"""For what you add yourself: games, beliefs, evaluations, players and experiments.

A class of yours that follows one of these protocols runs wherever a built-in one does. The folder
`examples` has one file for each.

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

from kiebitz.beliefs.protocol import Belief, UniformBelief, Weighted
from kiebitz.cards import derive_seed
from kiebitz.games.moves import Move
from kiebitz.games.protocol import GameState, GameView, HiddenGameState
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.run import Where
from kiebitz.lab.run import run as run_experiment
from kiebitz.players.protocol import Decision, Player
from kiebitz.search.multiplayer import (
    ALGORITHMS,
    Method,
    ScoreBounds,
    SearchResult,
    is_above,
    search,
)

__all__ = [
    "ALGORITHMS",
    "Belief",
    "Decision",
    "Done",
    "Experiment",
    "GameState",
    "GameView",
    "HiddenGameState",
    "Method",
    "Move",
    "Parameters",
    "Player",
    "Printed",
    "Row",
    "ScoreBounds",
    "SearchResult",
    "Size",
    "Sum",
    "UniformBelief",
    "Weighted",
    "Where",
    "derive_seed",
    "is_above",
    "run_experiment",
    "search",
]
