"""Whole-game players: a bidder for what comes before the first card, a chooser for the cards."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.errors import IllegalMove
from kiebitz.games.skat import View
from kiebitz.games.skat.moves import Phase
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.cards import CardChooser


class SkatPlayer:
    """Plays everything from the auction to the last card, from Views alone.

    >>> from kiebitz.games.skat import State
    >>> from kiebitz.players.skat import make_player
    >>> player = make_player("rules")
    >>> state = State.deal(seed=7)
    >>> while not state.is_over:
    ...     state = state.play(player.decide(state.view(state.to_move)).move)
    >>> state.result.won
    True
    """

    def __init__(self, name: str, bidder: Bidder, chooser: CardChooser) -> None:
        self._name = name
        self.bidder = bidder
        self.chooser = chooser

    @property
    def name(self) -> str:
        """The specification the player was made from."""
        return self._name

    def __repr__(self) -> str:
        return f"make_player({self._name!r})"

    def decide(self, view: View, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """The move for a View whose seat is to move."""
        *_, decision = self.think(view, limit=limit, seed=seed)
        return decision

    def check_limit(self, limit: Limit | None) -> None:
        """Refuses a limit that the player cannot keep."""
        if limit is not None:
            limit.refuse("depth", why="Skat players think to the end of the game")

    def think(self, view: View, *, limit: Limit | None = None, seed: int = 0) -> Iterator[Decision]:
        """Better and better decisions, the last one being that of `decide`."""
        if view.is_over or view.to_move != view.seat:
            raise IllegalMove(f"seat {view.seat} is not to move in this View")
        self.check_limit(limit)
        if view.phase == Phase.PLAY:
            yield from self.chooser.think(view, limit or Limit(), seed)
        else:
            yield self.bidder.decide(view, seed=seed)
