"""Records of the games for several players: the first position and the moves, one line a game.

>>> from kiebitz.games import abalone
>>> record = Record.of(abalone.State.start(), ["A1B1-B1"], ["ann", "bob"])
>>> Record.parse(str(record)) == record
True
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.errors import InvalidNotation, KiebitzError
from kiebitz.games import catalogue
from kiebitz.games.sources import Source, opened
from kiebitz.shown import show_unusual

if TYPE_CHECKING:
    from kiebitz.games.native_state import BoardState


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not."""

    game: str
    start: str
    moves: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    __repr__ = show_unusual

    def __str__(self) -> str:
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
    def of(
        cls, start: BoardState[Any], moves: Iterable[str] = (), names: Iterable[str] = ()
    ) -> Record:
        """The record of some moves from a position.

        >>> from kiebitz.games import spades
        >>> Record.of(spades.State.deal(seed=1), ["5", "4"]).game
        'spades'
        """
        return cls(start.game, str(start), tuple(moves), tuple(names))

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads what `str` writes, and checks that all moves are legal."""
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
        >>> hand = Record.of(spades.State.deal(1), ["5", "4", "6"])
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


def read_records(source: Source, game: str) -> Iterator[Record]:
    """The records of a game, one a line, read one at a time from a path, a text or a file.

    >>> line = '{"game": "abalone", "start": "b:A1b,A2b,A3b,A4w,A5w", "moves": ["A1A3-A2"]}'
    >>> [list(record.states())[-1].scores for record in read_records(line, "abalone")]
    [(1, 0)]
    """
    with opened(source, lambda text: text.lstrip().startswith("{")) as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                record = Record.parse(line.decode(errors="replace"))
            except KiebitzError as error:
                raise InvalidNotation(f"line {number}: {error}") from None
            if catalogue.state_type(record.game).game != game:
                raise InvalidNotation(f"line {number}: this is a game of {record.game}, not {game}")
            yield record
