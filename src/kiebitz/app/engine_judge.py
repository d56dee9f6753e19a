"""The engine's judgements: what a move is worth, what it is called, and why.

The same as in hints and reviews; see docs/howto/review.md.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from kiebitz.errors import IllegalMove
from kiebitz.games.skat import Phase, View
from kiebitz.limits import Limit

FIELDS = frozenset({"id", "game", "seat", "moves", "judge", "limit", "seed"})
LIMIT_FIELDS = {"worlds": int, "seconds": float}


class TerminatedError(Exception):
    """Somebody asked for the end of this query."""


@dataclass
class JudgeQuery:
    """A query that was understood."""

    id: str | int
    view: View
    move: str | None
    """The move to judge; None: whichever is best."""
    limit: Limit
    seed: int
    stop: threading.Event = field(default_factory=threading.Event)
    wants_partial: threading.Event = field(default_factory=threading.Event)

    def answer(self) -> dict[str, Any]:
        """The judgement; or that the query was terminated."""
        try:
            return {"id": self.id, **judgement_json(self)}
        except TerminatedError:
            return {"id": self.id, "terminated": True}

    def look(self) -> None:
        """Ends the work if somebody asked for that."""
        if self.stop.is_set():
            raise TerminatedError


def judgement_json(query: JudgeQuery) -> dict[str, Any]:
    """What is said of a move, with names that stay; `decision` is as in `kiebitz skat review`."""
    from kiebitz.app.skat_words import carried_sentence, told
    from kiebitz.app.web.hints import candidates_of, carried_of
    from kiebitz.players.skat.judgement import WORLDS, assess, option_for
    from kiebitz.players.skat.reasons import reasons_for, reasons_for_best

    view, move = query.view, query.move
    found = assess(
        view,
        worlds=query.limit.worlds or WORLDS,
        seconds=query.limit.seconds,
        seed=query.seed,
        about=move,
        go_on=query.look,
    )
    option = found.best if move is None else option_for(view, found, move)
    is_best = move is None or option.loss == 0
    reasons = reasons_for_best(view, found) if move is None else reasons_for(view, found, option)
    carried = carried_of(found)
    return {
        "move": found.best.move,
        "judgement": {
            "seat": view.seat,
            "phase": found.phase,
            "trick": sum(view.tricks_won) + 1 if view.phase == Phase.PLAY else None,
            "move": option.move,
            "best": option.move if is_best else found.best.move,
            "loss": round(option.loss, 2),
            "loss_error": round(option.error, 2),
            "class": option.grade,
            "why": told(reasons),
            "reasons": [{"code": one.code, "parameters": one.parameters} for one in reasons],
            "chance": option.win,
            "score": round(option.score, 2),
        },
        "options": [
            {
                "move": one.move,
                "chance": one.chance,
                "score": one.score,
                "loss": one.loss,
                "loss_error": one.error,
                "class": one.grade,
            }
            for one in candidates_of(found, option.move)
        ],
        "carried": None if carried is None else carried_sentence(carried),
        "worlds": found.draws,
        "complete": found.complete,
        "seconds": round(found.seconds, 6),
        "seed": query.seed,
    }


def checked_move(view: View, move: str) -> str:
    """A move that the View allows, as it is written in a review."""
    legal = view.legal_moves
    if view.phase == Phase.DISCARD:
        cards = move.upper().split(".")
        if len(set(cards)) == 2 and set(cards) <= set(view.hand):
            return ".".join(cards)
    elif view.phase == Phase.DECLARE and move.split(".")[0] in legal:
        return move.split(".")[0]  # the cards to put away are a decision of their own
    elif move in legal:
        return move
    shown = ", ".join(list(legal)[:12])
    raise IllegalMove(f"{move!r} cannot be judged here: legal are {shown}")
