"""Where are the cards? As JSON, for the engine and for `kiebitz skat belief`."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from kiebitz.beliefs.skat.locations import Places, places_by_name
from kiebitz.errors import InvalidNotation, KiebitzError
from kiebitz.games.skat import View, parse_cards

FIELDS = frozenset({"id", "game", "seat", "moves", "belief", "world"})

#: Three hands and the skat.
World = tuple[list[tuple[str, ...]], tuple[str, ...]]


@dataclass
class BeliefQuery:
    """A query that was understood."""

    id: str | int
    view: View
    belief: str
    world: World | None
    stop: threading.Event = field(default_factory=threading.Event)
    wants_partial: threading.Event = field(default_factory=threading.Event)

    def answer(self) -> dict[str, Any]:
        """The chance of each unseen card in each place."""
        return {"id": self.id, **places_json(places_by_name(self.view, self.belief, self.world))}

    def field_of(self, error: KiebitzError) -> str:
        """What is wrong when there is no answer."""
        return {"world-impossible": "world", "no-places": "moves"}.get(error.code or "", "belief")


def places_json(found: Places) -> dict[str, Any]:
    """Chances by card, how many worlds there are, and how likely the one asked about is."""
    answer: dict[str, Any] = {
        "cards": {
            card: [round(chance, 6) for chance in chances]
            for card, chances in found.chances.items()
        },
        "worlds": found.worlds,
    }
    if found.ratio is not None:
        answer["ratio"] = found.ratio
    return answer


def world_of(text: object) -> World:
    """A world as it is written: three hands of now and the skat.

    >>> world_of("CJ|SJ|HJ|D7.D8")
    ([('CJ',), ('SJ',), ('HJ',)], ('D7', 'D8'))
    """
    parts = text.split("|") if isinstance(text, str) else []
    if len(parts) != 4:
        raise InvalidNotation("a world is three hands and the skat, separated by |")
    *hands, skat = (tuple(map(str, parse_cards(part))) if part else () for part in parts)
    return hands, skat
