"""Chinese Checkers for 2, 3, 4 and 6: rules, records, searches and players.

>>> from kiebitz import chinese_checkers
>>> state = chinese_checkers.State.start(chinese_checkers.Rules(players=3))
>>> len(state.legal_moves)
14
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kiebitz.games.chinese_checkers import Rules, State, load_book
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
    "load_book",
    "player",
    "read",
    "search",
]

#: The names that `player` knows.
PLAYERS = player_names(State.game)


def read(source: Source) -> Iterator[Record]:
    """The games of a path, a text or an open file, one a line, read one at a time.

    >>> from kiebitz import chinese_checkers
    >>> game = chinese_checkers.Record.of(chinese_checkers.State.start())
    >>> [len(list(game.states())) for game in chinese_checkers.read(str(game))]
    [1]
    """
    return read_records(source, State.game)


def player(spec: str | Mapping[str, Any]) -> Player[Any]:
    """A player by its name, with settings after a colon. It decides for a `State`.

    >>> from kiebitz import chinese_checkers
    >>> chinese_checkers.player("paranoid:nodes=5000").name
    'paranoid (5000 nodes)'
    """
    return make_player(State.game, spec)
