"""Where games are read from: a path, a text, bytes, or an open file."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from kiebitz.errors import KiebitzError

#: What a reader of games takes.
Source = str | bytes | os.PathLike[str] | IO[Any]


@contextmanager
def opened(source: Source, is_text: Callable[[str], bool]) -> Iterator[BinaryIO]:
    """The source as a file of bytes; `is_text` tells a text of games from the name of a file.

    A file that was open stays open.

    >>> with opened("[Deal ...]", lambda text: text.startswith("[")) as file:
    ...     file.read()
    b'[Deal ...]'
    >>> with opened("no such.pbn", lambda text: False) as file:
    ...     file.read()
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: 'no such.pbn' cannot be read: No such file or directory
    """
    if isinstance(source, bytes):
        yield io.BytesIO(source)
    elif isinstance(source, str) and ("\n" in source or is_text(source)):
        yield io.BytesIO(source.encode())
    elif isinstance(source, str | os.PathLike):
        try:
            file = Path(source).open("rb")  # noqa: SIM115
        except OSError as error:
            raise KiebitzError(f"{str(source)!r} cannot be read: {error.strerror}") from None
        with file:
            yield file
    elif isinstance(source, io.TextIOBase):
        yield io.BytesIO(source.read().encode())
    else:
        yield cast("BinaryIO", source)


def read_text(source: Source, is_text: Callable[[str], bool]) -> str:
    """The whole source as text, in UTF-8 or else in Latin-1.

    >>> read_text(b"[Deal ...]", lambda text: True)
    '[Deal ...]'
    """
    with opened(source, is_text) as file:
        content = file.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
