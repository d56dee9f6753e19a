"""Skat players by name.

``random`` and ``rules`` do not search. ``rules-iimc`` finishes games by the rule player, ``pimc``
values cards by the open-hand solver, ``recpimc`` finishes games by PIMC players (and by RecPIMC
players at higher levels), ``uct`` grows a tree over information sets, ``hybrid`` is PIMC first and
RecPIMC from a given trick on.
"""

from __future__ import annotations

from kiebitz.players.skat.player import SkatPlayer
from kiebitz.players.skat.registry import PLAYERS, make_player

__all__ = ["PLAYERS", "SkatPlayer", "make_player"]
