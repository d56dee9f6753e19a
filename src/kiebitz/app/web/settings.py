"""What the server may use and whom it listens to. Every limit of the web page is one of these."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from kiebitz.machine import cores


def user_data_folder() -> Path:
    """Where this system keeps a user's data.

    >>> user_data_folder().name
    'kiebitz'
    """
    if given := os.environ.get("KIEBITZ_DATA"):
        return Path(given)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kiebitz"


@dataclass(frozen=True, slots=True)
class Settings:
    """One server's settings."""

    data: Path | None = None
    """The folder of the database; None keeps all in memory."""
    token: str | None = None
    """What a browser must know to be let in; None lets everybody in who reaches the address."""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]", "testserver")
    """Names by which the server may be called (against DNS rebinding); empty allows all."""

    workers: int = field(default_factory=cores)
    """Computations at the same time."""
    waiting: int = 64
    """Computations that may wait, of all visitors together; one more is answered with 429."""
    moves_waiting: int = 256
    """Moves of computer players that may wait before no new game is dealt."""
    waiting_each: int = 4
    """Computations that one visitor may have waiting or running."""
    streams_each: int = 12
    """Open event streams of one visitor."""
    streams: int = 400
    """Open event streams of all visitors together."""
    reviews: int = 64
    """Reviews under way, of all visitors together."""
    connections: int = 1000
    """Open connections; fewer if the system allows fewer files. One more ends an idle one."""
    connections_each: int = 200
    """Open connections of one network address; one more ends an idle one of its own."""
    requests_each: int = 100
    """Requests under way from one network address, streams included."""
    visitors_each: int = 60
    """New visitors of one network address who ask for something within a minute."""
    requests_a_second: float = 40.0
    """Requests of one visitor, on average; ten times as many of one network address."""
    requests_at_once: int = 400
    """Requests that a visitor who was quiet may send at once; ten times as many of an address."""
    header_seconds: float = 10.0
    """Time in which the head of a request must have come."""
    body_seconds: float = 60.0
    """Time in which the rest of a request must have come."""
    write_seconds: float = 30.0
    """Time in which a browser must take something of what it is sent."""
    backup_seconds: float = 600.0
    """How often the copy of the database is renewed, if something has changed."""
    log_lines: int = 60
    """Lines in the log a minute; what is more is counted."""

    body_bytes: int = 64 * 1024
    """The size of a request, except uploads."""
    bodies_bytes: int = 64 * 1024 * 1024
    """The size of all requests that are being received."""
    upload_bytes: int = 4 * 1024 * 1024
    upload_records: int = 5000
    uploads_each: int = 20
    games_each: int = 5000
    lists_each: int = 200
    disk_bytes: int = 1024 * 1024 * 1024
    """The size of the database; when it is full, nothing new is kept."""
    uploads_bytes: int = 256 * 1024 * 1024
    """The size of all uploads together; the oldest make room for new ones."""
    games: int = 200_000
    """Games of all visitors together; those that nobody touched longest make room."""
    lists: int = 20_000
    keep_seconds: float = 24 * 3600.0
    """What was touched so lately makes no room for others."""

    move_seconds: float = 2.0
    """Time for one decision of a computer player."""
    hint_seconds: float = 4.0
    review_worlds: int = 16_384
    """Worlds for a card of a review in the first tricks: as many as a hint has."""
    review_card_seconds: float = 4.0
    judgements: int = 50_000
    """Cards whose judgement is kept."""
    solve_seconds: float = 5.0
    """Time for one question to a solver."""
