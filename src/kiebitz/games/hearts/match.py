"""Hearts to 100 points: hands with the passes left, right, across and hold in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kiebitz.cards import derive_seed
from kiebitz.games.hearts.state import Pass, Rules, State

CYCLES: dict[int, tuple[Pass, ...]] = {
    3: ("left", "right", "hold"),
    4: ("left", "right", "across", "hold"),
}


@dataclass(frozen=True)
class Match:
    """Totals after some hands. The hand that brings someone to the limit is the last.

    >>> match = Match(seed=1)
    >>> match.next_hand().rules_text[:2]
    '4l'
    >>> match.after([26, 0, 0, 0]).totals
    (26, 0, 0, 0)
    """

    rules: Rules = field(default_factory=Rules)
    passing: bool = True
    limit: int = 100
    seed: int = 0
    totals: tuple[int, ...] = ()
    hands: int = 0

    def __post_init__(self) -> None:
        if not self.totals:
            object.__setattr__(self, "totals", (0,) * self.rules.players)

    @property
    def is_over(self) -> bool:
        """Whether someone has reached the limit."""
        return max(self.totals) >= self.limit

    def next_hand(self) -> Hand:
        """The next deal, with its pass."""
        cycle = CYCLES[self.rules.players]
        pass_to = cycle[self.hands % len(cycle)] if self.passing else self.rules.pass_to
        rules = replace(self.rules, pass_to=pass_to)
        return Hand(State.deal(derive_seed(self.seed, self.hands), rules), rules.text)

    def after(self, points: Sequence[int]) -> Match:
        """The match with one more hand's points."""
        totals = tuple(total + more for total, more in zip(self.totals, points, strict=True))
        return replace(self, totals=totals, hands=self.hands + 1)


@dataclass(frozen=True)
class Hand:
    """A dealt hand and the rules it is played by."""

    state: State
    rules_text: str
