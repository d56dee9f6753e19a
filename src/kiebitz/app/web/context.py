"""What the routes share: the parts of the server, who asks, and work that ends with the asker."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

from kiebitz.app.web.friends import Friends
from kiebitz.app.web.history import History
from kiebitz.app.web.lists import Lists
from kiebitz.app.web.models import Problem
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Store
from kiebitz.app.web.tables import Tables
from kiebitz.app.web.training import Training
from kiebitz.app.web.uploads import Uploads
from kiebitz.app.web.work import QueueFull, Ticket, Work

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of one server."""

    settings: Settings
    store: Store
    work: Work
    tables: Tables
    lists: Lists
    uploads: Uploads
    training: Training
    friends: Friends
    history: History
    reading: Work
    """Threads that read what is kept, so that the event loop does not."""
    streams: Counter[str] = field(default_factory=Counter)
    """Open event streams, by visitor."""
    reviews: Counter[str] = field(default_factory=Counter)
    """Reviews under way, by visitor."""

    async def read(self, visitor: str, function: Callable[[], Answer]) -> Answer:
        """Runs something short that would hold up the event loop."""
        return await self.reading.run(visitor, lambda ticket: function())


def check_room(counter: Counter[str], visitor: str, each: int, together: int) -> None:
    """Refuses one more of something that is counted by visitor."""
    if counter[visitor] >= each or counter.total() >= together:
        raise QueueFull


@contextlib.contextmanager
def counted(counter: Counter[str], visitor: str) -> Iterator[None]:
    """Counts the visitor as long as the block runs."""
    counter[visitor] += 1
    try:
        yield
    finally:
        counter[visitor] -= 1
        if counter[visitor] <= 0:
            del counter[visitor]


# Coroutines, because FastAPI sends plain functions through a thread, which costs more than they do.
async def _context(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


async def _visitor(request: Request) -> str:
    visitor: str = request.scope["state"]["visitor"]
    return visitor


Parts = Annotated[Context, Depends(_context)]
Visitor = Annotated[str, Depends(_visitor)]

#: The refusals that any route may give, for the OpenAPI description.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in {
        400: "the input is wrong, with the reason",
        401: "a token is missing",
        403: "a request of another site",
        404: "there is no such thing, or it is another visitor's",
        409: "the position has changed or does not allow this",
        413: "too large",
        421: "another host is meant",
        422: "a field is missing or out of range",
        429: "too many computations are waiting; try again later",
        503: "it could not be saved; try again later",
    }.items()
}


async def compute(
    request: Request, context: Context, visitor: str, function: Callable[[Ticket], Answer]
) -> Answer:
    """Runs a computation in its turn; it is cancelled when the browser goes away."""
    return await while_connected(request, context.work.run(visitor, function))


async def while_connected(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Awaits something as long as the browser is there."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
        return await task
    finally:
        for other in (task, gone):
            if not other.done():
                other.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await gone


async def _disconnected(request: Request) -> None:
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            return
