"""Hearts to 100 points: hands with the passes left, right, across and hold in turn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kiebitz.cards import derive_seed
from kiebitz.games.hearts.state import Pass, Rules, State
from kiebitz.shown import show_unusual

CYCLES: dict[int, tuple[Pass, ...]] = {
    3: ("left", "right", "hold"),
    4: ("left", "right", "across", "hold"),
}


@dataclass(frozen=True)
class Match:
    """Totals after some hands. The hand that brings someone to the limit is the last.

    >>> match = Match(seed=1)
    >>> hand = match.next_hand()
    >>> hand.is_passing, match.after(hand).hands
    (True, 1)
    """

    rules: Rules = field(default_factory=Rules)
    passing: bool = True
    limit: int = 100
    seed: int = 0
    totals: tuple[int, ...] = ()
    hands: int = 0

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        if not self.totals:
            object.__setattr__(self, "totals", (0,) * self.rules.players)

    @property
    def is_over(self) -> bool:
        """Whether someone has reached the limit."""
        return max(self.totals) >= self.limit

    def next_hand(self) -> State:
        """The next deal, with its pass."""
        cycle = CYCLES[self.rules.players]
        pass_to = cycle[self.hands % len(cycle)] if self.passing else self.rules.pass_to
        rules = replace(self.rules, pass_to=pass_to)
        return State.deal(derive_seed(self.seed, self.hands), rules)

    def after(self, hand: State) -> Match:
        """The match with the points of a finished hand."""
        totals = tuple(total + more for total, more in zip(self.totals, hand.points, strict=True))
        return replace(self, totals=totals, hands=self.hands + 1)


State.match_type = Match
