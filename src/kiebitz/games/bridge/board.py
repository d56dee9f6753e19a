"""A board: a deal with dealer, vulnerability, and what was bid and played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kiebitz._core import bridge as core
from kiebitz.errors import IllegalMove, InvalidPosition
from kiebitz.games.bridge.cards import (
    SEAT_NAMES,
    SEATS,
    card_number,
    card_of,
    each_card,
    parse_cards,
    parse_seat,
    parse_strain,
)
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.scoring import Contract, Vulnerability
from kiebitz.games.moves import Card, Move
from kiebitz.shown import show_unusual


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a file. What the file does not say is None or empty."""

    deal: Deal
    number: int | None = None
    dealer: int | None = None
    vulnerable: Vulnerability = Vulnerability.NONE
    auction: tuple[Move, ...] = ()
    contract: Contract | None = None
    play: tuple[Card, ...] = ()  # cards in the order they fell
    tricks: int | None = None  # declarer's
    tags: Mapping[str, str] = field(default_factory=dict)  # all others

    __repr__ = show_unusual

    def __post_init__(self) -> None:
        if self.play:
            if self.contract is None:
                raise InvalidPosition(
                    "cards were played, but there is no contract", code="bridge-no-contract"
                )
            follow_play(
                self.deal, self.contract.strain, (self.contract.declarer + 1) % 4, self.play
            )


def follow_play(
    deal: Deal, trump: int, leader: int, play: Iterable[str], declarer: int | None = None
) -> core.State:
    """The native state after some cards; raises IllegalMove at the first that is not legal.

    With a declarer it is an ending: dummy lies open, and anybody may be on lead.
    """
    hands = list(deal.hands)
    if declarer is None:
        state = core.State(hands, trump, (leader + 3) % 4)
    else:
        state = core.State(hands, trump, declarer, leader)
    for number, card in enumerate(map(card_number, play), 1):
        if state.is_over or not state.legal_cards >> card & 1:
            seat = SEAT_NAMES[state.to_move]
            legal = (
                " ".join(map(card_of, each_card(state.legal_cards)))
                if not state.is_over
                else "none"
            )
            raise IllegalMove(
                f"card {number} of the play, {card_of(card)}, is illegal: {seat} may play {legal}",
                code="bridge-illegal-card",
                number=number,
                bridge_card=card_of(card),
                bridge_cards=[
                    card_of(one) for one in each_card(0 if state.is_over else state.legal_cards)
                ],
            )
        state = state.apply(card)
    return state


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick as it fell; the last one of a play may be unfinished, then nobody has won it."""

    leader: str
    cards: tuple[Card, ...]
    winner: str | None


def tricks_of_play(
    deal: Deal, trump: str | int, leader: str | int, play: str | Iterable[str]
) -> list[PlayedTrick]:
    """A sequence of cards as tricks; raises IllegalMove at the first card that is not legal.

    >>> deal = Deal.parse("N:AQ.2.. 53.3.. 42.4.. K7.5..")
    >>> [(trick.leader, trick.winner) for trick in tricks_of_play(deal, "NT", "S", ["S2", "S7"])]
    [('S', None)]
    """
    strain, first = parse_strain(trump), parse_seat(leader)
    cards = parse_cards(play)
    tricks = []
    for start in range(0, len(cards), 4):
        state = follow_play(deal, strain, first, cards[:start])
        after = follow_play(deal, strain, first, cards[: start + 4])
        fallen = cards[start : start + 4]
        winner = SEATS[after.leader] if len(fallen) == 4 else None
        tricks.append(PlayedTrick(SEATS[state.leader], fallen, winner))
    return tricks


def vulnerability_of_board(number: int) -> Vulnerability:
    """Which sides are vulnerable on a numbered duplicate board.

    >>> [vulnerability_of_board(n).value for n in (1, 2, 3, 4)]
    ['None', 'NS', 'EW', 'All']
    """
    cycle = (number - 1) % 16
    return tuple(Vulnerability)[(cycle + cycle // 4) % 4]


def dealer_of_board(number: int) -> str:
    """Who deals on a numbered duplicate board.

    >>> dealer_of_board(3)
    'S'
    """
    return SEATS[(number - 1) % 4]
