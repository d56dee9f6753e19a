"""What the routes share: the parts of the server, who asks, and work that ends with the asker."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

from kiebitz.app.web.lists import Lists
from kiebitz.app.web.models import Problem
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Store
from kiebitz.app.web.tables import Tables
from kiebitz.app.web.work import Ticket, Work

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of one server."""

    settings: Settings
    store: Store
    work: Work
    tables: Tables
    lists: Lists


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
