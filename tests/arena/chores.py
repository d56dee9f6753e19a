"""Small units of work for the tests of the executor; workers import them from here."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from kiebitz.arena.executor import announce


def tell(payload: int, seed: int) -> tuple[int, int]:
    return payload, seed


def tell_late(payload: int, seed: int) -> int:
    time.sleep(0.3 if payload == 0 else 0)
    return payload


def fail_at_three(payload: int, seed: int) -> int:
    announce(payload, note=f"payload {payload}")
    if payload == 3:
        raise LookupError("three is not served")
    return payload


def die_at_three(payload: int, seed: int) -> int:
    announce(payload, note=f"payload {payload}")
    if payload == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return payload


def die_once(payload: str, seed: int) -> int:
    """Dies at the first attempt, which a file remembers."""
    trace = Path(payload)
    if not trace.exists():
        trace.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return seed


def hang_at_three(payload: int, seed: int) -> int:
    announce(payload, seconds=0.2, note=f"payload {payload}")
    while payload == 3:
        pass
    return payload


def chatter(payload: int, seed: int) -> int:
    print("players may print", flush=True)
    os.write(1, b"even like this\n")
    return payload


def write_pid(payload: str, seed: int) -> int:
    """Leaves a file with its process number and waits to be killed; slow enough to be."""
    folder = Path(payload)
    mine = folder / f"{seed}.{os.getpid()}"
    mine.touch()
    time.sleep(0.05)
    return seed
