"""Records of the games for several players: the first position and the moves, one line a game.

>>> from kiebitz.games import abalone
>>> record = Record("abalone", str(abalone.State.start()), ("A1B1-B1",), ("ann", "bob"))
>>> Record.parse(record.text) == record
True
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.errors import InvalidNotation, KiebitzError
from kiebitz.games import catalogue

if TYPE_CHECKING:
    from kiebitz.games.native_state import BoardState


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not."""

    game: str
    start: str
    moves: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(
            {
                "game": self.game,
                "start": self.start,
                "moves": list(self.moves),
                "names": list(self.names),
            }
        )

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads what `text` writes, and checks that all moves are legal."""
        try:
            given = json.loads(text)
            record = cls(
                str(given["game"]),
                str(given["start"]),
                tuple(map(str, given.get("moves", ()))),
                tuple(map(str, given.get("names", ()))),
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InvalidNotation(f"{text[:60]!r} is not a record of a game") from None
        for _ in record.states():
            pass
        return record

    def states(self) -> Iterator[BoardState[Any]]:
        """All positions, first to last.

        >>> from kiebitz.games import spades
        >>> hand = Record("spades", str(spades.State.deal(1)), ("5", "4", "6"))
        >>> [state.to_move for state in hand.states()]
        [0, 1, 2, 0]
        """
        state = catalogue.state_type(self.game).parse(self.start)
        yield state
        for number, move in enumerate(self.moves, 1):
            try:
                state = state.play(move)
            except KiebitzError as error:
                raise InvalidNotation(f"move {number}: {error}") from None
            yield state
