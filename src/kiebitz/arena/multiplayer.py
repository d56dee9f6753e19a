"""The games for several players in the arena: Hearts to Abalone, played whole.

A match names the game, and how many play where that is a choice: `hearts`, `hearts-3`,
`chinese-checkers-6`. A player is a table with a `kind` (an algorithm of
`kiebitz.search.multiplayer`, `random`, or `rules` in Hearts) and its settings.
"""

from __future__ import annotations

from functools import partial

from kiebitz.arena.arbiter import PlainArbiter
from kiebitz.games import catalogue
from kiebitz.games.protocol import GameState
from kiebitz.players.several import make_player


def arbiter(game: str, players: int) -> PlainArbiter[str, object]:
    """An arbiter of a game for so many.

    >>> arbiter("hearts", 3).start(None, 1).players
    3
    """
    return PlainArbiter(
        partial(_deal, game, players),
        partial(make_player, game),
        seats=players,
        forfeit_score=float(catalogue.state_type(game).forfeit),
    )


def _deal(game: str, players: int, seed: int) -> GameState[str]:
    return catalogue.start(game, players=players, seed=seed)


def __getattr__(name: str) -> PlainArbiter[str, object]:
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
