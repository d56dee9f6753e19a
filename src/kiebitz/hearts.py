"""Hearts for three and four: rules, matches to 100 points, records, searches and players.

>>> from kiebitz import hearts
>>> state = hearts.State.deal(seed=3)
>>> state.view(state.to_move).legal_moves
('C2',)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kiebitz.beliefs.protocol import Belief
from kiebitz.games.hearts import Match, Moon, Pass, Rules, State, View
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
    "Moon",
    "Move",
    "Pass",
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

    >>> from kiebitz import hearts
    >>> game = hearts.Record.of(hearts.State.deal(seed=1))
    >>> [len(list(game.states())) for game in hearts.read(str(game))]
    [1]
    """
    return read_records(source, State.game)


def player(
    spec: str | Mapping[str, Any], *, belief: Belief[View, State] | None = None
) -> Player[Any]:
    """A player by its name, with settings after a colon. It decides for a `View`.

    A `belief` of your own says how likely worlds are to a player that searches them.

    >>> from kiebitz import hearts
    >>> hearts.player("rules").name
    'rules of thumb'
    """
    return make_player(State.game, spec, belief=belief)
