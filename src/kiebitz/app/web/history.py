"""One's whole history as a file: every finished game as an ISS record, out of it and into it."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, Field

from kiebitz.app.web.games import Game
from kiebitz.app.web.problems import problem_of
from kiebitz.app.web.seeing import names_of
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Entry, Store, Unsaved
from kiebitz.app.web.uploads import BadRecord
from kiebitz.app.web.work import Ticket
from kiebitz.errors import KiebitzError, placed
from kiebitz.games.skat.records import InvalidRecord, Record, read_records

_DATE = "%Y-%m-%d/%H:%M:%S/UTC"
_MOST_BAD = 50


class PlayerCount(BaseModel):
    """A name in a file, and in how many of its games it stands."""

    name: str
    games: int


class TakenIn(BaseModel):
    """What came of a file of games."""

    name: str = Field(description="whose games were taken in; empty: nobody's, the page asks")
    read: int
    added: int
    known: int = Field(description="games that were there already")
    players: list[PlayerCount] = Field(description="the most frequent names")
    bad: list[BadRecord]


class History:
    """The finished games of all visitors. Called in threads: a history may be long."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store

    def games(self, visitor: str) -> Iterator[tuple[str, float, dict[str, Any]]]:
        """Finished games that the visitor played, the earliest first, with when they were dealt."""
        found = [
            (body.get("began") or updated, key, body)
            for key, updated, body in self._store.list("game", visitor, self._settings.games_each)
            if body["over"] and not body.get("sits_out")
        ]
        for began, key, body in sorted(found, key=lambda one: one[:2]):
            yield key, began, body

    def export(self, visitor: str, name: str) -> Iterator[str]:
        """A line for each game, with its date and the names at the table."""
        for key, began, body in self.games(visitor):
            if body.get("record"):
                yield body["record"] + "\n"
            else:
                yield _record(Game.of_document(key, visitor, body), name, began).to_sgf() + "\n"

    def record(self, game: Game, name: str) -> str:
        """One finished game as an ISS record; `name` is who asks."""
        kept = self._store.get("game", game.id) if game.imported else None
        text: str = kept["record"] if kept else _record(game, name, game.began).to_sgf()
        return text

    def take_in(self, visitor: str, content: bytes, name: str, ticket: Ticket) -> TakenIn:
        """Adds the games in which a name plays to the visitor's own.

        Without a name nothing is added: the answer tells who plays in the file.
        """
        records: list[Record] = []
        bad: list[BadRecord] = []
        first: KiebitzError | None = None
        for number, one in enumerate(read_records(content), start=1):
            ticket.check()
            if isinstance(one, InvalidRecord):
                first = first or one
                if len(bad) < _MOST_BAD:
                    bad.append(BadRecord(line=one.line or number, **problem_of(one)))
            else:
                records.append(one)
            if len(records) >= self._settings.upload_records:
                break
        if not records:
            first = first or KiebitzError("the file is empty", code="empty-file")
            raise placed(first, "no game could be read", code="no-game-read")
        counts = Counter(player for one in records for player in set(one.players) if player)
        entries = {}
        for one in records:
            if name and name in one.players:
                entry = _entry(visitor, one, one.players.index(name))
                entries[entry.key] = entry
        new = [entry for entry in entries.values() if not self._has(visitor, entry)]
        if new:
            self._make_room(len(new))
            self._store.put_all(new)
            self._store.trim("game", visitor, self._settings.games_each)
        return TakenIn(
            name=name,
            read=len(records),
            added=len(new),
            known=len(entries) - len(new),
            players=[PlayerCount(name=who, games=n) for who, n in counts.most_common(12)],
            bad=bad,
        )

    def _has(self, visitor: str, entry: Entry) -> bool:
        keys = (entry.key, entry.body["origin"])
        return any(key and self._store.get("game", key, visitor) is not None for key in keys)

    def _make_room(self, count: int) -> None:
        settings = self._settings
        room = (settings.games - count, settings.disk_bytes)
        if not self._store.make_room("game", *room, older_than=settings.keep_seconds):
            raise Unsaved("this server keeps no more games at present", code="server-full")


def _record(game: Game, name: str, began: float) -> Record:
    names = [one or name or "you" for one in names_of(game, None)]
    tags = {f"P{place}": _tag(one) for place, one in enumerate(names)}
    date = datetime.fromtimestamp(began, UTC).strftime(_DATE) if began else ""
    series = f"{game.list_id} {game.list_number}" if game.list_id else ""
    return Record.of(game.state, ID=game.id, DT=date, SE=series, **tags)


def _tag(text: str) -> str:
    # A bracket would end the tag.
    return "".join(letter for letter in text if letter not in "[]\\" and letter.isprintable())


def _entry(visitor: str, record: Record, seat: int) -> Entry:
    """A game that was played elsewhere, as if it had been played here."""
    text = record.to_sgf()
    # The same game, taken in again, is the same document.
    game_id = record.id if record.tags.get("PC") == "Kiebitz" else ""
    moves = str(record.state)
    key = hashlib.sha256(f"{visitor}|{game_id or moves}".encode()).hexdigest()[:24]
    began = date_of(record)
    game = Game(
        id=key,
        visitor=visitor,
        state=record.state,
        seat=seat,
        opponents=("club", "club"),
        opponent_names=(record.players[(seat + 1) % 3], record.players[(seat + 2) % 3]),
        seed=0,
        began=began or time.time(),
        imported=True,
    )
    body = {**game.to_document(), "record": text, "origin": game_id}
    return Entry("game", key, visitor, body, when=began or None)


def date_of(record: Record) -> float:
    """When a recorded game was played, in seconds since 1970; 0 if it does not say.

    >>> from kiebitz.games.skat import State
    >>> passed = State.deal(seed=1).play("p").play("p").play("p")
    >>> date_of(Record.of(passed, DT="2007-11-02/15:24:24/UTC"))
    1194017064.0
    >>> date_of(Record.of(passed, DT="yesterday"))
    0.0
    """
    text = record.tags.get("DT", "")
    for form in (_DATE, "%Y-%m-%d/%H:%M:%S", "%Y-%m-%d"):
        try:
            return max(0.0, datetime.strptime(text, form).replace(tzinfo=UTC).timestamp())
        except ValueError:
            continue
    return 0.0
