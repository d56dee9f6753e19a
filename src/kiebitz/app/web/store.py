"""Games, lists, uploads and reviews in one SQLite file. Documents are JSON; no rules live here."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from kiebitz.errors import KiebitzError

Document = dict[str, Any]
FILE = "web.sqlite"
BACKUP = "web.backup.sqlite"
_VERSION = 1

# `totals` is kept by the file itself, so that nobody has to count what all visitors together have.
_TABLES = """
CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL, id TEXT NOT NULL, visitor TEXT NOT NULL,
    created REAL NOT NULL, updated REAL NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS of_visitor ON documents (kind, visitor, updated);
CREATE INDEX IF NOT EXISTS by_age ON documents (kind, updated);
CREATE TABLE IF NOT EXISTS parts (
    kind TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (kind, id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS totals (kind TEXT PRIMARY KEY, count INTEGER, bytes INTEGER);
INSERT INTO totals SELECT kind, count(*), sum(length(body)) FROM documents GROUP BY kind;
CREATE TRIGGER added AFTER INSERT ON documents BEGIN
    INSERT INTO totals VALUES (new.kind, 1, length(new.body)) ON CONFLICT DO UPDATE
    SET count = count + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER changed AFTER UPDATE ON documents BEGIN
    UPDATE totals SET bytes = bytes + length(new.body) - length(old.body) WHERE kind = new.kind;
END;
CREATE TRIGGER removed AFTER DELETE ON documents BEGIN
    UPDATE totals SET count = count - 1, bytes = bytes - length(old.body) WHERE kind = old.kind;
    DELETE FROM parts WHERE kind = old.kind AND id = old.id;
END;
CREATE TRIGGER part_added AFTER INSERT ON parts BEGIN
    UPDATE totals SET bytes = bytes + length(new.body) WHERE kind = new.kind;
END;
CREATE TRIGGER part_removed AFTER DELETE ON parts BEGIN
    UPDATE totals SET bytes = bytes - length(old.body) WHERE kind = old.kind;
END;
"""


class Unusable(KiebitzError):  # noqa: N818
    """The data folder cannot be used at all."""


class Unsaved(KiebitzError):  # noqa: N818
    """The file did not take or give something: the disk is full, say. Nothing was changed."""


class Entry(NamedTuple):
    """A document to be written, with its parts: large pieces that are read one at a time."""

    kind: str
    key: str
    visitor: str
    body: Document
    parts: Sequence[Any] = ()
    when: float | None = None
    """When it was last touched; now, if nothing is said."""


class Store:
    """Keeps documents by kind and id; each belongs to one visitor.

    >>> store = Store(None)
    >>> store.put("game", "g1", "ann", {"seed": 7})
    >>> store.get("game", "g1", "ann"), store.get("game", "g1", "bob")
    ({'seed': 7}, None)
    """

    def __init__(self, folder: Path | None, bytes_bound: int = 1 << 30) -> None:
        self._lock = threading.Lock()
        self._db = _opened(folder)
        self._path = None if folder is None else folder / FILE
        self._backed_up = -1
        page = self._db.execute("PRAGMA page_size").fetchone()[0]
        self._db.execute(f"PRAGMA max_page_count = {bytes_bound // page}")

    def put(self, kind: str, key: str, visitor: str, body: Document) -> None:
        """Writes a document, new or changed."""
        self.put_all([Entry(kind, key, visitor, body)])

    def put_all(self, entries: Sequence[Entry]) -> None:
        """Writes several documents, all or none; parts that were there before are replaced."""
        now = time.time()
        rows = [
            (kind, key, visitor, now, when or now, json.dumps(body, ensure_ascii=False))
            for kind, key, visitor, body, _, when in entries
        ]
        pieces = [
            (one.kind, one.key, number, json.dumps(part, ensure_ascii=False))
            for one in entries
            for number, part in enumerate(one.parts)
        ]
        with self._written() as db:
            db.executemany(
                "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET updated = excluded.updated, body = excluded.body",
                rows,
            )
            if pieces:
                db.executemany(
                    "DELETE FROM parts WHERE kind = ? AND id = ?", {p[:2] for p in pieces}
                )
                db.executemany("INSERT INTO parts VALUES (?, ?, ?, ?)", pieces)

    def get(self, kind: str, key: str, visitor: str | None = None) -> Document | None:
        """A document; with a visitor, only if it is theirs."""
        with self._used() as db:
            row = db.execute(
                "SELECT visitor, body FROM documents WHERE kind = ? AND id = ?", (kind, key)
            ).fetchone()
        if row is None or (visitor is not None and row[0] != visitor):
            return None
        body: Document = json.loads(row[1])
        return body

    def part(self, kind: str, key: str, number: int) -> Any:
        """One part of a document, or None."""
        with self._used() as db:
            row = db.execute(
                "SELECT body FROM parts WHERE kind = ? AND id = ? AND number = ?",
                (kind, key, number),
            ).fetchone()
        return None if row is None else json.loads(row[0])

    def list(self, kind: str, visitor: str, limit: int = 50) -> list[tuple[str, float, Document]]:
        """The visitor's documents with their ids and times, the latest first, without parts."""
        with self._used() as db:
            rows = db.execute(
                "SELECT id, updated, body FROM documents WHERE kind = ? AND visitor = ? "
                "ORDER BY updated DESC LIMIT ?",
                (kind, visitor, limit),
            ).fetchall()
        return [(key, updated, json.loads(body)) for key, updated, body in rows]

    def trim(self, kind: str, visitor: str, keep: int) -> None:
        """Removes all but the visitor's latest documents of a kind."""
        with self._written() as db:
            db.execute(
                "DELETE FROM documents WHERE kind = ? AND id IN (SELECT id FROM documents "
                "WHERE kind = ? AND visitor = ? ORDER BY updated DESC LIMIT -1 OFFSET ?)",
                (kind, kind, visitor, keep),
            )

    def total(self, kind: str) -> tuple[int, int]:
        """How many documents of a kind all visitors have, and how long they are together.

        >>> store = Store(None)
        >>> store.put("game", "g1", "ann", {"seed": 7})
        >>> store.total("game")
        (1, 11)
        """
        with self._used() as db:
            row = db.execute("SELECT count, bytes FROM totals WHERE kind = ?", (kind,)).fetchone()
        return (0, 0) if row is None else (row[0], row[1])

    def make_room(self, kind: str, count: int, bytes_: int, older_than: float = 0.0) -> bool:
        """Removes the documents of a kind that lay untouched longest until the rest fits.

        What was touched in the last `older_than` seconds stays; then it may not fit.
        """
        while True:
            have, size = self.total(kind)
            if have <= count and size <= bytes_:
                return True
            with self._written() as db:
                gone = db.execute(
                    "DELETE FROM documents WHERE kind = ? AND id IN (SELECT id FROM documents "
                    "WHERE kind = ? AND updated <= ? ORDER BY updated LIMIT ?)",
                    (kind, kind, time.time() - older_than, max(1, min(have - count, 1000))),
                ).rowcount
            if not gone:
                return False

    def give_back(self) -> None:
        """Gives the space of removed documents back to the disk."""
        with self._used() as db:
            db.executescript("PRAGMA incremental_vacuum(2000);PRAGMA wal_checkpoint(TRUNCATE);")

    def back_up(self) -> Path | None:
        """Renews the copy beside the file, whole at every moment; None if nothing has changed.

        >>> Store(None).back_up() is None
        True
        """
        with self._lock:
            changes = self._db.total_changes
        if self._path is None or changes == self._backed_up:
            return None
        copy = self._path.with_name(BACKUP)
        fresh = self._path.with_name(f"{BACKUP}.new")
        try:
            fresh.unlink(missing_ok=True)
            # A connection of its own: those who write meanwhile do not wait.
            with closing(sqlite3.connect(self._path, timeout=10)) as db:
                db.execute("VACUUM INTO ?", (str(fresh),))
            fresh.replace(copy)
        except (OSError, sqlite3.Error) as error:
            raise Unsaved(
                f"the data folder fails: {error}", code="data-fails", text=str(error)
            ) from error
        self._backed_up = changes
        return copy

    def close(self) -> None:
        """Closes the file."""
        with self._lock, suppress(sqlite3.Error):
            self._db.close()

    @contextmanager
    def _used(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as error:
                with suppress(sqlite3.Error):  # the log may be what fills the disk
                    self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                raise Unsaved(
                    f"the data folder fails: {error}", code="data-fails", text=str(error)
                ) from error

    @contextmanager
    def _written(self) -> Iterator[sqlite3.Connection]:
        with self._used() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise


def _opened(folder: Path | None) -> sqlite3.Connection:
    """The file, checked and of this version; a sentence if that is not possible."""
    if folder is None:
        return _prepared(":memory:")
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"{FILE}.probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Unusable(
            f"the data folder {folder} cannot be used: {error.strerror}",
            code="data-folder",
            path=str(folder),
            text=str(error.strerror),
        ) from error
    try:
        if path.exists():
            _check(path)
        return _prepared(str(path))
    except sqlite3.DatabaseError as error:
        damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in damaged:
            raise Unusable(
                f"{path} cannot be used: {error}",
                code="data-folder",
                path=str(path),
                text=str(error),
            ) from error
        aside = _put_aside(path)
        raise Unusable(
            f"{path} is damaged ({error}); it is kept as {aside}, and the next start begins a new "
            "one",
            code="data-damaged",
            path=str(path),
            aside=str(aside),
        ) from error


def _check(path: Path) -> None:
    """Reads the file through, and changes nothing in it."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            error = sqlite3.DatabaseError(" ".join(found.split())[:100])
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
        if db.execute("PRAGMA user_version").fetchone()[0] > _VERSION:
            raise Unusable(
                f"{path} was written by a newer version of Kiebitz",
                code="data-newer",
                path=str(path),
            )


def _prepared(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
    try:
        # Only a new file takes this: space that is given back leaves the file.
        db.execute("PRAGMA auto_vacuum=INCREMENTAL")
        # With a write-ahead log a killed process loses nothing, and a commit is quick.
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute(f"PRAGMA journal_size_limit={16 << 20}")
        if db.execute("PRAGMA user_version").fetchone()[0] < _VERSION:
            db.executescript(f"BEGIN;{_TABLES}PRAGMA user_version={_VERSION};COMMIT;")
    except BaseException:
        db.close()
        raise
    return db


def _put_aside(path: Path) -> Path:
    """Renames a database with its log, over nothing that is there."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = [
        f"{path.name}.damaged-{stamp}",
        *(f"{path.name}.damaged-{stamp}-{n}" for n in range(99)),
    ]
    aside = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    path.rename(aside)
    for tail in ("-wal", "-shm"):
        log = path.with_name(path.name + tail)
        if log.exists():
            log.rename(aside.with_name(aside.name + tail))
    return aside
