"""The computer players that a visitor can choose, by strength."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kiebitz.app.web.work import Ticket
from kiebitz.cards import derive_seed
from kiebitz.games.skat import View
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision
from kiebitz.players.skat import SkatPlayer, make_player
from kiebitz.players.skat.standing import Standing

_log = logging.getLogger("kiebitz.web")


COMPUTER_NAMES = (
    "Ada",
    "Emil",
    "Frieda",
    "Konrad",
    "Lotte",
    "Moritz",
    "Paula",
    "Theo",
    "Wilma",
    "Anton",
)


@dataclass(frozen=True, slots=True)
class Strength:
    """One kind of computer player."""

    spec: str
    """What `make_player` makes it from; one thread, so that visitors share the cores fairly."""
    worlds: int | None


#: The levels, which are on offer; behind them players that games and programs may still name.
STRENGTHS: Mapping[str, Strength] = {
    "beginner": Strength("beginner", None),
    "club": Strength("club:threads=1", 3),
    "strong": Strength("strong:threads=1", 20),
    "master": Strength("master:threads=1", 160),
    "grandmaster": Strength("grandmaster:threads=1", 160),
    "rules": Strength("rules", None),
    "light": Strength("pimc:threads=1", 10),
    "pimc": Strength("pimc:threads=1", 30),
    "recursive": Strength("hybrid:inner=5,from=5,threads=1", 30),
}


@lru_cache(maxsize=16)
def computer(strength: str) -> SkatPlayer:
    """The player of a strength.

    >>> computer("rules").name
    'rules'
    """
    return make_player(STRENGTHS[strength].spec)


atexit.register(computer.cache_clear)  # native objects go before the interpreter does


def decide(
    strength: str,
    view: View,
    seed: int,
    seconds: float,
    ticket: Ticket,
    standing: Standing | None = None,
) -> Decision:
    """What a computer player does; it never leaves a table without a move."""
    decision: Decision | None = None
    limit = Limit(worlds=STRENGTHS[strength].worlds, seconds=seconds)
    try:
        player = computer(strength)
        if standing is not None:
            player = player.in_list(standing)
        for thought in player.think(view, limit=limit, seed=seed):
            decision = thought
            ticket.check()
    except Exception:
        ticket.check()
        _log.exception("the player %s failed; a legal move stands in", strength)
    if decision is not None:
        return decision
    legal = view.legal_moves
    quiet = [move for move in legal if move in ("p", "s")] or list(legal)
    return Decision(quiet[derive_seed(seed) % len(quiet)], seed=seed)
