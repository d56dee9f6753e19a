"""Memory that is given back: the tables of solvers are large, short-lived, and of many threads."""

from __future__ import annotations

import ctypes
import gc
import sys

_MMAP_THRESHOLD = -3  # names of glibc's mallopt
_LARGE = 1 << 20


def keep_large_blocks_apart() -> None:
    """Lets every large block come from the system and return to it at once.

    Otherwise glibc keeps blocks of up to 32 MB for later, in each thread's own store, as soon as
    one of them was freed: a hundred reviews then hold gigabytes that nobody uses.
    """
    libc = _glibc()
    if libc is not None:
        libc.mallopt(_MMAP_THRESHOLD, _LARGE)


def give_back_memory() -> None:
    """Returns what is free to the system."""
    gc.collect()
    libc = _glibc()
    if libc is not None:
        libc.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    """The C library, if it is glibc."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None
