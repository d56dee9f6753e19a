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

    Worlds, nodes and depth give the same answer every time; seconds serve people at a table.
    Whoever has no use for a kind of bound leaves it aside: players of Skat think to the end of
    every game, so that depth does not bound them; the search of board games has no worlds.

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
