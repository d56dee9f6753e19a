"""The computer players that a visitor can choose, by strength."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kiebitz.app.web.work import Ticket
from kiebitz.cards import derive_seed
from kiebitz.games.skat import View
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision, Player

_log = logging.getLogger("kiebitz.web")


@dataclass(frozen=True, slots=True)
class Strength:
    """One kind of computer player."""

    spec: str
    """What `make_player` makes it from; one thread, so that visitors share the cores fairly."""
    english: str
    german: str


#: From quick to strong.
STRENGTHS: Mapping[str, Strength] = {
    "rules": Strength("rules", "Rules of thumb", "Faustregeln"),
    "pimc": Strength("pimc:worlds=30,threads=1", "Searches 30 worlds", "Durchsucht 30 Welten"),
    "strong": Strength("pimc:worlds=120,threads=1", "Searches 120 worlds", "Durchsucht 120 Welten"),
    "recursive": Strength(
        "hybrid:worlds=30,inner=5,from=5,threads=1",
        "Searches worlds within worlds",
        "Durchsucht Welten in Welten",
    ),
}


@lru_cache(maxsize=16)
def computer(strength: str) -> Player[View]:
    """The player of a strength.

    >>> computer("rules").name
    'rules'
    """
    return _Quiet()


class _Quiet:
    name = "rules"

    def decide(self, view: View, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        legal = view.legal_moves
        if "p" in legal:
            return Decision("p")
        return Decision(legal[derive_seed(seed) % len(legal)])


def decide(strength: str, view: View, seed: int, seconds: float, ticket: Ticket) -> Decision:
    """What a computer player does; it never leaves a table without a move."""
    ticket.check()
    try:
        decision = computer(strength).decide(view, limit=Limit(seconds=seconds), seed=seed)
        if decision.move:
            return decision
    except Exception:
        _log.exception("the player %s failed; a legal move stands in", strength)
    legal = view.legal_moves
    quiet = [move for move in legal if move in ("p", "s")] or list(legal)
    return Decision(quiet[derive_seed(seed) % len(quiet)], seed=seed)
