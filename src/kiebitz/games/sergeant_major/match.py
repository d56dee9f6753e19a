"""Sergeant Major in matches: the tricks needed move on, and the next hand begins with exchanges."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kiebitz.cards import derive_seed
from kiebitz.games.sergeant_major.state import Rules, State
from kiebitz.shown import show_unusual


@dataclass(frozen=True)
class Match:
    """Hand after hand; a total is the tricks over those needed, all hands added (thesis §3.3.2).

    Whoever took too many tricks gives as many cards to those who took too few before the next hand.
    The match ends when someone reaches the limit, or takes all tricks of a hand.

    >>> match = Match(seed=1).after_tricks((9, 4, 3))
    >>> match.totals, match.rules.quota, match.next_hand().to_move
    ((1, -1, 0), (3, 8, 5), 0)
    """

    rules: Rules = field(default_factory=Rules)
    limit: int = 10
    seed: int = 0
    totals: tuple[int, ...] = (0, 0, 0)
    hands: int = 0
    swept: bool = False
    """Whether someone took all tricks of the last hand."""

    __repr__ = show_unusual

    @property
    def is_over(self) -> bool:
        """Whether someone has reached the limit or taken all tricks."""
        return self.swept or max(self.totals) >= self.limit

    def next_hand(self) -> State:
        """The next deal; first come the exchanges of the hand before."""
        return State.deal(derive_seed(self.seed, self.hands), self.rules)

    def after(self, hand: State) -> Match:
        """The match with a finished hand."""
        return self.after_tricks(hand.tricks)

    def after_tricks(self, tricks: tuple[int, ...]) -> Match:
        """The match with a hand in which the seats took so many tricks."""
        over = (taken - need for taken, need in zip(tricks, self.rules.quota, strict=True))
        return replace(
            self,
            rules=self.rules.after_hand(tricks),
            totals=tuple(total + more for total, more in zip(self.totals, over, strict=True)),
            hands=self.hands + 1,
            swept=max(tricks) == sum(tricks),
        )


State.match_type = Match
