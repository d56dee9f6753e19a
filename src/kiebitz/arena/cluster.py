"""Units of work on a cluster, through dask.distributed.

Dask brings the work to the machines and starts it again where a machine is lost; on each of them a
unit runs in an isolated process, as it does here.
"""

from __future__ import annotations

import contextlib
import gc
import queue
import threading
import time
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiebitz.arena.executor import Cluster, Outcome
from kiebitz.arena.isolation import Failure, IsolatedProcess
from kiebitz.arena.local import run_with_retries
from kiebitz.errors import KiebitzError
from kiebitz.machine import require

if TYPE_CHECKING:
    from distributed import Future

_CONNECT_SECONDS = 20
_COUNT_SECONDS = 2
_here = threading.local()


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Keeps the collector of garbage away while a client starts.

    A client that could not connect is collected some time later, and its end takes a lock that a
    client holds while it starts: in one thread that would wait for itself for ever.
    """
    gc.collect()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class ClusterSite:
    """The workers of a Dask scheduler."""

    def __init__(self, cluster: Cluster) -> None:
        require("cluster", "a cluster")
        from distributed import Client
        from distributed.security import Security

        files = {
            "tls_ca_file": cluster.ca,
            "tls_client_cert": cluster.cert,
            "tls_client_key": cluster.key,
        }
        given = {name: file for name, file in files.items() if file is not None}
        address = cluster.address
        try:
            # Whoever asks for TLS never speaks without it.
            security = Security(**given, require_encryption=cluster.is_encrypted or None)
            with _no_collection():
                self._client = Client(
                    address, timeout=_CONNECT_SECONDS, set_as_default=False, security=security
                )
        except Exception as error:  # many kinds, by address and state of the network
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise KiebitzError(f"no Dask scheduler answers at {address}: {reason}") from None
        self._name = uuid.uuid4().hex[:12]
        self._round = 0
        self._sent = 0
        self._threads, self._counted_until = 0, 0.0
        self._futures: dict[int, Future] = {}
        self._done: queue.SimpleQueue[tuple[int, int, Future]] = queue.SimpleQueue()

    @property
    def capacity(self) -> int:
        """Two units for each thread of each worker; workers may come and go."""
        now = time.monotonic()
        if now >= self._counted_until:
            self._threads = sum(self._client.nthreads().values())
            self._counted_until = now + _COUNT_SECONDS
        return 2 * max(1, self._threads)

    def start(self, index: int, job: bytes) -> None:
        """Sends a job to the scheduler."""
        made_in = self._round
        self._sent += 1
        future = self._client.submit(
            _run_on_worker,
            index,
            job,
            # Never the same twice: Dask would answer with what it did under that name before.
            key=f"kiebitz-{self._name}-{self._sent}",
            pure=False,
        )
        self._futures[index] = future
        future.add_done_callback(lambda done: self._done.put((made_in, index, done)))

    def next_done(self) -> Outcome[object]:
        """Waits for the next outcome of this round."""
        while True:
            made_in, index, future = self._done.get()
            if made_in != self._round:
                continue
            self._futures.pop(index, None)
            return self._outcome(index, future)

    def cancel(self) -> None:
        """Takes back all jobs; a unit under way on a worker is still finished there."""
        self._round += 1
        futures, self._futures = list(self._futures.values()), {}
        if futures:
            with contextlib.suppress(Exception):
                self._client.cancel(futures)

    def close(self) -> None:
        """Leaves the cluster."""
        self.cancel()
        with contextlib.suppress(Exception):
            self._client.close(timeout=5)

    def _outcome(self, index: int, future: Future) -> Outcome[object]:
        if future.status == "finished":
            outcome: Outcome[object] = future.result()
            return outcome
        error = future.exception() if future.status == "error" else None
        if type(error).__name__ == "KilledWorker":
            return Outcome(index, None, Failure("died", "every worker that tried it was lost"))
        if error is None:
            raise KiebitzError("the connection to the Dask scheduler was lost")
        return Outcome(index, None, Failure("raised", f"{type(error).__name__}: {error}"))


def _run_on_worker(index: int, job: bytes) -> Outcome[object]:
    """What a Dask worker does: the unit, in the isolated process that this thread keeps."""
    process = getattr(_here, "process", None)
    if process is None:
        process = _here.process = IsolatedProcess()
    return run_with_retries(process, index, job)
