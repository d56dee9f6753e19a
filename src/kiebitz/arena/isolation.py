"""A process of its own for work that may crash, hang or be killed."""

from __future__ import annotations

import contextlib
import mmap
import os
import pickle
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kiebitz.arena import worker

#: Beyond the announced seconds: the worker itself notices and reports most delays.
GRACE_SECONDS = 1.0
_POLL_SECONDS = 0.1
_SERVE = (
    "import sys, pathlib; from kiebitz.arena.worker import serve;"
    " serve(pathlib.Path(sys.argv[1]), int(sys.argv[2]))"
)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a unit of work has no value.

    `kind` is ``raised`` (an exception), ``died`` (the process ended) or ``overran`` (a step took
    longer than announced); `step` and `note` are what the unit announced last.
    """

    kind: str
    message: str
    step: int = -1
    note: str = ""
    details: str = ""


class IsolatedProcess:
    """A worker process that does one unit at a time; a dead one is replaced at the next unit.

    `memory` is how many bytes it may use, 0 for as many as there are.
    """

    def __init__(self, memory: int = 0) -> None:
        self._memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._sheet: mmap.mmap | None = None
        self._lock = threading.Lock()

    def run(
        self, job: bytes, is_wanted: Callable[[], bool] = lambda: True
    ) -> tuple[object, Failure | None]:
        """Does one pickled ``(function, payload, seed)``; gives its value or the failure.

        Whoever stops wanting it in another thread calls `interrupt` then.
        """
        with self._lock:
            if not is_wanted():
                return None, Failure("died", "it is no longer wanted")
            process, sheet = self._running()
        worker.clear_sheet(sheet)
        requests, answers = _streams(process)
        overran, answer = None, None
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            worker.write_frame(requests, job)
            overran = _wait(process, sheet)
            answer = None if overran else worker.read_frame(answers)
        _, step, _, note = worker.read_sheet(sheet)
        if answer is not None:
            is_fine, value = pickle.loads(answer)
            if is_fine:
                return value, None
            return None, Failure("raised", value[0], step, note, value[1])
        self.end()
        if overran is not None:
            return None, Failure("overran", f"took longer than {overran:g} s", step, note)
        status = process.returncode
        reason = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return None, Failure("died", f"its process {reason}", step, note)

    @property
    def is_running(self) -> bool:
        """Whether the next unit meets the process that did the last one."""
        return self._process is not None and self._process.poll() is None

    def interrupt(self) -> None:
        """Ends the unit that another thread runs here, which then fails."""
        with self._lock:
            if self._process is not None:
                self._process.kill()

    def end(self) -> None:
        """Ends the process at once."""
        with self._lock:
            process, self._process = self._process, None
            if process is None:
                return
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()

    def _running(self) -> tuple[subprocess.Popen[bytes], mmap.mmap]:
        if self._process is None or self._process.poll() is not None or self._sheet is None:
            self._process, self._sheet = _start(self._memory)
        return self._process, self._sheet


def _start(memory: int) -> tuple[subprocess.Popen[bytes], mmap.mmap]:
    handle, name = tempfile.mkstemp(prefix="kiebitz-")
    try:
        # Written, not only made so long: of a full disk we hear here, not by a signal later.
        os.write(handle, bytes(worker.SHEET_BYTES))
        sheet = mmap.mmap(handle, worker.SHEET_BYTES)
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, name, str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C is for whoever started us; the workers are told by their pipe.
            start_new_session=True,
        )
        requests, answers = _streams(process)
        paths = [path or str(Path.cwd()) for path in sys.path]
        # If it is killed already, the first unit will see it.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            worker.write_frame(requests, pickle.dumps(paths))
            # The file of the sheet may go once the worker has opened it, which one answer proves.
            worker.write_frame(requests, pickle.dumps((_ready, None, 0)))
            worker.read_frame(answers)
        return process, sheet
    finally:
        os.close(handle)
        Path(name).unlink(missing_ok=True)


def _ready(payload: object, seed: int) -> None:
    pass


def _streams(process: subprocess.Popen[bytes]) -> tuple[worker.Stream, worker.Stream]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _wait(process: subprocess.Popen[bytes], sheet: mmap.mmap) -> float | None:
    """Waits for the answer, or the end; gives the seconds that a step was allowed if it overran."""
    _, answers = _streams(process)
    seen, since = 0, time.monotonic()
    while not select.select([answers], [], [], _POLL_SECONDS)[0]:
        counter, _, seconds, _ = worker.read_sheet(sheet)
        now = time.monotonic()
        if counter != seen:
            seen, since = counter, now
        elif seconds > 0 and now - since > seconds + GRACE_SECONDS:
            return seconds
    return None
