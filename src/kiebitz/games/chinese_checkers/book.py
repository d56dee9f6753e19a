"""The solved single-player game on the small board: built once, kept in a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from kiebitz._core import chinese_checkers as core
from kiebitz.errors import KiebitzError


def default_path() -> Path:
    """Where the book is kept: under XDG_CACHE_HOME, or ~/.cache."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "kiebitz" / "chinese_checkers_6.book"


_loaded: dict[Path, core.ClosingBook] = {}


def load_book(
    path: Path | None = None, progress: Callable[[int, int], None] | None = None
) -> core.ClosingBook:
    """The book, read from its file or built (some ten seconds) and written there.

    While it is built, `progress` is called with the positions known and the positions in all. If it
    is stopped, what is known so far is kept, and the next call goes on from there. The evaluation
    `book` of the searches reads the book that was loaded last.

    >>> load_book(Path(__file__))
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: ...book.py is not a closing book: ...
    """
    path = path or default_path()
    if path not in _loaded:
        book = _read(path) if path.exists() else None
        _loaded[path] = book if book is not None and book.is_complete else _build(path, progress)
    book = _loaded[path]
    core.use_book(book)
    return book


def _read(path: Path) -> core.ClosingBook:
    try:
        return core.ClosingBook.from_bytes(path.read_bytes())
    except ValueError as error:
        raise KiebitzError(f"{path} is not a closing book: {error}") from None


def _build(path: Path, progress: Callable[[int, int], None] | None) -> core.ClosingBook:
    unfinished = path.with_suffix(".part")
    book = _read(unfinished) if unfinished.exists() else core.ClosingBook()
    try:
        while book.add_level():
            if progress is not None:
                progress(book.known, core.BOOK_POSITIONS)
    except BaseException:
        _write(book, unfinished)
        raise
    _write(book, path)
    unfinished.unlink(missing_ok=True)
    return book


def _write(book: core.ClosingBook, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(book.to_bytes())
    part.replace(path)
