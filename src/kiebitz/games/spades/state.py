"""A hand of Spades for three."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from kiebitz._core import spades as core
from kiebitz.cards import derive_seed
from kiebitz.games.card_state import TrickState, TrickView
from kiebitz.games.moves import Bid, Card, Move
from kiebitz.shown import show_unusual


@dataclass(frozen=True, slots=True)
class Rules:
    """How a hand is played.

    >>> Rules(bids_may_not_fit=True).text
    'bf 0,0,0'
    """

    bidding: bool = True
    bids_may_not_fit: bool = False
    spades_must_be_broken: bool = False
    over_tricks: tuple[int, int, int] = (0, 0, 0)

    __repr__ = show_unusual

    @property
    def text(self) -> str:
        """The rules as the position text has them."""
        flags = (self.bidding, self.bids_may_not_fit, self.spades_must_be_broken)
        letters = "".join(letter for letter, on in zip("bfs", flags, strict=True) if on)
        return f"{letters or '-'} " + ",".join(map(str, self.over_tricks))


class State(TrickState[core.State]):
    """One position of a hand: bids, then cards.

    >>> state = State.deal(seed=1)
    >>> state.play("5").play("4").play("6").bids
    (5, 4, 6)
    """

    __slots__ = ()
    core: ClassVar = core
    game = "spades"
    player_counts = (3,)
    rules_type: ClassVar = Rules
    forfeit = -170
    counts_tricks = True

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Bid | Card, ...]: ...  # noqa: D102

        def view(self, seat: int) -> View: ...  # noqa: D102

    @classmethod
    def read_move(cls, text: str) -> Move:
        """A bid or a card."""
        return Bid(text) if text.isdigit() else Card(text)

    @property
    def bids(self) -> tuple[int | None, ...]:
        """The bids made so far."""
        return tuple(None if bid < 0 else bid for bid in self._native.bids)

    @property
    def over_tricks(self) -> tuple[int, ...]:
        """Tricks beyond the bids, where those are made."""
        return tuple(self._native.over_tricks)


class View(TrickView[State]):
    """What one seat knows of a hand of Spades.

    >>> State.deal(seed=1).play("5").view(1).bids
    (5, None, None)
    """

    __slots__ = ()
    state_type: ClassVar = State

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Bid | Card, ...]: ...  # noqa: D102

    @property
    def bids(self) -> tuple[int | None, ...]:
        """The bids made so far."""
        return self._world.bids


State.view_type = View


@dataclass(frozen=True)
class Match:
    """Hand after hand until someone reaches the limit; over-tricks are carried along.

    >>> Match(seed=1).next_hand().players
    3
    """

    rules: Rules = field(default_factory=Rules)
    limit: int = 300
    seed: int = 0
    totals: tuple[int, ...] = (0, 0, 0)
    hands: int = 0

    __repr__ = show_unusual

    @property
    def is_over(self) -> bool:
        """Whether someone has reached the limit."""
        return max(self.totals) >= self.limit

    def next_hand(self) -> State:
        """The next deal."""
        return State.deal(derive_seed(self.seed, self.hands), self.rules)

    def after(self, hand: State) -> Match:
        """The match with the scores and over-tricks of a finished hand."""
        totals = tuple(total + more for total, more in zip(self.totals, hand.scores, strict=True))
        a, b, c = (
            (had + more) % 10
            for had, more in zip(self.rules.over_tricks, hand.over_tricks, strict=True)
        )
        return replace(
            self,
            totals=totals,
            hands=self.hands + 1,
            rules=replace(self.rules, over_tricks=(a, b, c)),
        )


State.match_type = Match
