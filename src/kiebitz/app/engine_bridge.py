"""Bridge queries of the engine: which card, when two hands are hidden."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kiebitz.app.bridge_json import plan_json
from kiebitz.app.bridge_words import told
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.games.bridge.cards import parse_card
from kiebitz.limits import Limit
from kiebitz.players.bridge.review import judge_known
from kiebitz.players.bridge.single_dummy import PlayPlan, plan_play

_TEXTS = ("deal", "contract", "declarer", "leader", "played", "north", "east", "south", "west")
FIELDS = frozenset({"id", "game", "tricks", "limit", "seed", "judge", *_TEXTS})


class TerminatedError(Exception):
    """Somebody asked for the end of this query."""


@dataclass
class BridgeQuery:
    """A query that was understood; whether its deal is sound is found when it is answered."""

    id: str | int
    texts: Mapping[str, str]
    tricks: int | None
    limit: Limit
    seed: int
    judge: str | None = None
    """A card to be judged."""
    stop: threading.Event = field(default_factory=threading.Event)
    wants_partial: threading.Event = field(default_factory=threading.Event)

    def answer(self) -> dict[str, Any]:
        """The plan; or that the query was terminated."""

        def look(_: int) -> None:
            if self.stop.is_set():
                raise TerminatedError

        texts = {name: text for name, text in self.texts.items() if text or name != "leader"}
        try:
            plan = plan_play(
                **texts,
                tricks=self.tricks,
                limit=self.limit,
                seed=self.seed,
                threads=1,
                progress=look,
            )
        except TerminatedError:
            return {"id": self.id, "terminated": True}
        answer = {"id": self.id, "move": plan.card, **plan_json(plan)}
        if self.judge is not None:
            answer["judgement"] = self._judgement(plan)
        return answer

    def _judgement(self, plan: PlayPlan) -> dict[str, Any]:
        card = parse_card(str(self.judge))
        if card not in [one.card for one in plan.cards]:
            legal = ", ".join(one.card for one in plan.cards)
            raise IllegalMove(f"{card} cannot be judged here: legal are {legal}")
        known = judge_known(plan, card)
        return {
            "move": known.card,
            "best": known.best,
            "loss": round(known.loss, 4),
            "loss_error": round(known.error, 4),
            "tricks": round(known.tricks, 4),
            "class": known.grade,
            "why": told(known.reasons),
            "reasons": [{"code": one.code, "parameters": one.parameters} for one in known.reasons],
        }


def texts_of(message: Mapping[str, Any]) -> dict[str, str]:
    """The fields that are texts; raises KiebitzError with the name of a wrong one first."""
    texts = {"declarer": "S"}
    for name in _TEXTS:
        if name not in message:
            continue
        value = message[name]
        if not isinstance(value, str) or len(value) > 2000:
            raise KiebitzError(f"{name} must be a text")
        texts[name] = value
    for name in ("deal", "contract"):
        if name not in texts:
            raise KiebitzError(f"{name} is missing")
    return texts
