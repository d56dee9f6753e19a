"""Connections that cost something: slow, half-open, idle or too many of them, and what is logged.

uvicorn closes connections that are idle after an answer. This adds the rest: a request has to come
in time, an answer has to be taken in time, and when there are too many connections those make room
on which nothing happens.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from dataclasses import replace
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kiebitz.app.web.networks import network_of
from kiebitz.app.web.settings import Settings

_RESERVED_FILES = 64  # the database, the page's files, what the system library opens
_BACKLOG = 64


def fitted(settings: Settings) -> Settings:
    """The settings with as many connections as the system lets this process have."""
    most = max(8, _raise_file_limit() - _RESERVED_FILES - _BACKLOG)
    connections = min(settings.connections, most)
    # Streams last; half of the connections is left for everything else.
    return replace(
        settings, connections=connections, streams=min(settings.streams, connections // 2)
    )


def config_of(app: Any, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application with these settings."""

    class Connection(_Connection):
        limits = settings

    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="warning",
        access_log=False,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=20,
        h11_max_incomplete_event_size=32 * 1024,
        server_header=False,
    )
    for name in ("uvicorn.error", "kiebitz.web", "asyncio"):
        logger = logging.getLogger(name)
        for old in [one for one in logger.filters if isinstance(one, FewLines)]:
            logger.removeFilter(old)
        logger.addFilter(FewLines(settings.log_lines))
    return config


def keep_alive(listener: socket.socket) -> None:
    """Lets the system find out about browsers that have vanished; connections inherit it."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class FewLines(logging.Filter):
    """Lets so many records a minute through; says how many it kept back.

    >>> few = FewLines(1)
    >>> record = logging.makeLogRecord({"msg": "again"})
    >>> few.filter(record), few.filter(record)
    (True, False)
    """

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._lines = lines
        self._minute = 0.0
        self._written = 0
        self._kept_back = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        now = time.monotonic()
        if now - self._minute >= 60:
            self._minute, self._written = now, 0
        self._written += 1
        if self._written > self._lines:
            self._kept_back += 1
            return False
        if self._kept_back:
            record.msg = f"{record.msg} ({self._kept_back} lines were kept back before this one)"
            self._kept_back = 0
        return True


class _Connection(H11Protocol):
    """One connection, with time limits for what the other side has to do."""

    limits: Settings

    born = 0.0
    network: str | None = None
    _waiting_for: Any = None  # the part of a request that is being received
    _deadline: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.born = time.monotonic()
        self._watch()
        self.network = network_of(self.client[0] if self.client else None)
        if self.network is not None:
            alike = [one for one in self._all() if one.network == self.network]
            if len(alike) > self.limits.connections_each:
                self._make_room(alike)
        if len(self.connections) > self.limits.connections:
            self._make_room(self._all())

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._waiting_for is not None:
            self._watch()  # an answer that came before the request was complete

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._taking is None:
            self._taking = self.loop.call_later(self.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        super().resume_writing()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being computed or sent here, and a request at most under way."""
        return self._waiting_for is not None or self.cycle is None or self.cycle.response_complete

    def _watch(self) -> None:
        """Gives the head and the body of a request a time each, however slowly they drip."""
        part = self.conn.their_state
        if part not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._stop_watching()
        elif part is not self._waiting_for:
            self._stop_watching()
            self._waiting_for = part
            head = part is h11.IDLE
            seconds = self.limits.header_seconds if head else self.limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._too_late)

    def _stop_watching(self) -> None:
        self._waiting_for = None
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._stop_watching()
        self.transport.abort()

    def _all(self) -> list[_Connection]:
        return [one for one in self.connections if isinstance(one, _Connection)]

    def _make_room(self, among: list[_Connection]) -> None:
        """Closes the oldest connection on which nothing happens, or this one if there is none."""
        idle = (one for one in among if one.is_idle)
        oldest = min(
            (one for one in idle if one is not self), key=lambda one: one.born, default=self
        )
        self.connections.discard(oldest)
        oldest.transport.abort()


def _raise_file_limit() -> int:
    """As many open files as the system lets this process have."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > 65536:
        hard = 65536
    if soft != resource.RLIM_INFINITY and soft < hard:
        try:
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
            )
            soft = hard
        except (ValueError, OSError):
            pass
    return hard if soft == resource.RLIM_INFINITY else soft
