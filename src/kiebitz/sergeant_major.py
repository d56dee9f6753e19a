"""Sergeant Major (8-5-3) for three: rules, records, searches and players.

>>> from kiebitz import sergeant_major
>>> sergeant_major.State.deal(seed=1).legal_moves
('trump=C', 'trump=D', 'trump=H', 'trump=S')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kiebitz.beliefs.protocol import Belief
from kiebitz.games.moves import Card, Move
from kiebitz.games.records import Record, read_records
from kiebitz.games.sergeant_major import Match, Rules, State, Trump, View
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
    "Trump",
    "View",
    "player",
    "read",
    "search",
]

#: The names that `player` knows.
PLAYERS = player_names(State.game)


def read(source: Source) -> Iterator[Record]:
    """The games of a path, a text or an open file, one a line, read one at a time.

    >>> from kiebitz import sergeant_major
    >>> game = sergeant_major.Record.of(sergeant_major.State.deal(seed=1))
    >>> [len(list(game.states())) for game in sergeant_major.read(str(game))]
    [1]
    """
    return read_records(source, State.game)


def player(
    spec: str | Mapping[str, Any], *, belief: Belief[View, State] | None = None
) -> Player[Any]:
    """A player by its name, with settings after a colon. It decides for a `View`.

    A `belief` of your own says how likely worlds are to a player that searches them.

    >>> from kiebitz import sergeant_major
    >>> sergeant_major.player("paranoid:worlds=10,nodes=5000").name
    'paranoid (10 worlds, 5000 nodes)'
    """
    return make_player(State.game, spec, belief=belief)
