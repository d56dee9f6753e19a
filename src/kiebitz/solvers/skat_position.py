"""All cards of a Skat game in progress, checked: what the solver is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kiebitz._core import skat_solver as core
from kiebitz.errors import InvalidPosition
from kiebitz.games.skat import Phase, State, parse_cards
from kiebitz.games.skat.cards import card_number, to_mask
from kiebitz.games.skat.contract import GAMES

#: What the native core says of a position that cannot be, by its code, in words.
PROBLEMS: Final = {
    "no-such-game": "unknown game",
    "no-such-seat": "a seat is 0, 1 or 2",
    "no-such-card": "a card is a number from 0 to 31",
    "trick-of-two": "a trick in progress holds at most two cards",
    "points-range": "points must be from 0 to 120",
    "skat-of-two": "the skat holds at most two cards",
    "card-in-two-places": "a card occurs twice",
    "hand-over-ten": "a hand holds at most ten cards",
    "hands-differ": "hands differ in length beyond the trick in progress",
    "trick-follows": "the second card of the trick does not follow suit",
    "points-over-120": "more than 120 card points with the points won so far",
}


@dataclass(frozen=True, slots=True)
class Position:
    """All cards of a game in progress; `hands` are without the cards on the table.

    `played` are the cards of the current trick, from the leader on. `points` are the card points in
    the declarer's tricks so far, without the skat.
    """

    game: str
    declarer: int
    leader: int
    hands: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    skat: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    points: int = 0

    @classmethod
    def parse(
        cls,
        *,
        game: str,
        declarer: int,
        leader: int,
        hands: str | Sequence[str],
        skat: str = "",
        played: str = "",
        points: int = 0,
    ) -> Position:
        """Reads cards joined by dots; `hands` as three such texts or one, separated by ``|``."""
        places = hands.split("|") if isinstance(hands, str) else list(hands)
        if len(places) != 3:
            raise InvalidPosition(
                f"there are three hands, separated by |, not {len(places)}",
                code="three-hands",
                count=len(places),
            )
        first, second, third = (parse_cards(place) for place in places)
        position = cls(
            game,
            declarer,
            leader,
            (first, second, third),
            parse_cards(skat),
            parse_cards(played),
            points,
        )
        position.native()
        return position

    @classmethod
    def from_state(cls, state: State) -> Position:
        """The position of a game in its cardplay.

        >>> state = State.deal(seed=1).play("18").play("p").play("p").play("GH")
        >>> Position.from_state(state).declarer
        1
        """
        contract, declarer = state.contract, state.declarer
        if state.phase != Phase.PLAY or contract is None or declarer is None:
            raise InvalidPosition("only a game in its cardplay can be solved", code="only-cardplay")
        first, second, third = state.hands
        return cls(
            contract.game,
            declarer,
            state.leader,
            (first, second, third),
            state.skat,
            state.trick,
            state.trick_points[0],
        )

    def native(self) -> core.Position:
        """The same position in the native core; raises InvalidPosition if it cannot occur."""
        if len(self.game) != 1 or self.game not in GAMES:
            raise InvalidPosition(
                f"{self.game[:20]!r} is not a game: D H S C G or N",
                code="not-a-contract",
                text=self.game[:20],
            )
        for name in ("declarer", "leader"):
            if getattr(self, name) not in (0, 1, 2):
                raise InvalidPosition(
                    f"{name} is a seat, 0 1 or 2, not {getattr(self, name)!r}",
                    code="no-such-seat",
                )
        if not 0 <= self.points <= 120:
            raise InvalidPosition(
                f"points are from 0 to 120, not {self.points!r}", code="points-range"
            )
        if len(self.hands) != 3:
            raise InvalidPosition(
                f"there are three hands, not {len(self.hands)}",
                code="three-hands",
                count=len(self.hands),
            )
        first, second, third = (to_mask(hand) for hand in self.hands)
        try:
            return core.Position(
                GAMES.index(self.game),
                self.declarer,
                self.leader,
                (first, second, third),
                to_mask(self.skat),
                [card_number(card) for card in self.played],
                self.points,
            )
        except ValueError as error:
            code = str(error)
            raise InvalidPosition(f"{PROBLEMS.get(code, code)}: {self}", code=code) from None

    def __str__(self) -> str:
        hands = "|".join(".".join(hand) for hand in self.hands)
        text = f"{self.game} declarer {self.declarer} leader {self.leader} {hands}"
        if self.skat:
            text += f" skat {'.'.join(self.skat)}"
        if self.played:
            text += f" played {'.'.join(self.played)}"
        return text
