"""Abalone for two and three: rules, records, searches and players.

>>> from kiebitz import abalone
>>> import kiebitz
>>> state = abalone.State.start()
>>> abalone.search(state, "minimax", limit=kiebitz.Limit(depth=2)).depth
2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kiebitz.games.abalone import Rules, State
from kiebitz.games.moves import Move, Pass, Step
from kiebitz.games.records import Record, read_records
from kiebitz.games.sources import Source
from kiebitz.players.protocol import Decision, Player
from kiebitz.players.several import make_player, player_names
from kiebitz.search.multiplayer import ALGORITHMS, Method, SearchResult, search

__all__ = [
    "ALGORITHMS",
    "PLAYERS",
    "Decision",
    "Method",
    "Move",
    "Pass",
    "Player",
    "Record",
    "Rules",
    "SearchResult",
    "State",
    "Step",
    "player",
    "read",
    "search",
]

#: The names that `player` knows.
PLAYERS = player_names(State.game)


def read(source: Source) -> Iterator[Record]:
    """The games of a path, a text or an open file, one a line, read one at a time.

    >>> from kiebitz import abalone
    >>> game = abalone.Record.of(abalone.State.start())
    >>> [len(list(game.states())) for game in abalone.read(str(game))]
    [1]
    """
    return read_records(source, State.game)


def player(spec: str | Mapping[str, Any]) -> Player[Any]:
    """A player by its name, with settings after a colon. It decides for a `State`.

    >>> from kiebitz import abalone
    >>> abalone.player("minimax:nodes=5000").name
    'minimax (5000 nodes)'
    """
    return make_player(State.game, spec)
