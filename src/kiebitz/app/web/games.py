"""One game at a table: who sits where, what is kept of it, what its visitor may do."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from kiebitz.app.web.company import Company
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, Result, State
from kiebitz.games.skat.history import states_of
from kiebitz.players.skat.standing import Standing

Practice = Literal["take-back", "again", "set-up", "hint"]


class NotFound(KiebitzError):  # noqa: N818
    """There is no such thing, or it is somebody else's."""


class Conflict(KiebitzError):  # noqa: N818
    """The request does not fit the position as it is now."""


class InList(NamedTuple):
    """Where a game stands in a list."""

    key: str
    number: int
    totals: tuple[int, ...]
    """The list before it, by seat; at a table of four who sits out comes last."""
    left: int
    """Deals after it."""


@dataclass(eq=False)
class Game:
    """One game and where its visitor sits."""

    id: str
    visitor: str
    state: State
    seat: int
    opponents: tuple[str, str]
    """Strengths of the players to the visitor's left and right."""
    opponent_names: tuple[str, str]
    seed: int
    deal_seed: int | None = None
    practice: list[Practice] = field(default_factory=list)
    list_id: str | None = None
    list_number: int | None = None
    list_totals: tuple[int, ...] = ()
    """How its list stood, by seat; at a table of four who sits out comes last."""
    list_left: int = 0
    """Deals of the list after this one."""
    note: str | None = None
    company: Company | None = None
    """The people at a table with friends."""
    fourth: tuple[str, str] | None = None
    """At a table of four the strength and name of the third computer player."""
    sits_out: bool = False
    """Whether the visitor deals at a table of four: the fourth has their seat, they look on."""
    began: float = 0.0
    """When it was dealt, in seconds since 1970."""
    imported: bool = False
    """Whether it was played elsewhere and came from a record."""
    version: int = 0
    """Grows with every change, so that a browser can tell an old answer from a new one."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    followers: int = 0
    thinking: asyncio.Task[None] | None = None

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.state.native.history)

    @property
    def names(self) -> tuple[str, str, str]:
        """The names by seat; the visitor's is empty, for the page to fill in."""
        own = self.fourth[1] if self.sits_out and self.fourth else ""
        a, b, c = self.by_seat(own, *self.opponent_names)
        return a, b, c

    @property
    def seat_strengths(self) -> tuple[str, str, str]:
        """The strengths by seat, `you` for the visitor."""
        own = self.fourth[0] if self.sits_out and self.fourth else "you"
        a, b, c = self.by_seat(own, *self.opponents)
        return a, b, c

    def by_seat(self, own: str, left: str, right: str) -> list[str]:
        """Something of the visitor and of the two others, by seat."""
        places = ["", "", ""]
        for offset, text in enumerate((own, left, right)):
            places[(self.seat + offset) % 3] = text
        return places

    def seat_of(self, visitor: str) -> int | None:
        """Where a visitor sits; None for one who looks on."""
        if self.company is not None:
            return self.company.seat_of(visitor)
        return self.seat if visitor == self.visitor and not self.sits_out else None

    def may_look(self, visitor: str) -> bool:
        """Whether a visitor may see the game at all."""
        friend = self.company is not None and self.company.may_look(visitor)
        return visitor == self.visitor or friend

    def waits_for(self, seat: int) -> bool:
        """Whether a person is to move at a seat, and not a computer player."""
        if self.company is not None:
            return self.company.is_present(seat)
        return seat == self.seat and not self.sits_out

    def strength_at(self, seat: int) -> str:
        """How strong the computer player at a seat is, or the one that takes over there."""
        strength = self.seat_strengths[seat]
        return self.opponents[0] if strength == "you" else strength

    def standing_of(self, seat: int) -> Standing | None:
        """How the list stood before this game, seen from a seat."""
        if not self.list_totals:
            return None
        turned = [self.list_totals[(seat + way) % 3] for way in range(3)]
        return Standing((*turned, *self.list_totals[3:]), self.list_left)

    @property
    def can_take_back(self) -> bool:
        """Whether the visitor has moved already; among friends nothing is taken back."""
        alone = self.company is None and not self.sits_out
        return alone and self.before_last_own_move() is not None

    def before_last_own_move(self) -> State | None:
        """The position in which the visitor decided last."""
        # A declaration and its discard are one decision to a person.
        for before in reversed(states_of(self.state)[:-1]):
            if before.to_move == self.seat and before.phase not in (Phase.DISCARD, Phase.OVER):
                return before
        return None

    @property
    def lasting_note(self) -> str | None:
        """The note, unless it ends with the next thing that is saved."""
        return None if self.note == "not-saved" else self.note

    @property
    def may_be_known(self) -> bool:
        """Whether the visitor may know all cards: it is over, or the deal was known before."""
        return self.state.is_over or "set-up" in self.practice or "again" in self.practice

    def to_document(self) -> dict[str, Any]:
        """What is kept."""
        return {
            "moves": str(self.state),
            "seat": self.seat,
            "opponents": self.opponents,
            "opponent_names": self.opponent_names,
            "seed": self.seed,
            "deal_seed": self.deal_seed,
            "practice": self.practice,
            "list_id": self.list_id,
            "list_number": self.list_number,
            "list_totals": self.list_totals,
            "list_left": self.list_left,
            "over": self.state.is_over,
            "version": self.version,
            "owner": self.visitor,
            "company": self.company.to_document() if self.company else None,
            "fourth": self.fourth,
            "sits_out": self.sits_out,
            "began": self.began,
            "imported": self.imported,
        }

    @classmethod
    def of_document(cls, key: str, visitor: str, body: dict[str, Any]) -> Game:
        """A game as it was kept."""
        return cls(
            id=key,
            visitor=visitor,
            state=State.parse(body["moves"]),
            seat=body["seat"],
            opponents=tuple(body["opponents"]),
            opponent_names=tuple(body["opponent_names"]),
            seed=body["seed"],
            deal_seed=body["deal_seed"],
            practice=body["practice"],
            list_id=body["list_id"],
            list_number=body["list_number"],
            list_totals=tuple(body.get("list_totals", ())),
            list_left=body.get("list_left", 0),
            # A browser may have been told one thing that was not kept: that it was not.
            version=body["version"] + 2,
            company=Company.of_document(body["company"]) if body.get("company") else None,
            fourth=tuple(body["fourth"]) if body.get("fourth") else None,
            sits_out=body.get("sits_out", False),
            began=body.get("began", 0.0),
            imported=body.get("imported", False),
        )


def result_of(body: dict[str, Any]) -> Result | None:
    """The result of a game that was kept, if it is over."""
    return State.parse(body["moves"]).result if body["over"] else None
