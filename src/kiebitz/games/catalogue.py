"""The built-in games for several players by name, loaded when they are asked for.

>>> start("abalone", players=3).players
3
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from kiebitz.games.native_state import BoardState

#: Names, and for how many players each game is; the first number is the usual one.
PLAYERS: Final[dict[str, tuple[int, ...]]] = {
    "hearts": (4, 3),
    "spades": (3,),
    "sergeant-major": (3,),
    "cribbage": (2, 3, 4),
    "chinese-checkers": (3, 2, 4, 6),
    "abalone": (2, 3),
}


def state_type(name: str) -> type[BoardState[Any]]:
    """The State class of a game.

    >>> state_type("hearts").__module__
    'kiebitz.games.hearts.state'
    """
    found: type[BoardState[Any]] = _module(name).State
    return found


def start(name: str, *, players: int | None = None, seed: int = 0) -> BoardState[Any]:
    """The first position of a game; cards are dealt by the seed.

    >>> start("hearts", players=3, seed=1).legal_moves
    ('C2',)
    """
    module = _module(name)
    name = _plain(name)
    allowed = PLAYERS[name]
    count = allowed[0] if players is None else players
    if count not in allowed:
        listed = ", ".join(map(str, sorted(allowed)))
        raise KiebitzError(f"{name} is for {listed} players, not {count}")
    if name in ("chinese-checkers", "abalone"):
        state: BoardState[Any] = module.State.start(module.Rules(players=count))
    elif len(allowed) == 1:
        state = module.State.deal(seed)
    else:
        state = module.State.deal(seed, module.Rules(players=count))
    return state


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(" ", "-")


def _module(name: str) -> Any:
    plain = _plain(name)
    if plain not in PLAYERS:
        raise KiebitzError(f"there is no game {name!r} here; " + ", ".join(PLAYERS))
    return import_module(f"kiebitz.games.{plain.replace('-', '_')}")
