"""Hints: what a strong player thinks of the candidates, from what the visitor may know."""

from __future__ import annotations

import time

from kiebitz.app.web.models import Candidate, HintModel
from kiebitz.app.web.work import Ticket
from kiebitz.games.skat import Phase, View
from kiebitz.players.skat.opinion import opine, shared_bidder

_WORLDS = 120


def hint_for(view: View, ply: int, seconds: float, ticket: Ticket) -> HintModel:
    """The move that a strong player would make, and what it thought of the others."""
    ticket.check()
    started = time.perf_counter()
    worlds = 0
    if view.phase == Phase.PLAY:
        opinion = opine(view, worlds=_WORLDS, seconds=seconds, seed=ply, go_on=ticket.check)
        worlds = len(opinion.worlds)
        move = opinion.best.card
        candidates = [
            Candidate(move=one.card, chance=one.win, score=one.points) for one in opinion.cards
        ]
    else:
        bidder = shared_bidder()
        outlook = bidder.outlook(view)
        candidates = [
            Candidate(move=name, chance=win, score=score)
            for name, (win, score) in sorted(outlook.items(), key=lambda item: -item[1][1])
        ]
        move = bidder.decide(view).move
        if view.phase == Phase.DECLARE:
            move = next((c.move for c in candidates if c.move.startswith(f"{move}.")), move)
    return HintModel(
        ply=ply,
        move=move,
        candidates=candidates[:12],
        worlds=worlds,
        seconds=round(time.perf_counter() - started, 3),
    )
