"""Hints: what a strong player thinks of the candidates, from what the visitor may know."""

from __future__ import annotations

import time

from kiebitz.app.web.computers import computer
from kiebitz.app.web.models import Candidate, HintModel
from kiebitz.app.web.work import Ticket
from kiebitz.games.skat import View
from kiebitz.limits import Limit


def hint_for(view: View, ply: int, seconds: float, ticket: Ticket) -> HintModel:
    """The move of the strong player and what it thought of the others."""
    ticket.check()
    started = time.perf_counter()
    decision = computer("strong").decide(view, limit=Limit(seconds=seconds), seed=1)
    candidates = sorted(decision.candidates.items(), key=lambda item: -item[1])
    return HintModel(
        ply=ply,
        move=decision.move,
        candidates=[
            Candidate(move=move, chance=value, score=None) for move, value in candidates[:12]
        ],
        worlds=decision.worlds,
        seconds=round(time.perf_counter() - started, 3),
    )
