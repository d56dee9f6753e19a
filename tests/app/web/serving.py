"""A real server for tests, in a thread of this process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import uvicorn

from kiebitz.app.web.server import create_app
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Store
from kiebitz.app.web.wire import config_of

# Times are short where nobody looks at the answer; a solver has all the time it needs.
QUICK = Settings(
    move_seconds=0.2,
    hint_seconds=0.5,
    review_worlds=6,
    review_card_seconds=0.3,
    solve_seconds=60,
    requests_a_second=10_000,
)


@contextmanager
def running(
    settings: Settings = QUICK,
    *,
    data: Path | None = None,
    port: int = 0,
    store: Store | None = None,
) -> Iterator[str]:
    """The address of a server that lives as long as the block."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    settings = replace(settings, data=data)
    server = uvicorn.Server(config_of(create_app(settings, store), settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.started
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
