"""Units of work on all cores of this machine, or on a Dask cluster: one way to hand them out.

A unit is a payload and a seed, handed to a function that stands in a module (workers import it).
The results depend on nothing else, so they are the same on any number of workers, here or there.
Every unit is done in an isolated process: what crashes, hangs or is killed fails alone, and a unit
whose process was killed is done again.

>>> from kiebitz.arena.executor import Executor, seeded
>>> from math import copysign
>>> with Executor(workers=1) as executor:
...     [outcome.value for outcome in executor.run(copysign, seeded([3, 4], seed=7))]
[3.0, 4.0]
"""

from __future__ import annotations

import pickle
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar, cast

from kiebitz.arena.isolation import Failure
from kiebitz.arena.worker import announce
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.machine import cores

__all__ = ["Cluster", "Executor", "Failure", "Outcome", "Unit", "announce", "seeded"]

PayloadT = TypeVar("PayloadT")
ValueT = TypeVar("ValueT")

#: In order, outcomes wait for a slow one before them, but not without end.
_AHEAD = 16


@dataclass(frozen=True, slots=True)
class Unit(Generic[PayloadT]):
    """A piece of work: its place in the order, what it is about, and its own seed."""

    index: int
    payload: PayloadT
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome(Generic[ValueT]):
    """What became of a unit: its value, or a failure."""

    index: int
    _value: ValueT | None
    failure: Failure | None = None
    attempts: int = 1
    host: str = ""

    @property
    def value(self) -> ValueT:
        """The value; raises when there is none."""
        if self.failure is not None:
            raise KiebitzError(f"unit {self.index} failed: {self.failure.message}")
        return self._value  # type: ignore[return-value]


def seeded(payloads: Iterable[PayloadT], seed: int) -> Iterator[Unit[PayloadT]]:
    """Numbers payloads and gives each a seed that is derived from the master seed.

    >>> [unit.index for unit in seeded("ab", seed=1)]
    [0, 1]
    """
    for index, payload in enumerate(payloads):
        yield Unit(index, payload, derive_seed(seed, index))


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask scheduler: its address, and the files with which both sides show who they are.

    Without files Dask's own configuration decides. `ca` is the certificate of the authority that
    signed all others, `cert` and `key` are our own.

    >>> Cluster("tcp://10.0.0.1:8786").is_encrypted
    False
    """

    address: str
    ca: str | None = None
    cert: str | None = None
    key: str | None = None

    def __post_init__(self) -> None:
        if re.fullmatch(r"(\w+://)?[^\s/]+:\d+/?", self.address) is None:
            raise KiebitzError(
                f"a scheduler is at a place like tcp://HOST:8786, not {self.address!r}"
            )
        given = [self.ca, self.cert, self.key]
        if any(given) and not all(given):
            raise KiebitzError("TLS needs three files: --tls-ca, --tls-cert and --tls-key")
        if any(given) and not self.is_encrypted:
            raise KiebitzError(f"{self.address} is not encrypted: with TLS write tls://HOST:8786")
        for file in given:
            if file is not None and not Path(file).is_file():
                raise KiebitzError(f"there is no file {file!r} for TLS")

    @property
    def is_encrypted(self) -> bool:
        """Whether nobody on the way can read along."""
        return self.address.startswith(("tls://", "wss://"))


class Site(Protocol):
    """Where jobs are done. `capacity` is how many may be under way, some of them waiting."""

    @property
    def capacity(self) -> int: ...

    def start(self, index: int, job: bytes) -> None: ...

    def next_done(self) -> Outcome[object]: ...

    def cancel(self) -> None: ...

    def close(self) -> None: ...


class Executor:
    """Does units of work; use it in a `with` statement, so that its processes end.

    `workers` is the number of processes here (one a core if not given), `cluster` a Dask scheduler
    (or its address) whose workers do the work instead.
    """

    def __init__(self, workers: int | None = None, cluster: Cluster | str | None = None) -> None:
        if workers is not None and workers < 1:
            raise KiebitzError(f"at least one worker is needed, not {workers}")
        self._site: Site
        if cluster is not None:
            from kiebitz.arena.cluster import ClusterSite

            self._site = ClusterSite(Cluster(cluster) if isinstance(cluster, str) else cluster)
        else:
            from kiebitz.arena.local import LocalSite

            self._site = LocalSite(workers or cores())

    def run(
        self,
        function: Callable[[PayloadT, int], ValueT],
        units: Iterable[Unit[PayloadT]],
        *,
        ordered: bool = True,
    ) -> Iterator[Outcome[ValueT]]:
        """Calls ``function(payload, seed)`` for each unit; gives the outcomes as they come.

        They come in the order of the units, or with ``ordered=False`` as soon as they are done.
        Units are taken from the iterable only when there is room for them. Leaving the loop early,
        by `break`, an error or Ctrl-C, ends what is under way.
        """
        waiting = iter(units)
        started: deque[int] = deque()
        early: dict[int, Outcome[ValueT]] = {}
        under_way = 0
        try:
            while True:
                capacity = self._site.capacity
                while under_way < capacity and len(started) < _AHEAD * capacity:
                    unit = next(waiting, None)
                    if unit is None:
                        break
                    self._site.start(unit.index, _job(function, unit))
                    under_way += 1
                    if ordered:
                        started.append(unit.index)
                if under_way == 0:
                    return
                outcome = cast("Outcome[ValueT]", self._site.next_done())
                under_way -= 1
                if not ordered:
                    yield outcome
                    continue
                early[outcome.index] = outcome
                while started and started[0] in early:
                    yield early.pop(started.popleft())
        finally:
            if under_way:
                self._site.cancel()

    def close(self) -> None:
        """Ends all processes."""
        self._site.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _job(function: Callable[[PayloadT, int], ValueT], unit: Unit[PayloadT]) -> bytes:
    # Workers find the function by its name, so it must not be a lambda or stand in a script.
    if getattr(function, "__module__", None) == "__main__":
        raise KiebitzError(
            f"{function!r} stands in a script: put it into a module that workers can import"
        )
    try:
        return pickle.dumps((function, unit.payload, unit.seed))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise KiebitzError(f"unit {unit.index} cannot be sent to a worker: {error}") from None
