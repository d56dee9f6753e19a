"""Whole-game players: a bidder for what comes before the first card, a chooser for the cards."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace

from kiebitz.errors import IllegalMove
from kiebitz.games.skat import View
from kiebitz.games.skat.moves import Phase
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.cards import CardChooser
from kiebitz.players.skat.pondering import expected_views
from kiebitz.players.skat.standing import Standing

_REMEMBERED = 256  # decisions that were thought of beforehand


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

    def __init__(
        self, name: str, bidder: Bidder, chooser: CardChooser, *, most_worlds: int | None = None
    ) -> None:
        self._name = name
        self.bidder = bidder
        self.chooser = chooser
        self._ahead: OrderedDict[tuple[View, Limit, int], Decision] = OrderedDict()
        # A level is as strong as its name says, however much time it is given.
        self._most_worlds = most_worlds

    @property
    def name(self) -> str:
        """The specification the player was made from."""
        return self._name

    def __repr__(self) -> str:
        return f"make_player({self._name!r})"

    def in_list(self, standing: Standing) -> SkatPlayer:
        """The same player, who bids to end a list first that stands like this before the deal.

        >>> from kiebitz.players.skat import make_player
        >>> make_player("rules").in_list(Standing((120, 300, 250), 0))
        make_player('rules')
        """
        other = copy.copy(self)
        other.bidder = self.bidder.in_list(standing)
        return other

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
            limit = limit or Limit()
            known = self._ahead.get((view, limit, seed))
            if known is not None:
                yield known
                return
            if limit.worlds is None:
                limit = replace(limit, worlds=self._most_worlds)
            yield from self.chooser.think(view, limit, seed)
        else:
            seconds = None if limit is None else limit.seconds
            yield self.bidder.decide(view, seed=seed, seconds=seconds)

    def ponder(
        self,
        view: View,
        *,
        limit: Limit | None = None,
        seed: int = 0,
        go_on: Callable[[], bool] = lambda: True,
    ) -> int:
        """Thinks ahead while another seat is to move; how many decisions are known then.

        They are those on the cards that are likely to come. Asked for one of them with the same
        limit and seed, the player answers at once what it would have answered anyway. Between two
        of them `go_on` may end the work.
        """
        if view.is_over or view.to_move == view.seat:
            raise IllegalMove(f"seat {view.seat} can think ahead only while another is to move")
        limit = limit or Limit()
        self.check_limit(limit)
        known = 0
        for expected in expected_views(view, seed):
            if not go_on():
                break
            key = (expected, limit, seed)
            decision = self._ahead.get(key) or self.decide(expected, limit=limit, seed=seed)
            self._ahead[key] = decision
            self._ahead.move_to_end(key)
            known += 1
            while len(self._ahead) > _REMEMBERED:
                self._ahead.popitem(last=False)
        return known
