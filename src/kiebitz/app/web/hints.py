"""Hints: what a strong player thinks of the candidates, from what the visitor may know."""

from __future__ import annotations

from kiebitz.app.web.models import Candidate, CarriedModel, HintModel, ReasonModel
from kiebitz.app.web.work import Ticket
from kiebitz.games.skat import View
from kiebitz.players.skat.judgement import Assessment, Option, assess
from kiebitz.players.skat.reasons import reasons_for_best


def hint_for(view: View, ply: int, seconds: float, ticket: Ticket) -> HintModel:
    """The move that promises most, and what was thought of the others."""
    ticket.check()
    found = assess(view, seconds=seconds, go_on=ticket.check)
    return HintModel(
        ply=ply,
        move=_with_discard(found.best),
        candidates=candidates_of(found),
        reasons=[
            ReasonModel(code=one.code, parameters=one.parameters)
            for one in reasons_for_best(view, found)
        ],
        carried=carried_of(found),
        worlds=found.draws,
        complete=found.complete,
        seconds=round(found.seconds, 3),
    )


def candidates_of(found: Assessment, move: str | None = None) -> list[Candidate]:
    """The moves that were considered, best first; in any case the one that was made."""
    made = found.of(move) if move is not None else None
    shown = found.options[:12] if made is None else _with(found.options[:12], made)
    return [
        Candidate(
            move=_with_discard(one),
            chance=None if one.win is None else round(one.win, 4),
            score=round(one.score, 2),
            loss=round(one.loss, 2),
            error=round(one.error, 2),
            grade=one.grade,
        )
        for one in shown
    ]


def carried_of(found: Assessment) -> CarriedModel | None:
    """How far the hand carries, in the auction."""
    one = found.carried
    if one is None:
        return None
    return CarriedModel(
        limit=one.limit,
        game=str(one.game),
        makes=one.makes,
        jacks=one.jacks,
        trumps=one.trumps,
    )


def _with(options: tuple[Option, ...], made: Option) -> tuple[Option, ...]:
    return options if made in options else (*options[:-1], made)


def _with_discard(one: Option) -> str:
    return ".".join((one.move, *one.away))
