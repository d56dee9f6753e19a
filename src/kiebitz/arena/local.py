"""Units of work on the cores of this machine."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from collections.abc import Callable

from kiebitz.arena.executor import Outcome
from kiebitz.arena.isolation import Failure, IsolatedProcess

#: A unit whose process dies is done again, for somebody may have killed the process. When it dies
#: this often, the unit itself is to blame.
ATTEMPTS = 3


def run_with_retries(
    process: IsolatedProcess, index: int, job: bytes, is_wanted: Callable[[], bool] = lambda: True
) -> Outcome[object]:
    """Does a job, again if its process dies."""
    attempt = 0
    while True:
        attempt += 1
        value, failure = process.run(job, is_wanted)
        if failure is None or failure.kind != "died" or attempt == ATTEMPTS or not is_wanted():
            break
    return Outcome(index, value, failure, attempt, socket.gethostname())


class LocalSite:
    """A number of isolated processes, each with a thread here that feeds and watches it."""

    def __init__(self, workers: int) -> None:
        # One job more for each than it can do, so that none waits for us.
        self.capacity = 2 * workers
        self._jobs: queue.SimpleQueue[tuple[int, int, bytes] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[int, Outcome[object]]] = queue.SimpleQueue()
        self._round = 0
        self._processes = [IsolatedProcess() for _ in range(workers)]
        self._threads = [
            threading.Thread(target=self._work, args=(process,), daemon=True)
            for process in self._processes
        ]
        for thread in self._threads:
            thread.start()

    def start(self, index: int, job: bytes) -> None:
        """Queues a job."""
        self._jobs.put((self._round, index, job))

    def next_done(self) -> Outcome[object]:
        """Waits for the next outcome of this round."""
        while True:
            made_in, outcome = self._done.get()
            if made_in == self._round:
                return outcome

    def cancel(self) -> None:
        """Forgets all jobs, and ends those that are under way."""
        self._round += 1
        with contextlib.suppress(queue.Empty):
            while True:
                self._jobs.get_nowait()
        for process in self._processes:
            process.interrupt()

    def close(self) -> None:
        """Ends the processes."""
        self.cancel()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self, process: IsolatedProcess) -> None:
        try:
            while (entry := self._jobs.get()) is not None:
                made_in, index, job = entry
                if made_in != self._round:
                    continue
                self._done.put((made_in, self._run(process, made_in, index, job)))
        finally:
            process.end()

    def _run(
        self, process: IsolatedProcess, made_in: int, index: int, job: bytes
    ) -> Outcome[object]:
        try:
            return run_with_retries(process, index, job, lambda: made_in == self._round)
        except Exception as error:  # a thread that ends in silence would leave the caller waiting
            return Outcome(index, None, Failure("died", f"no worker process: {error}"))
