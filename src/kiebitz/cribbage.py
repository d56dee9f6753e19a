"""Cribbage for two to four: rules, games to 121, records, searches and players.

>>> from kiebitz import cribbage
>>> cribbage.show_points(["D4", "C6", "H5", "S5"], "SJ")
16
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kiebitz.beliefs.protocol import Belief
from kiebitz.games.cribbage import Match, Rules, State, View, show_points
from kiebitz.games.moves import Card, Move
from kiebitz.games.records import Record, read_records
from kiebitz.games.sources import Source
from kiebitz.players.protocol import Decision, Player
from kiebitz.players.several import make_player, player_names
from kiebitz.search.multiplayer import ALGORITHMS, Method, SearchResult, search

__all__ = [
    "ALGORITHMS",
    "PLAYERS",
    "Card",
    "Decision",
    "Match",
    "Method",
    "Move",
    "Player",
    "Record",
    "Rules",
    "SearchResult",
    "State",
    "View",
    "player",
    "read",
    "search",
    "show_points",
]

#: The names that `player` knows.
PLAYERS = player_names(State.game)


def read(source: Source) -> Iterator[Record]:
    """The games of a path, a text or an open file, one a line, read one at a time.

    >>> from kiebitz import cribbage
    >>> game = cribbage.Record.of(cribbage.State.deal(seed=1))
    >>> [len(list(game.states())) for game in cribbage.read(str(game))]
    [1]
    """
    return read_records(source, State.game)


def player(
    spec: str | Mapping[str, Any], *, belief: Belief[View, State] | None = None
) -> Player[Any]:
    """A player by its name, with settings after a colon. It decides for a `View`.

    A `belief` of your own says how likely worlds are to a player that searches them.

    >>> from kiebitz import cribbage
    >>> cribbage.player("maxn:worlds=10,nodes=5000").name
    'maxn (10 worlds, 5000 nodes)'
    """
    return make_player(State.game, spec, belief=belief)
