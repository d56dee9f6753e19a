"""Computations in their turn: a bounded queue that serves visitors fairly.

Everything here runs on the event loop; only the computations themselves run in threads, where the
native core releases the interpreter.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class QueueFull(Exception):  # noqa: N818
    """No more computations are taken on now."""


class Cancelled(Exception):  # noqa: N818
    """Nobody waits for this computation any more."""


class Ticket:
    """Given to a long computation, which asks now and then whether somebody still waits."""

    def __init__(self) -> None:
        self._stop = threading.Event()

    def cancel(self) -> None:
        """Says that nobody waits any more."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits any more."""
        return self._stop.is_set()

    def check(self) -> None:
        """Ends the computation if nobody waits any more."""
        if self._stop.is_set():
            raise Cancelled


@dataclass(eq=False, slots=True)
class _Job:
    visitor: str
    function: Callable[[Ticket], Any]
    done: asyncio.Future[Any]
    ticket: Ticket = field(default_factory=Ticket)


class Work:
    """Runs computations in threads; visitors take turns, and one who asks much waits longer."""

    def __init__(self, workers: int, waiting: int, waiting_each: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="kiebitz")
        self._workers = workers
        self._bound = waiting
        self._bound_each = waiting_each
        self._queues: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: set[_Job] = set()
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many computations wait for a thread."""
        return sum(len(queue) for queue in self._queues.values())

    @property
    def running(self) -> int:
        """How many computations run."""
        return len(self._running)

    async def run(
        self, visitor: str, function: Callable[[Ticket], Answer], *, bounded: bool = True
    ) -> Answer:
        """The answer of a computation, when its turn has come.

        Moves of the computer players are not bounded: there is at most one for each open game.
        """
        mine = len(self._queues.get(visitor, ()))
        mine += sum(job.visitor == visitor for job in self._running)
        if bounded and (self.waiting >= self._bound or mine >= self._bound_each):
            raise QueueFull
        job = _Job(visitor, function, asyncio.get_running_loop().create_future())
        self._queues.setdefault(visitor, deque()).append(job)
        self._start_next()
        try:
            answer: Answer = await job.done
        except asyncio.CancelledError:
            job.ticket.cancel()
            with contextlib.suppress(KeyError, ValueError):
                self._queues[visitor].remove(job)
                if not self._queues[visitor]:
                    del self._queues[visitor]
            raise
        return answer

    def close(self) -> None:
        """Takes nothing more on; running computations are told to stop."""
        self._closed = True
        self._queues.clear()
        for job in self._running:
            job.ticket.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start_next(self) -> None:
        while self._queues and len(self._running) < self._workers:
            visitor, queue = next(iter(self._queues.items()))
            job = queue.popleft()
            del self._queues[visitor]
            if queue:
                self._queues[visitor] = queue  # at the end: the next turn is another visitor's
            self._running.add(job)
            task = asyncio.get_running_loop().create_task(self._run(job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, job: _Job) -> None:
        try:
            if self._closed:
                job.done.cancel()  # its asker ends with the server
                return
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._pool, job.function, job.ticket)
            if not job.done.done():
                job.done.set_result(answer)
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
        finally:
            self._running.discard(job)
            self._start_next()
