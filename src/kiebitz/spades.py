"""Spades for three: bids, 17 tricks, matches, records, searches and players.

>>> from kiebitz import spades
>>> spades.State.deal(seed=1).play("5").play("4").play("6").bids
(5, 4, 6)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kiebitz.beliefs.protocol import Belief
from kiebitz.games.moves import Bid, Card, Move
from kiebitz.games.records import Record, read_records
from kiebitz.games.sources import Source
from kiebitz.games.spades import Match, Rules, State, View
from kiebitz.players.protocol import Decision, Player
from kiebitz.players.several import make_player, player_names
from kiebitz.search.multiplayer import ALGORITHMS, Method, SearchResult, search

__all__ = [
    "ALGORITHMS",
    "PLAYERS",
    "Bid",
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
]

#: The names that `player` knows.
PLAYERS = player_names(State.game)


def read(source: Source) -> Iterator[Record]:
    """The games of a path, a text or an open file, one a line, read one at a time.

    >>> from kiebitz import spades
    >>> game = spades.Record.of(spades.State.deal(seed=1))
    >>> [len(list(game.states())) for game in spades.read(str(game))]
    [1]
    """
    return read_records(source, State.game)


def player(
    spec: str | Mapping[str, Any], *, belief: Belief[View, State] | None = None
) -> Player[Any]:
    """A player by its name, with settings after a colon. It decides for a `View`.

    A `belief` of your own says how likely worlds are to a player that searches them.

    >>> from kiebitz import spades
    >>> spades.player("paranoid:worlds=10,nodes=5000").name
    'paranoid (10 worlds, 5000 nodes)'
    """
    return make_player(State.game, spec, belief=belief)
