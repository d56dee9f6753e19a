"""Games, lists, uploads and reviews in one SQLite file. Documents are JSON; no rules live here."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

Document = dict[str, Any]

_TABLES = """
CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL, id TEXT NOT NULL, visitor TEXT NOT NULL,
    created REAL NOT NULL, updated REAL NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS of_visitor ON documents (kind, visitor, updated);
"""


class Store:
    """Keeps documents by kind and id; each belongs to one visitor.

    >>> store = Store(None)
    >>> store.put("game", "g1", "ann", {"seed": 7})
    >>> store.get("game", "g1", "ann"), store.get("game", "g1", "bob")
    ({'seed': 7}, None)
    """

    def __init__(self, folder: Path | None) -> None:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        path = ":memory:" if folder is None else str(folder / "web.sqlite")
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
        # With a write-ahead log a killed process loses nothing, and a commit is quick.
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_TABLES)

    def put(self, kind: str, key: str, visitor: str, body: Document) -> None:
        """Writes a document, new or changed."""
        now = time.time()
        text = json.dumps(body, ensure_ascii=False)
        with self._lock:
            self._db.execute(
                "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET updated = excluded.updated, body = excluded.body",
                (kind, key, visitor, now, now, text),
            )

    def get(self, kind: str, key: str, visitor: str | None = None) -> Document | None:
        """A document; with a visitor, only if it is theirs."""
        with self._lock:
            row = self._db.execute(
                "SELECT visitor, body FROM documents WHERE kind = ? AND id = ?", (kind, key)
            ).fetchone()
        if row is None or (visitor is not None and row[0] != visitor):
            return None
        body: Document = json.loads(row[1])
        return body

    def list(self, kind: str, visitor: str, limit: int = 50) -> list[tuple[str, float, Document]]:
        """The visitor's documents with their ids and times, the latest first."""
        with self._lock:
            rows = self._db.execute(
                "SELECT id, updated, body FROM documents WHERE kind = ? AND visitor = ? "
                "ORDER BY updated DESC LIMIT ?",
                (kind, visitor, limit),
            ).fetchall()
        return [(key, updated, json.loads(body)) for key, updated, body in rows]

    def trim(self, kind: str, visitor: str, keep: int) -> None:
        """Removes all but the visitor's latest documents of a kind."""
        with self._lock:
            self._db.execute(
                "DELETE FROM documents WHERE kind = ? AND id IN (SELECT id FROM documents "
                "WHERE kind = ? AND visitor = ? ORDER BY updated DESC LIMIT -1 OFFSET ?)",
                (kind, kind, visitor, keep),
            )

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._db.close()
