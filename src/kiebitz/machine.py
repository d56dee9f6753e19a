"""What the machine under us offers: cores, locks, memory, packages. Only here is it asked."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import IO, Any

from kiebitz.errors import KiebitzError

#: What each extra of pyproject.toml brings, by the names that are imported.
EXTRAS = {
    "arena": ("scipy", "polars"),
    "cluster": ("distributed",),
    "lab": ("scipy", "polars", "matplotlib"),
    "train": ("numpy",),
}


def cores() -> int:
    """How many cores we may use.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):  # Linux: fewer than there are, if we were told so
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lock(file: IO[Any]) -> bool:
    """Takes an open file for us alone, until it is closed; False if somebody else has it.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile() as mine, open(mine.name, "rb") as theirs:
    ...     lock(mine), lock(theirs)
    (True, False)
    """
    try:
        import fcntl
    except ModuleNotFoundError:
        return _lock_on_windows(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_on_windows(file: IO[Any]) -> bool:
    """Locks one byte far behind the end, so that the file can still be read and written."""
    msvcrt: Any = importlib.import_module("msvcrt")
    place = file.tell()
    try:
        file.seek(2**30)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        file.seek(place)
    return True


def memory_can_be_bounded() -> bool:
    """Whether this system keeps a process within a bound; macOS and Windows do not.

    >>> memory_can_be_bounded() in (True, False)
    True
    """
    return _memory_limit() is not None


def bound_memory(size: int) -> None:
    """Gives this process so many bytes to write to, for good; more of them are a MemoryError.

    Where the system cannot do that, nothing happens.

    >>> bound_memory(2**60)
    """
    kind = _memory_limit()
    if kind is not None:
        import resource

        _, most = resource.getrlimit(kind)
        size = size if most == resource.RLIM_INFINITY else min(size, most)
        resource.setrlimit(kind, (size, size))


def _memory_limit() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    if sys.platform == "linux":
        # What may be written to. The whole address space would also count what libraries reserve
        # and never touch, which is gigabytes for some.
        return resource.RLIMIT_DATA
    return resource.RLIMIT_AS if "bsd" in sys.platform else None


def require(extra: str, purpose: str, *also: str) -> None:
    """Refuses work that would end for want of a package, before it begins.

    `also` names packages of the extra that not all its work needs.

    >>> require("lab", "an experiment")
    """
    needed = (*EXTRAS[extra], *also)
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        raise KiebitzError(
            f"{purpose} needs {' and '.join(missing)}, not installed here: "
            f"say pip install '.[{extra}]' in the folder of Kiebitz's source"
        )
