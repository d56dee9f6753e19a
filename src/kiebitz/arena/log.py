"""The log of a match: one SQLite file to which games are only ever added.

Every game is committed on its own before it counts as played. Whoever is killed has lost nothing
that was logged, and the number of a game, its key, cannot be logged twice.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from kiebitz import __version__
from kiebitz.arena.arbiter import Scalar, facts_from_table, facts_to_table
from kiebitz.arena.config import Config, from_json, to_json
from kiebitz.arena.judges import Judged
from kiebitz.arena.table import GameResult
from kiebitz.errors import KiebitzError
from kiebitz.machine import lock

_FORMAT = "1"
_CONFIG = "config"
_APPLICATION_ID = 0x4B696562  # "Kieb"
_TABLES = """
CREATE TABLE match (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE position (deal INTEGER PRIMARY KEY, start TEXT NOT NULL);
CREATE TABLE game (
    number INTEGER PRIMARY KEY,  -- deal × castings + casting
    deal INTEGER NOT NULL,
    casting INTEGER NOT NULL,
    seed TEXT NOT NULL,          -- 64 bits without a sign, which SQLite's integers do not hold
    seats TEXT NOT NULL,         -- JSON from here on: players by seat
    scores TEXT NOT NULL,
    facts TEXT NOT NULL,
    record TEXT NOT NULL,        -- ISS
    note TEXT NOT NULL,          -- why a player lost by default
    forfeited_by INTEGER,
    seconds TEXT NOT NULL,
    decisions TEXT NOT NULL,
    host TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    finished REAL NOT NULL
);
CREATE TABLE session (at REAL NOT NULL, event TEXT NOT NULL);
CREATE TABLE judgement (
    number INTEGER NOT NULL, judge TEXT NOT NULL, decisions TEXT NOT NULL,
    PRIMARY KEY (number, judge)
);
"""
_APPEND_ONLY = """
CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
"""


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game in the log."""

    number: int
    deal: int
    casting: int
    seed: int
    result: GameResult
    host: str = ""
    attempts: int = 1


class MatchLog:
    """An open log; use it in a `with` statement."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._lock: IO[bytes] | None = None
        self.config: Config = from_json(self._latest_config())

    @classmethod
    def create(cls, path: Path, config: Config, positions: Sequence[str] = ()) -> MatchLog:
        """A new log, all or nothing."""
        if not path.parent.is_dir():
            raise KiebitzError(f"there is no folder {str(path.parent)!r} for the log")
        try:
            connection = _connect(path, "rwc")
            # What was killed before its first commit left an empty file, which may be used.
            is_used = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 0
        except sqlite3.DatabaseError:
            is_used = True
        if is_used:
            raise KiebitzError(
                f"{path} exists: go on with `kiebitz arena resume {path}`, or name another --log"
            )
        tables = ("match", "position", "game", "session", "judgement")
        with _told(path):
            connection.execute("PRAGMA journal_mode = WAL")
        with _told(path), connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            for statement in _TABLES.split(";\n"):
                connection.execute(statement)
            for table in tables:
                for verb in ("UPDATE", "DELETE"):
                    connection.execute(_APPEND_ONLY.format(table=table, verb=verb))
            facts = {
                "format": _FORMAT,
                "version": __version__,
                _CONFIG: to_json(config),
            }
            connection.executemany("INSERT INTO match VALUES (?, ?)", facts.items())
            connection.executemany("INSERT INTO position VALUES (?, ?)", enumerate(positions))
        return cls(path, connection)

    @classmethod
    def open(cls, path: Path) -> MatchLog:
        """An existing log."""
        if not path.is_file():
            raise KiebitzError(f"there is no log {str(path)!r}")
        try:
            connection = _connect(path, "rw")
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            if application != _APPLICATION_ID:
                raise KiebitzError(f"{path} is not the log of a match")
            log = cls(path, connection)
        except sqlite3.OperationalError as error:  # a full disk, a folder that may not be written
            raise KiebitzError(f"{path} cannot be opened: {error}") from None
        except sqlite3.DatabaseError:
            raise KiebitzError(f"{path} is not the log of a match") from None
        if log._value("format") != _FORMAT:
            raise KiebitzError(f"{path} was written by another version of Kiebitz")
        return log

    def claim(self) -> None:
        """Makes sure that nobody else adds games meanwhile; holds until closed or killed."""
        file = self._lock_file
        while self._lock is None:
            with _told(file):
                held = file.open("wb")
            if not lock(held):
                held.close()
                raise KiebitzError(f"{self.path}: this match is being played already")
            # Whoever held it may have removed the file meanwhile; then ours means nothing.
            if file.exists() and os.fstat(held.fileno()).st_ino == file.stat().st_ino:
                self._lock = held
            else:
                held.close()

    def extend(self, deals: int) -> None:
        """Lets the match go on to more deals; what it was before stays in the log."""
        longer = replace(self.config, deals=deals)
        if longer.deal_file is not None or deals <= self.config.deals:
            raise KiebitzError(f"{self.path}: only a match without a file of deals can have more")
        count = self._connection.execute("SELECT count(*) FROM match").fetchone()[0]
        self._insert("match", f"{_CONFIG}, {deals} deals, {count}", to_json(longer))
        self.config = longer

    def note(self, event: str) -> None:
        """Remembers when something happened."""
        self._insert("session", time.time(), event)

    def add(self, game: LoggedGame) -> None:
        """Logs a game, at once and for good; one that is logged already is refused."""
        result = game.result
        self._insert(
            "game",
            game.number,
            game.deal,
            game.casting,
            str(game.seed),
            _dump(result.seats),
            _dump(result.scores),
            _dump(facts_to_table(result.facts)),
            result.record,
            result.note,
            result.forfeited_by,
            _dump([round(value, 6) for value in result.seconds]),
            _dump(result.decisions),
            game.host,
            game.attempts,
            time.time(),
        )

    def games(self) -> Iterator[LoggedGame]:
        """All games, by number."""
        rows = self._connection.execute(
            "SELECT number, deal, casting, seed, seats, scores, facts, record, note, forfeited_by,"
            " seconds, decisions, host, attempts FROM game ORDER BY number"
        )
        for row in rows:
            seats, scores, facts, record, note, forfeited_by, seconds, decisions = row[4:12]
            result = GameResult(
                tuple(json.loads(seats)),
                tuple(json.loads(scores)),
                facts_from_table(json.loads(facts)),
                record,
                note,
                forfeited_by,
                tuple(json.loads(seconds)),
                tuple(json.loads(decisions)),
            )
            yield LoggedGame(row[0], row[1], row[2], int(row[3]), result, row[12], row[13])

    def position(self, deal: int) -> str | None:
        """Where the games on a deal start, if not at the deal."""
        row = self._connection.execute(
            "SELECT start FROM position WHERE deal = ?", (deal,)
        ).fetchone()
        return None if row is None else str(row[0])

    def position_count(self) -> int:
        """How many positions there are."""
        (count,) = self._connection.execute("SELECT count(*) FROM position").fetchone()
        return int(count)

    def add_judgement(self, number: int, judge: str, decisions: Iterable[Judged]) -> None:
        """Keeps what a judge found in a game, so that it need not look again."""
        self._insert("judgement", number, judge, _dump(list(decisions)))

    def judgements(self, judge: str) -> dict[int, list[Judged]]:
        """What a judge found, by game."""
        rows = self._connection.execute(
            "SELECT number, decisions FROM judgement WHERE judge = ?", (judge,)
        )
        return {
            number: [Judged(*decision) for decision in json.loads(decisions)]
            for number, decisions in rows
        }

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()
        if self._lock is not None:
            self._lock_file.unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _insert(self, table: str, *values: Scalar) -> None:
        with _told(self.path):
            places = ", ".join("?" * len(values))
            self._connection.execute(f"INSERT INTO {table} VALUES ({places})", values)

    @property
    def _lock_file(self) -> Path:
        return self.path.with_name(self.path.name + ".lock")

    def _latest_config(self) -> str:
        """The configuration, or the last one that asked for more deals."""
        row = self._connection.execute(
            "SELECT value FROM match WHERE key LIKE ? ORDER BY rowid DESC LIMIT 1",
            (f"{_CONFIG}, %",),
        ).fetchone()
        return self._value(_CONFIG) if row is None else str(row[0])

    def _value(self, key: str) -> str:
        row = self._connection.execute("SELECT value FROM match WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise KiebitzError(f"{self.path} holds no match")
        return str(row[0])


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    try:
        # Without a transaction of our own every statement is committed by itself.
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=30, isolation_level=None
        )
    except sqlite3.OperationalError as error:
        raise KiebitzError(f"{path} cannot be opened: {error}") from None
    # In WAL mode this is safe from the death of any process, and never corrupts the file.
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the disk refuses is said in one sentence; what is in the log stays there."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        reason = "the disk is full" if _is_full(error) else str(error)
        raise KiebitzError(
            f"{path} cannot be written: {reason}; nothing that was logged is lost, go on with"
            f" `kiebitz arena resume {path}`"
        ) from None


def _is_full(error: sqlite3.Error | OSError) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return error.sqlite_errorname == "SQLITE_FULL"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
