"""Evaluations and players of your own, written in Python, in the players of Skat.

A belief of your own derives from :class:`kiebitz.beliefs.skat.WeighingBelief`. All three are called
from the native Monte Carlo search, with bit masks of cards; while an evaluation or a player of
Python's is asked, the search runs on one thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import SkatBelief, make_belief
from kiebitz.errors import KiebitzError
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.cards import MonteCarloChooser
from kiebitz.players.skat.player import SkatPlayer


class OwnEvaluation(Protocol):
    """What cards are worth in one world."""

    def evaluate(
        self, view: core.CardView, world: core.World, cards: Sequence[int], seed: int
    ) -> Sequence[float | tuple[float, float]]:
        """For each card a number, more is better; or whether it wins (0 to 1) and card points."""


class OwnPlayer(Protocol):
    """Who plays within playouts."""

    def choose(self, view: core.CardView, seed: int) -> int:
        """The number of one of the cards in `view.legal`."""


def playouts_by(
    player: core.Player | OwnPlayer, *defenders: core.Player | OwnPlayer
) -> core.Evaluation:
    """The evaluation that lets a player finish the game for all seats.

    With another one that is the declarer's, and both defenders play as the other; with two others
    there is a player for each seat: the declarer's, the next one's, the third one's.

    >>> class Lowest:
    ...     def choose(self, view, seed):
    ...         return (view.legal & -view.legal).bit_length() - 1
    >>> monte_carlo_player("iimc", playouts_by(Lowest()), worlds=2).name
    'iimc'
    >>> mixed = playouts_by(Lowest(), core.rule_player())
    >>> monte_carlo_player("iimc by two", mixed, worlds=2).name
    'iimc by two'
    """
    modules = [
        one if isinstance(one, core.Player) else core.python_player(one)
        for one in (player, *defenders)
    ]
    if len(modules) == 1:
        return core.playout_evaluation(modules[0])
    if len(modules) > 3:
        raise KiebitzError("playouts take one player, two, or one for each of three seats")
    return core.playout_evaluation(core.roles_player(modules[0], modules[1], modules[-1]))


def monte_carlo_player(
    name: str,
    evaluation: core.Evaluation | OwnEvaluation,
    *,
    belief: SkatBelief | None = None,
    worlds: int = 160,
    decision: str = "average",
    threads: int = 0,
) -> SkatPlayer:
    """A player of parts of your own; the belief is the table belief unless given.

    >>> from kiebitz.games.skat import State
    >>> class Cheap:
    ...     def evaluate(self, view, world, cards, seed):
    ...         return [-card for card in cards]
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> monte_carlo_player("cheap", Cheap(), worlds=2).decide(state.view(0)).move
    'DQ'
    """
    if not isinstance(evaluation, core.Evaluation):
        evaluation = core.python_evaluation(evaluation)
    chosen = belief or make_belief("table")
    chooser = MonteCarloChooser(chosen, evaluation, worlds, decision, threads)
    return SkatPlayer(name, Bidder(), chooser)
