"""How much work a player or solver may do."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.errors import KiebitzError
from kiebitz.shown import show_unusual

#: What a clock and a counter can hold.
_MOST = {"worlds": 2**31 - 1, "nodes": 2**62, "seconds": 1e9, "depth": 2**31 - 1}


@dataclass(frozen=True, slots=True)
class Limit:
    """An upper bound on work; None means no bound of that kind.

    Worlds, nodes and depth give the same answer every time, on any number of threads; seconds serve
    people at a table. A node is one card or move played in a playout, or one position that a solver
    or a search visits. Nodes end with the world in which their sum reaches the bound. A kind of
    bound that somebody cannot keep is refused: see `refuse`.

    >>> Limit(worlds=160)
    Limit(worlds=160)
    """

    worlds: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        for name in ("worlds", "nodes", "seconds", "depth"):
            value = getattr(self, name)
            if value is not None and not 0 < value <= _MOST[name]:
                raise KiebitzError(
                    f"limit {name} must be positive and at most {_MOST[name]:.0e}, not {value!r}"
                )

    def refuse(self, *kinds: str, why: str) -> None:
        """Raises an error if one of these kinds of bound is set.

        >>> Limit(depth=3).refuse("depth", why="Skat players think to the end of the game")
        Traceback (most recent call last):
        kiebitz.errors.KiebitzError: a limit of depth cannot be kept: Skat players think to the ...
        """
        for kind in kinds:
            if getattr(self, kind) is not None:
                raise KiebitzError(f"a limit of {kind} cannot be kept: {why}")
