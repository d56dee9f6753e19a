"""A Bridge deal of which a visitor sees two hands: who sits where, and what the others play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from kiebitz.bridge import Card, Contract, Deal, PlayPlan, plan_play
from kiebitz.errors import IllegalMove
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import SEAT_NAMES, SEATS, each_card
from kiebitz.limits import Limit
from kiebitz.players.bridge.single_dummy import choose_card

#: Whom the visitor plays: declarer, who plays dummy too, or one of the two defenders.
Role = Literal["declarer", "leader", "third-hand"]

#: Seats after declarer's.
_PLACES: dict[Role, int] = {"declarer": 0, "leader": 1, "third-hand": 3}
#: What the computer plays with, as defender and as declarer.
_COMPUTER = Limit(worlds=20, depth=1)


class HiddenDeal:
    """A deal, its contract, who the visitor is, and the cards played so far."""

    def __init__(
        self,
        deal: Deal,
        contract: str,
        declarer: int,
        role: Role,
        played: Sequence[Card],
        *,
        seed: int,
    ) -> None:
        self.deal, self.played = deal, list(played)
        self.contract = Contract.parse(contract, declarer)
        self.declarer, self.dummy = declarer, (declarer + 2) % 4
        self.declares = role == "declarer"
        self.seat = (declarer + _PLACES[role]) % 4
        self._name, self._seed = contract, seed
        self._check()

    def state(self, count: int | None = None) -> Any:  # the native one
        """After all cards that were played, or the first of them."""
        return follow_play(
            self.deal, self.contract.strain, (self.declarer + 1) % 4, self.played[:count]
        )

    def chooses(self, seat: int) -> bool:
        """Whether the visitor plays the cards of a seat."""
        return seat == self.seat or (self.declares and seat == self.dummy)

    @property
    def target(self) -> int:
        """How many tricks the visitor's side wants."""
        tricks = self.contract.tricks
        return tricks if self.declares else self.deal.size + 1 - tricks

    def own_cards(self) -> list[int]:
        """Which of the cards that were played the visitor chose."""
        return [
            number for number in range(len(self.played)) if self.chooses(self.state(number).to_move)
        ]

    def open_hands(self) -> dict[int, int]:
        """The hands that lie open for the visitor, by seat: all of them after the last card."""
        state = self.state()
        if state.is_over:
            return dict(enumerate(self.deal.hands))
        view = state.view(self.seat)
        return {
            seat: view.known[seat]
            for seat in range(4)
            if seat == self.seat or (seat == self.dummy and self.played)
        }

    def computer_card(self) -> Card:
        """What the computer plays next; it sees what the player in its place would see."""
        state = self.state()
        decides = self.declarer if state.to_move == self.dummy else state.to_move
        return choose_card(
            state.view(decides),
            self.contract.tricks,
            limit=_COMPUTER,
            seed=self._seed + len(self.played),
        )

    def plan(self, limit: Limit, count: int | None = None) -> PlayPlan:
        """What can be said of the next card by whoever chooses it."""
        return plan_play(
            self.deal,
            self._name,
            self.declarer,
            self.played[:count],
            limit=limit,
            seed=self._seed,
            threads=1,
        )

    def success(self, chance: float) -> float:
        """How often the visitor succeeds if declarer makes the contract so often."""
        return chance if self.declares else 1 - chance

    def own_tricks(self, tricks: float) -> float:
        """The tricks of the visitor's side if declarer gets so many."""
        return tricks if self.declares else self.deal.size - tricks

    def _check(self) -> None:
        """Refuses cards that cannot be; what a hidden hand might have played is not told."""
        try:
            self.state()
        except IllegalMove as error:
            number = error.parameters["number"]
            assert isinstance(number, int)
            before = self.state(number - 1)
            if before.is_over or self.chooses(before.to_move):
                raise
            card, seat = self.played[number - 1], before.to_move
            raise IllegalMove(
                f"card {number} of the play, {card}, is not {SEAT_NAMES[seat]}'s",
                code="bridge-not-theirs",
                number=number,
                bridge_card=card,
                seat=SEATS[seat],
            ) from None


@lru_cache(maxsize=64)
def deal_by_number(number: int, contract: str, declarer: int) -> Deal:
    """A random deal on which one might well be in the contract: 3NT or 4♠; any other, any deal."""
    seed = 1000 * number
    while True:
        deal = Deal.random(seed)
        ours = deal.hands[declarer] | deal.hands[(declarer + 2) % 4]
        points = sum(max(0, (card & 15) - 8) for card in each_card(ours))
        spades = (ours & 0x1FFF).bit_count()
        if contract == "3NT":
            fits = 24 <= points <= 27 and spades < 8
        else:
            fits = contract != "4S" or (23 <= points <= 26 and spades >= 8)
        if fits:
            return deal
        seed += 1
