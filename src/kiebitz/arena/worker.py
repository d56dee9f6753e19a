"""The process in which one unit of work after another is done.

It is started by `kiebitz.arena.isolation`, which reads its answers, watches its steps and ends it
when a step takes too long. It ends itself when whoever started it is gone.
"""

from __future__ import annotations

import mmap
import os
import pickle
import select
import struct
import sys
import threading
from pathlib import Path
from typing import IO, NoReturn

from kiebitz.machine import bound_memory

#: An unbuffered stream of bytes.
Stream = IO[bytes]

#: How long a step may take, if the unit does not say.
FOREVER = 0.0

# The sheet: a counter that moves at each step, the step, the seconds it may take, and the size of
# the note that follows.
_HEAD = struct.Struct("<QqdI")
SHEET_BYTES = 16 * 1024
_LENGTH = struct.Struct("<Q")

_sheet: mmap.mmap | None = None
_counter = 0


def announce(step: int, *, seconds: float = FOREVER, note: str = "") -> None:
    """Says what a unit of work does next, and how long that may take at most.

    When the process dies or takes longer, the `Failure` of the unit tells the last step and note.
    Outside a worker process nothing happens.

    >>> announce(0, seconds=10, note="forehand decides")
    """
    global _counter
    if _sheet is None:
        return
    _counter += 1
    text = note.encode(errors="backslashreplace")[: SHEET_BYTES - _HEAD.size]
    _sheet[_HEAD.size : _HEAD.size + len(text)] = text
    _HEAD.pack_into(_sheet, 0, _counter, step, seconds, len(text))


def read_sheet(sheet: mmap.mmap) -> tuple[int, int, float, str]:
    """The counter, step, seconds and note that stand on a worker's sheet."""
    counter, step, seconds, size = _HEAD.unpack_from(sheet, 0)
    text = bytes(sheet[_HEAD.size : _HEAD.size + size]).decode("utf-8", "replace")
    return counter, step, seconds, text


def clear_sheet(sheet: mmap.mmap) -> None:
    """Wipes the sheet before the next unit."""
    sheet[: _HEAD.size] = _HEAD.pack(0, -1, FOREVER, 0)


def write_frame(stream: Stream, content: bytes) -> None:
    """Sends one message."""
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def read_frame(stream: Stream) -> bytes | None:
    """Receives one message; None when the other side is gone."""
    head = _read_exactly(stream, _LENGTH.size)
    return None if head is None else _read_exactly(stream, _LENGTH.unpack(head)[0])


def _read_exactly(stream: Stream, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = stream.read(size - len(parts))
        if not part:
            return None
        parts += part
    return bytes(parts)


def serve(sheet_file: Path, memory: int = 0) -> None:
    """Works until whoever started this process is gone."""
    global _sheet, _counter
    if memory:
        bound_memory(memory)
    # Players may print: what they say goes to stderr, the answers have a stream of their own.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    with sheet_file.open("r+b") as file:
        _sheet = mmap.mmap(file.fileno(), SHEET_BYTES)
    requests = os.fdopen(0, "rb", buffering=0)
    threading.Thread(target=_end_when_alone, daemon=True).start()
    sys.path[:] = pickle.loads(read_frame(requests) or _gone())
    while True:
        request = read_frame(requests) or _gone()
        _counter = 0
        try:
            function, payload, seed = pickle.loads(request)
            answer = pickle.dumps((True, function(payload, seed)))
        except Exception as error:
            import traceback

            answer = pickle.dumps((False, (describe(error), traceback.format_exc())))
        try:
            write_frame(answers, answer)
        except BrokenPipeError:
            _gone()


def describe(error: BaseException) -> str:
    r"""An exception in one line that can be printed and stored, whatever it says.

    >>> describe(ValueError("half a \ud83d, and\nmore"))
    'ValueError: half a \\ud83d, and\\nmore'
    """
    try:
        text = str(error)
    except Exception:
        text = "(it cannot be told)"
    text = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return printable(text)


def printable(text: str) -> str:
    r"""A text in which all that cannot be printed is escaped.

    >>> printable("a\tb\udcff")
    'a\\tb\\udcff'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _end_when_alone() -> None:
    # Nobody waits for an answer any more, even if a unit is under way. Only the end of the pipe is
    # watched for: requests are read where they are answered.
    watch = select.poll()
    watch.register(0, 0)
    watch.poll()
    os._exit(0)


def _gone() -> NoReturn:
    os._exit(0)
