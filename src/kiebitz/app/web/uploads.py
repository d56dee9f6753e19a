"""Uploaded files of records: a short index and pages, so that no answer reads a whole file."""

from __future__ import annotations

import secrets
import time
from typing import Any

from pydantic import BaseModel

from kiebitz.app.web.games import NotFound
from kiebitz.app.web.models import Problem
from kiebitz.app.web.problems import problem_of
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Document, Entry, Store, Unsaved
from kiebitz.app.web.work import Ticket
from kiebitz.errors import KiebitzError, placed
from kiebitz.games.skat.records import InvalidRecord, Record, read_records

_PAGE = 200


class RecordSummary(BaseModel):
    """One game of an upload."""

    index: int
    id: str
    players: tuple[str, str, str]
    contract: str | None
    declarer: int | None
    won: bool
    value: int


class BadRecord(Problem):
    """A line that could not be read."""

    line: int


class UploadModel(BaseModel):
    """What was read from a file."""

    id: str
    name: str
    uploaded: float
    count: int
    games: list[RecordSummary]
    bad: list[BadRecord]


class Uploads:
    """The uploads of all visitors. All of it may take a while: it is called in threads."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store

    def add(self, visitor: str, name: str, content: bytes, ticket: Ticket) -> UploadModel:
        """Reads a file, one record a line, and keeps it."""
        settings = self._settings
        games: list[dict[str, Any]] = []
        bad: list[dict[str, Any]] = []
        first: KiebitzError | None = None
        for number, one in enumerate(read_records(content), start=1):
            ticket.check()
            if isinstance(one, InvalidRecord):
                first = first or one
                bad.append({"line": one.line or number, **problem_of(one)})
            else:
                games.append(_kept(len(games), one))
            if len(games) >= settings.upload_records or len(bad) >= 200:
                rest = KiebitzError("the rest of the file was not read", code="rest-unread")
                bad.append({"line": number, **problem_of(rest)})
                break
        if not games:
            first = first or KiebitzError("the file is empty", code="empty-file")
            raise placed(first, "no game could be read", code="no-game-read")
        key = secrets.token_urlsafe(12)
        entry = _entry(key, visitor, name, time.time(), games, bad)
        self._store.trim("upload", visitor, settings.uploads_each - 1)
        room = settings.uploads_bytes - 2 * len(content)  # a record is kept with its summary
        if not self._store.make_room("upload", 1 << 30, room, older_than=settings.keep_seconds):
            raise Unsaved("this server keeps no more uploads at present", code="server-full")
        self._store.put_all([entry])
        return _model(key, entry.body, entry.parts[0])

    def all_of(self, visitor: str) -> list[UploadModel]:
        """The visitor's uploads, the latest first, without their games."""
        keys = self._store.list("upload", visitor, self._settings.uploads_each)
        return [_model(key, self._body(visitor, key, body), []) for key, _, body in keys]

    def page(self, visitor: str, key: str, first: int) -> UploadModel:
        """An upload with the games from `first` on, as many as a page holds."""
        body = self._find(visitor, key)
        games = [*self._games(key, first // _PAGE), *self._games(key, first // _PAGE + 1)]
        return _model(key, body, games[first % _PAGE :][:_PAGE])

    def record(self, visitor: str, key: str, index: int) -> str:
        """One record."""
        self._find(visitor, key)
        games = self._games(key, index // _PAGE)
        if index % _PAGE >= len(games):
            raise NotFound("there is no such game in this file", code="no-such-record")
        record: str = games[index % _PAGE]["record"]
        return record

    def _games(self, key: str, page: int) -> list[dict[str, Any]]:
        return self._store.part("upload", key, page) or []

    def _find(self, visitor: str, key: str) -> Document:
        body = self._store.get("upload", key, visitor)
        if body is None:
            raise NotFound("there is no such upload here", code="no-such-upload")
        return self._body(visitor, key, body)

    def _body(self, visitor: str, key: str, body: Document) -> Document:
        if "games" not in body:
            return body
        # Kept in one piece by an earlier version.
        entry = _entry(key, visitor, body["name"], body["uploaded"], body["games"], body["bad"])
        self._store.put_all([entry])
        return entry.body


def _entry(
    key: str,
    visitor: str,
    name: str,
    uploaded: float,
    games: list[dict[str, Any]],
    bad: list[dict[str, Any]],
) -> Entry:
    body = {"name": name, "uploaded": uploaded, "count": len(games), "bad": bad}
    pages = [games[first : first + _PAGE] for first in range(0, len(games), _PAGE)]
    return Entry("upload", key, visitor, body, pages)


def _model(key: str, body: Document, games: list[dict[str, Any]]) -> UploadModel:
    return UploadModel(
        id=key,
        name=body["name"],
        uploaded=body["uploaded"],
        count=body["count"],
        games=[RecordSummary(**one["summary"]) for one in games],
        bad=[BadRecord(**one) for one in body["bad"]],
    )


def _kept(index: int, record: Record) -> dict[str, Any]:
    result = record.result
    return {
        "record": record.to_sgf(),
        "summary": {
            "index": index,
            "id": record.id,
            "players": record.players,
            "contract": result.contract,
            "declarer": result.declarer,
            "won": result.won,
            "value": result.value,
        },
    }
