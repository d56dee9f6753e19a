"""A hand of Hearts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from kiebitz._core import hearts as core
from kiebitz.errors import KiebitzError
from kiebitz.games.card_state import TrickState, TrickView
from kiebitz.games.deck52 import NUMBERS
from kiebitz.games.moves import Card
from kiebitz.shown import show_unusual

Pass = Literal["hold", "left", "right", "across"]
Moon = Literal["none", "others pay", "shooter gains"]


@dataclass(frozen=True, slots=True)
class Rules:
    """How a hand is played.

    >>> Rules(players=3, pass_to="left").text
    '3locfb'
    """

    players: int = 4
    pass_to: Pass = "hold"
    moon: Moon = "others pay"
    two_of_clubs_leads: bool = True
    no_points_on_first_trick: bool = True
    hearts_must_be_broken: bool = True
    queen_breaks_hearts: bool = False
    no_trick_bonus: bool = False
    jack_of_diamonds_bonus: bool = False
    left_out: str = "D2"  # of the pack for three; "any": another card in each deal

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        if self.players not in (3, 4):
            raise KiebitzError(f"Hearts is for 3 or 4 players, not {self.players!r}")
        if self.pass_to == "across" and self.players == 3:
            raise KiebitzError("three players pass left or right, or hold")
        if self.left_out != "D2" and self.players != 3:
            raise KiebitzError("only with three players a card is left out")
        if self.left_out != "any" and self.left_out not in NUMBERS:
            raise KiebitzError(f"left_out is a card or any, not {self.left_out!r}")
        if self.left_out in ("any", "C2") and self.two_of_clubs_leads:
            raise KiebitzError("the two of clubs cannot lead if it may be left out")

    @property
    def text(self) -> str:
        """The rules as the position text has them."""
        passing = {"hold": "-", "left": "l", "right": "r", "across": "a"}[self.pass_to]
        moon = {"none": "-", "others pay": "o", "shooter gains": "s"}[self.moon]
        letters = zip(
            "cfbqtj",
            (
                self.two_of_clubs_leads,
                self.no_points_on_first_trick,
                self.hearts_must_be_broken,
                self.queen_breaks_hearts,
                self.no_trick_bonus,
                self.jack_of_diamonds_bonus,
            ),
            strict=True,
        )
        out = {"D2": "", "any": "/??"}.get(self.left_out, f"/{self.left_out}")
        chosen = "".join(letter for letter, on in letters if on)
        return f"{self.players}{passing}{moon}{chosen}{out}"


class State(TrickState[core.State]):
    """One position of a hand: cards to pass, then cards to play.

    >>> state = State.deal(seed=1)
    >>> state.legal_moves
    ('C2',)
    >>> sum(state.points)
    0
    """

    __slots__ = ()
    core: ClassVar = core
    game = "hearts"
    player_counts = (4, 3)
    rules_type: ClassVar = Rules
    forfeit = -26

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Card, ...]: ...  # noqa: D102

        def view(self, seat: int) -> View: ...  # noqa: D102

    @property
    def is_passing(self) -> bool:
        """Whether cards are still being passed."""
        return self._native.is_passing

    @property
    def points(self) -> tuple[int, ...]:
        """Points written down so far; fewer are better."""
        return tuple(self._native.points)


class View(TrickView[State]):
    """What one seat knows of a hand of Hearts.

    >>> view = State.deal(seed=1).view(3)
    >>> len(view.hand), view.legal_moves, view.points
    (13, ('C2',), (0, 0, 0, 0))
    """

    __slots__ = ()
    state_type: ClassVar = State

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> tuple[Card, ...]: ...  # noqa: D102

    @property
    def is_passing(self) -> bool:
        """Whether cards are still being passed."""
        return self._world.is_passing

    @property
    def points(self) -> tuple[int, ...]:
        """Points written down so far; fewer are better."""
        return self._world.points


State.view_type = View
