"""A hand of Cribbage, and the game over several hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from kiebitz._core import cribbage as core
from kiebitz.cards import derive_seed
from kiebitz.errors import InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.games.card_state import CardState, CardView
from kiebitz.games.deck52 import DECK, NUMBERS, to_mask
from kiebitz.games.moves import Card
from kiebitz.shown import show_unusual


@dataclass(frozen=True, slots=True)
class Rules:
    """Who plays, who deals, and how the board stands before the hand.

    >>> Rules(players=3).text
    '3,0,121 0,0,0'
    """

    players: int = 2
    dealer: int = 0
    target: int = 121
    start: tuple[int, ...] = ()

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4):
            raise KiebitzError(f"Cribbage is for 2 to 4 players, not {self.players!r}")
        if not self.start:
            object.__setattr__(self, "start", (0,) * self.players)

    @property
    def text(self) -> str:
        """The rules as the position text has them."""
        return f"{self.players},{self.dealer},{self.target} " + ",".join(map(str, self.start))


def show_points(hand: Iterable[str], starter: str, *, is_crib: bool = False) -> int:
    """What four cards are worth in the show.

    >>> show_points(["C5", "D5", "H5", "SJ"], "S5")
    29
    """
    if starter not in NUMBERS:
        raise InvalidNotation(f"{starter!r} is not a card")
    try:
        return core.show_points(to_mask(hand), NUMBERS[starter], is_crib)
    except ValueError as error:
        raise InvalidPosition(str(error)) from None


class State(CardState[core.State]):
    """One position of a hand. A seat that cannot play says go without a move.

    >>> state = State.deal(seed=1)
    >>> len(state.hands[0]), len(state.legal_moves)
    (6, 6)
    """

    __slots__ = ()
    core: ClassVar = core
    game = "cribbage"
    player_counts = (2, 3, 4)
    rules_type: ClassVar = Rules

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Card, ...]: ...  # noqa: D102

        def view(self, seat: int) -> View: ...  # noqa: D102

    @property
    def count(self) -> int:
        """The running count."""
        return self._native.count

    @property
    def is_playing(self) -> bool:
        """Whether all cards for the crib are laid away."""
        return self._native.is_playing

    @property
    def starter(self) -> Card | None:
        """The card turned up, once the play has begun."""
        return DECK[self._native.starter] if self.is_playing else None


class View(CardView[State]):
    """What one seat knows of a hand of Cribbage.

    >>> view = State.deal(seed=1).view(0)
    >>> len(view.hand), view.starter, view.count
    (6, None, 0)
    """

    __slots__ = ()
    state_type: ClassVar = State

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Card, ...]: ...  # noqa: D102

    @property
    def count(self) -> int:
        """The running count."""
        return self._world.count

    @property
    def is_playing(self) -> bool:
        """Whether all cards for the crib are laid away."""
        return self._world.is_playing

    @property
    def starter(self) -> Card | None:
        """The card turned up, once the play has begun."""
        return self._world.starter


State.view_type = View


@dataclass(frozen=True)
class Match:
    """Hand after hand until someone reaches the target; the deal moves on.

    >>> Match(Rules(players=3), seed=1).next_hand().players
    3
    """

    rules: Rules
    seed: int = 0
    hands: int = 0

    __repr__ = show_unusual

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far."""
        return self.rules.start

    @property
    def is_over(self) -> bool:
        """Whether someone has reached the target."""
        return max(self.totals) >= self.rules.target

    def next_hand(self) -> State:
        """The next deal."""
        return State.deal(derive_seed(self.seed, self.hands), self.rules)

    def after(self, hand: State) -> Match:
        """The match after a finished hand."""
        dealer = (self.rules.dealer + 1) % self.rules.players
        rules = replace(self.rules, start=hand.scores, dealer=dealer)
        return replace(self, rules=rules, hands=self.hands + 1)


State.match_type = Match
