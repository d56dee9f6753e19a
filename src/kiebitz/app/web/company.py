"""Who sits at a table with friends: people, those who take over for them, those who watch."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import Any

MOST_WATCHERS = 20


@dataclass(slots=True)
class Guest:
    """Somebody who was invited."""

    visitor: str
    name: str
    away: bool = False
    """A computer player has taken over until they come back."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """What somebody shows the others while they review the game together."""

    seat: int
    decision: int


@dataclass(slots=True)
class Company:
    """The people at one table, by seat; free seats have computer players."""

    guests: dict[int, Guest]
    """Everybody who plays, with the one who opened the table."""
    invite: str
    """The secret of those who may sit down."""
    watch: str
    """The secret of those who may look on."""
    clock: int | None = None
    """Seconds for a move; then a computer player takes over."""
    waiting: bool = True
    """Nobody moves before the table is opened."""
    queue: list[Guest] = field(default_factory=list)
    """Who came during a game and plays from the next one on."""
    watchers: list[str] = field(default_factory=list)
    following: str | None = None
    """The next game at this table."""
    deadline: float | None = None
    """When the time for the present move is over, on this machine's clock; it is not kept."""
    pointer: Pointer | None = None
    """Where the others are to look in the review; it is not kept."""

    @property
    def seconds_left(self) -> float | None:
        """What is left of the time for the present move."""
        if self.deadline is None:
            return None
        return max(0.0, round(self.deadline - time.monotonic(), 1))

    def seat_of(self, visitor: str) -> int | None:
        """Where somebody sits."""
        return next((seat for seat, one in self.guests.items() if one.visitor == visitor), None)

    def may_look(self, visitor: str) -> bool:
        """Whether somebody may see what everybody at the table sees."""
        there = [one.visitor for one in (*self.guests.values(), *self.queue)]
        return visitor in there or visitor in self.watchers

    def is_present(self, seat: int) -> bool:
        """Whether a person sits there and has not left."""
        return seat in self.guests and not self.guests[seat].away

    def next_round(self) -> Company:
        """The company at the next deal: one seat further, who waited sits where a computer did."""
        guests = {(seat - 1) % 3: one for seat, one in self.guests.items()}
        queue = list(self.queue)
        for seat in range(3):
            if seat not in guests and queue:
                guests[seat] = queue.pop(0)
        return Company(
            guests, self.invite, self.watch, self.clock, False, queue, list(self.watchers)
        )

    def to_document(self) -> dict[str, Any]:
        """What is kept."""
        kept = asdict(self)
        del kept["deadline"], kept["pointer"]
        return kept

    @classmethod
    def of_document(cls, body: dict[str, Any]) -> Company:
        """A company as it was kept."""
        guests = {int(seat): Guest(**one) for seat, one in body["guests"].items()}
        return cls(**{**body, "guests": guests, "queue": [Guest(**one) for one in body["queue"]]})
