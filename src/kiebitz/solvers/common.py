"""What the faces of the solvers share: limits, memory, threads and progress, checked."""

from __future__ import annotations

from collections.abc import Callable

from kiebitz import machine
from kiebitz.errors import KiebitzError
from kiebitz.limits import Limit

#: Is told how many questions are answered; an exception that it raises ends the work.
Progress = Callable[[int], None]


def checked_limit(limit: Limit | None) -> tuple[int, float]:
    """Nodes and seconds for the native core, where zero means no limit."""
    if limit is None:
        return 0, 0.0
    return limit.nodes or 0, limit.seconds or 0.0


def checked_memory(memory: int) -> int:
    """Bytes of a table."""
    if not 4096 <= memory <= 64 << 30:
        raise KiebitzError(f"memory is from 4096 bytes to 64 GiB, not {memory!r}")
    return memory


def checked_threads(threads: int | None) -> int:
    """By default one for each core that we may use."""
    chosen = machine.cores() if threads is None else threads
    if not 1 <= chosen <= 1024:
        raise KiebitzError(f"threads are from 1 to 1024, not {chosen!r}")
    return chosen
