"""The games for several players in the arena: Hearts to Abalone, played whole.

A match names the game, and how many play where that is a choice: `hearts`, `hearts-3`,
`chinese-checkers-6`. A player is a table with a `kind` (an algorithm of
`kiebitz.search.multiplayer`, `random`, or `rules` in Hearts) and its settings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from kiebitz.arena.arbiter import PlainArbiter
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games import catalogue
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision

_LIMITS = ("worlds", "nodes", "seconds", "depth")
#: Less than anyone can get by playing, for a seat that is disqualified.
_FORFEITS = {"hearts": -26.0, "spades": -170.0, "sergeant-major": -8.0}


@dataclass(frozen=True)
class RandomPlayer:
    """Any legal move, by the seed."""

    name: str = "random"

    def decide(self, view: Any, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """One of the legal moves."""
        legal = view.legal_moves
        return Decision(legal[derive_seed(seed) % len(legal)], seed=seed)


def make_player(game: str, spec: Mapping[str, Any]) -> Any:
    """The player that a table describes.

    >>> make_player("hearts", {"kind": "paranoid", "worlds": 10, "nodes": 5000}).name
    'paranoid (10 worlds, 5000 nodes)'
    """
    from kiebitz.players.hearts_rules import HeartsRulePlayer
    from kiebitz.players.searching import SearchPlayer
    from kiebitz.search.multiplayer import ALGORITHMS, Method

    settings = {name: value for name, value in spec.items() if name != "kind"}
    kind = str(spec.get("kind", "speculative"))
    if kind in ("random", "rules"):
        if settings:
            raise KiebitzError(f"the player {kind} has no settings, but {sorted(settings)}")
        if kind == "rules" and game != "hearts":
            raise KiebitzError(f"there is no rule player for {game}")
        return RandomPlayer() if kind == "random" else HeartsRulePlayer()
    if kind not in ALGORITHMS:
        known = ", ".join([*ALGORITHMS, "random", "rules"])
        raise KiebitzError(f"there is no player {kind!r} of {game}; {known}")
    limit = {name: settings.pop(name) for name in _LIMITS if name in settings}
    known_settings = {field.name for field in fields(Method)} - {"algorithm"}
    unknown = sorted(set(settings) - known_settings)
    if unknown:
        known = ", ".join([*_LIMITS, *sorted(known_settings)])
        raise KiebitzError(f"the player {kind} has no setting {unknown[0]!r}; {known}")
    method = Method(kind, **settings)
    return SearchPlayer(method, Limit(**limit)) if limit else SearchPlayer(method)


def arbiter(game: str, players: int) -> PlainArbiter:
    """An arbiter of a game for so many.

    >>> arbiter("hearts", 3).start(None, 1).players
    3
    """
    deal: Callable[[int], Any] = partial(_deal, game, players)
    return PlainArbiter(
        deal,
        partial(make_player, game),
        seats=players,
        forfeit_score=_FORFEITS.get(game, -1.0),
    )


def _deal(game: str, players: int, seed: int) -> Any:
    return catalogue.start(game, players=players, seed=seed)


def __getattr__(name: str) -> PlainArbiter:
    """`HEARTS`, `HEARTS_3`, …: the arbiters under the names by which they are looked up."""
    for game, counts in catalogue.PLAYERS.items():
        for count in counts:
            if name in arbiter_names(game, count):
                return arbiter(game, count)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def arbiter_names(game: str, players: int) -> tuple[str, ...]:
    """What an arbiter is called here.

    >>> arbiter_names("hearts", 4), arbiter_names("hearts", 3)
    (('HEARTS_4', 'HEARTS'), ('HEARTS_3',))
    """
    plain = game.replace("-", "_").upper()
    usual = catalogue.PLAYERS[game][0] == players
    return (f"{plain}_{players}", plain) if usual else (f"{plain}_{players}",)
