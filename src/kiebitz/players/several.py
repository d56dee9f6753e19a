"""The players of the games for several, by name: ``paranoid:worlds=10,nodes=5000``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from kiebitz.beliefs.protocol import Belief
from kiebitz.errors import KiebitzError
from kiebitz.limits import Limit
from kiebitz.players.hearts_rules import HeartsRulePlayer
from kiebitz.players.monte_carlo import RandomPlayer
from kiebitz.players.protocol import Player
from kiebitz.players.searching import SearchPlayer
from kiebitz.search.multiplayer import ALGORITHMS, Method

_LIMITS = tuple(limit.name for limit in fields(Limit))
_CHOICES = tuple(choice.name for choice in fields(Method) if choice.name != "algorithm")


def player_names(game: str) -> tuple[str, ...]:
    """Who can play a game.

    >>> player_names("hearts")[-2:]
    ('random', 'rules')
    """
    return (*ALGORITHMS, "random", *(["rules"] if game == "hearts" else []))


def make_player(
    game: str, spec: str | Mapping[str, Any], *, belief: Belief[Any, Any] | None = None
) -> Player[Any]:
    """The player with this name and these settings, as one text or as a table with its ``kind``.

    >>> make_player("hearts", "paranoid:worlds=10,nodes=5000").name
    'paranoid (10 worlds, 5000 nodes)'
    >>> make_player("spades", "rules")
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: there is no player 'rules' of spades; maxn, immediate, ...
    """
    settings = _read(spec) if isinstance(spec, str) else dict(spec)
    kind = str(settings.pop("kind", "speculative"))
    if kind not in player_names(game):
        listed = ", ".join(player_names(game))
        raise KiebitzError(f"there is no player {kind!r} of {game}; {listed}")
    if kind not in ALGORITHMS:
        if settings:
            raise KiebitzError(f"the player {kind} has no settings, but {sorted(settings)}")
        return RandomPlayer() if kind == "random" else HeartsRulePlayer()
    limit = {name: settings.pop(name) for name in _LIMITS if name in settings}
    for name in settings:
        if name not in _CHOICES:
            listed = ", ".join((*_LIMITS, *_CHOICES))
            raise KiebitzError(f"the player {kind} has no setting {name!r}; {listed}")
    method = Method(kind, **settings)
    bound = Limit(**limit) if limit else SearchPlayer().limit
    return SearchPlayer(method, bound, belief)


def _read(spec: str) -> dict[str, Any]:
    kind, _, rest = spec.partition(":")
    settings: dict[str, Any] = {"kind": kind}
    for part in rest.split(",") if rest else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise KiebitzError(f"{part!r} is not a setting of a player, like worlds=10")
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = value
    return settings
