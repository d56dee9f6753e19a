"""Perf, who sees all cards (thesis figure 9.3). For experiments only: it is not a player.

It has no `decide` and is never given a View, so it cannot sit down at a table by mistake: whoever
uses it must hand over the full State.
"""

from __future__ import annotations

from kiebitz._core import skat_players as core
from kiebitz.errors import IllegalMove
from kiebitz.games.skat import State
from kiebitz.games.skat.moves import Phase
from kiebitz.players.protocol import Decision
from kiebitz.players.skat.cards import POINT


class Perf:
    """Plays cards by the open-hand solver in the true world."""

    name = "perf"

    def __init__(self, table_megabytes: int = 16) -> None:
        self._evaluation = core.solver_evaluation("points", table_megabytes)

    def decide_with_open_cards(self, state: State) -> Decision:
        """The best card of the seat to move, all cards known.

        >>> state = State.deal(seed=7)
        >>> for move in ("18", "p", "p", "s", "G"):
        ...     state = state.play(move)
        >>> state = state.play(state.legal_moves[0])
        >>> decision = Perf().decide_with_open_cards(state)
        >>> decision.move in state.legal_moves
        True
        """
        if state.phase != Phase.PLAY:
            raise IllegalMove("Perf plays cards only")
        view = state.view(state.to_move)
        native = state.native
        world = core.World(native.hands, native.skat)
        (row,) = self._evaluation.evaluate(view.native, [world])
        values: dict[str, float] = {
            card: win + POINT * points
            for card, (win, points) in zip(view.legal_moves, row, strict=True)
        }
        return Decision(max(values, key=values.__getitem__), values, worlds=1)
