"""Bridge queries of the engine: which card, when two hands are hidden."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kiebitz.app.bridge_json import plan_json
from kiebitz.errors import KiebitzError
from kiebitz.limits import Limit
from kiebitz.players.bridge.single_dummy import plan_play

_TEXTS = ("deal", "contract", "declarer", "leader", "played", "north", "east", "south", "west")
FIELDS = frozenset({"id", "game", "tricks", "limit", "seed", *_TEXTS})


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
        return {"id": self.id, "move": plan.card, **plan_json(plan)}


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
