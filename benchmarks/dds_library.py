"""A DDS library asked directly, such as Debian's libdds.so.0: tables, one card, all cards.

endplay brings a build of its own. The library of a distribution is built with other flags, and a
fair comparison names the best of them.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

_Three = ctypes.c_int * 3
_Thirteen = ctypes.c_int * 13


class _Deal(ctypes.Structure):
    _fields_ = [
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("trick_suit", _Three),
        ("trick_rank", _Three),
        ("cards", ctypes.c_char * 80),
    ]


class _Answer(ctypes.Structure):
    _fields_ = [
        ("nodes", ctypes.c_int),
        ("count", ctypes.c_int),
        ("suit", _Thirteen),
        ("rank", _Thirteen),
        ("equals", _Thirteen),
        ("score", _Thirteen),
    ]


class _TableDeal(ctypes.Structure):
    _fields_ = [("cards", ctypes.c_char * 80)]


class _Table(ctypes.Structure):
    _fields_ = [("tricks", (ctypes.c_int * 4) * 5)]


class DdsLibrary:
    """One thread of the library at a path."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        self._library.CalcDDtablePBN.argtypes = [_TableDeal, ctypes.POINTER(_Table)]
        whole = [ctypes.c_int] * 3
        self._library.SolveBoardPBN.argtypes = [_Deal, *whole, ctypes.POINTER(_Answer), whole[0]]
        self._library.SetMaxThreads(1)

    def table(self, deal: str) -> list[list[int]]:
        """Tricks by strain (S H D C NT) and declarer (N E S W)."""
        found = _Table()
        _checked(self._library.CalcDDtablePBN(_TableDeal(deal.encode()), ctypes.byref(found)))
        return [list(row) for row in found.tricks]

    def solve(self, deal: str, trump: int, leader: int, all_cards: bool) -> tuple[int, int]:
        """The tricks of the best card, and the nodes of the search."""
        found = _Answer()
        asked = _Deal(trump, leader, _Three(), _Three(), deal.encode())
        solutions = 3 if all_cards else 1
        _checked(self._library.SolveBoardPBN(asked, -1, solutions, 1, ctypes.byref(found), 0))
        return int(found.score[0]), int(found.nodes)


def _checked(status: int) -> None:
    if status != 1:
        raise RuntimeError(f"DDS answers {status}")
