"""Kiebitz plays, solves and explains card games.

There is one door a game. Behind it are the game's rules, records, solver, players and review:

>>> import kiebitz
>>> kiebitz.skat.State.deal(seed=7).legal_moves[:3]
('p', '18', '20')
>>> kiebitz.hearts.State.deal(seed=1).legal_moves
('C2',)

`kiebitz.extend` is the door for games, beliefs, evaluations, players and experiments of your own.
Every other path is internal and may change without notice. A door is loaded when it is first used.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz import (
        abalone,
        bridge,
        chinese_checkers,
        cribbage,
        extend,
        hearts,
        sergeant_major,
        skat,
        spades,
    )
    from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError
    from kiebitz.limits import Limit

__version__ = "0.1.0"

__all__ = [
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "KiebitzError",
    "Limit",
    "abalone",
    "bridge",
    "chinese_checkers",
    "cribbage",
    "extend",
    "hearts",
    "sergeant_major",
    "skat",
    "spades",
]

_ELSEWHERE = {
    "IllegalMove": "kiebitz.errors",
    "InvalidNotation": "kiebitz.errors",
    "InvalidPosition": "kiebitz.errors",
    "KiebitzError": "kiebitz.errors",
    "Limit": "kiebitz.limits",
}


def __getattr__(name: str) -> Any:
    if name in _ELSEWHERE:
        return getattr(_import_module(_ELSEWHERE[name]), name)
    if name in __all__:
        return _import_module(f"kiebitz.{name}")
    raise AttributeError(f"module 'kiebitz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
