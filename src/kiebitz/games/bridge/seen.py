"""What one player sees of a deal: some hands, the play so far, and what is stated of the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kiebitz._core import bridge as core
from kiebitz._core import bridge_players as native
from kiebitz.errors import InvalidPosition
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import (
    SEAT_NAMES,
    SEATS,
    card_number,
    card_of,
    each_card,
    parse_cards,
    parse_seat,
)
from kiebitz.games.bridge.deal import FULL, Deal, parse_hand
from kiebitz.games.bridge.facts import HandFacts
from kiebitz.games.moves import Card

_UNKNOWN = ("-", "?")


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """Hands as masks for N E S W, None where a hand is not known.

    >>> seen = SeenDeal.parse("N:AQ5.K82.AK4.9753 - K43.A76.Q82.AQ42 -")
    >>> seen.unknown
    ('E', 'W')
    """

    hands: tuple[int | None, ...]

    @classmethod
    def parse(cls, text: str) -> SeenDeal:
        """Reads PBN with ``-`` for a hand that is not known."""
        body = text.strip().strip('"').strip().replace(",", " ")
        first = 0
        if len(body) > 1 and body[1] == ":":
            first = parse_seat(body[0])
            body = body[2:]
        parts = body.split()
        if len(parts) == 4 and sum(part in _UNKNOWN for part in parts) > 1:
            hands: list[int | None] = [None] * 4
            for number, part in enumerate(parts):
                seat = (first + number) % 4
                if part not in _UNKNOWN:
                    hands[seat] = parse_hand(part, SEAT_NAMES[seat])
            return cls(tuple(hands))
        return cls(Deal.parse(text).hands)

    @classmethod
    def of(cls, deal: Deal | str) -> SeenDeal:
        """A text is read, a deal taken as it is."""
        return cls.parse(deal) if isinstance(deal, str) else cls(deal.hands)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The seats whose hands are not known."""
        return tuple(seat for seat, hand in zip(SEATS, self.hands, strict=True) if hand is None)

    @property
    def size(self) -> int:
        """Cards in each hand."""
        return next((hand.bit_count() for hand in self.hands if hand is not None), 13)

    def fill(self, trump: int, leader: int, played: tuple[Card, ...]) -> Deal:
        """Some deal that fits what is seen. Which one it is says nothing about the hidden cards."""
        if not self.unknown:
            return Deal(_whole(self.hands))
        known = [hand for hand in self.hands if hand is not None]
        if len({hand.bit_count() for hand in known}) > 1 or self.size != 13:
            raise InvalidPosition(
                "a hand can be left out only if the others have 13 cards; of an ending write all "
                "four hands, they are hidden from whoever may not see them",
                code="bridge-ending-hidden",
            )
        seen = 0
        for seat, hand in enumerate(self.hands):
            if hand is not None and hand & seen:
                twice = card_of(next(each_card(hand & seen)))
                raise InvalidPosition(
                    f"{twice} is dealt twice (again to {SEAT_NAMES[seat]})",
                    code="bridge-dealt-twice",
                    bridge_cards=[twice],
                    seat=SEATS[seat],
                )
            seen |= hand or 0
        return self._deal_out(FULL & ~seen, *self._follow(trump, leader, played))

    def _follow(
        self, trump: int, leader: int, played: tuple[Card, ...]
    ) -> tuple[list[int], list[set[int]]]:
        """The cards that the unknown hands have played, and the suits that they no longer have."""
        gone, void = [0, 0, 0, 0], [set[int]() for _ in range(4)]
        seen = sum(hand for hand in self.hands if hand is not None)
        trick: list[int] = []
        for number, card in enumerate(map(card_number, played), 1):
            seat = (leader + len(trick)) % 4
            suit = card >> 4
            if self.hands[seat] is None:
                if (seen | sum(gone)) >> card & 1:
                    raise InvalidPosition(
                        f"card {number} of the play, {card_of(card)}, is not {SEAT_NAMES[seat]}'s",
                        code="bridge-not-theirs",
                        number=number,
                        bridge_card=card_of(card),
                        seat=SEATS[seat],
                    )
                if suit in void[seat]:
                    raise InvalidPosition(
                        f"card {number} of the play, {card_of(card)}: {SEAT_NAMES[seat]} has shown "
                        "out of this suit before",
                        code="bridge-shown-out",
                        number=number,
                        bridge_card=card_of(card),
                        seat=SEATS[seat],
                    )
                gone[seat] |= 1 << card
                if trick and suit != trick[0] >> 4:
                    void[seat].add(trick[0] >> 4)
            trick.append(card)
            if len(trick) == 4:
                leader = native.winner_of(leader, trick, trump)
                trick = []
        return gone, void

    def _deal_out(self, pool: int, gone: list[int], void: list[set[int]]) -> Deal:
        hidden = [seat for seat, hand in enumerate(self.hands) if hand is None]
        hands = [gone[seat] if hand is None else hand for seat, hand in enumerate(self.hands)]
        rest = [card for card in each_card(pool) if not sum(gone) >> card & 1]
        # Cards that only few may have come first.
        rest.sort(key=lambda card: sum(card >> 4 not in void[seat] for seat in hidden))
        for card in rest:
            able = [s for s in hidden if card >> 4 not in void[s] and hands[s].bit_count() < 13]
            if not able:
                raise InvalidPosition(
                    "no layout of the hidden cards fits the play: too many suits were shown out of",
                    code="bridge-no-layout",
                )
            hands[able[0]] |= 1 << card
        return Deal(_whole(hands))


def look(
    deal: SeenDeal | Deal | str,
    trump: int,
    declarer: int,
    played: str | Iterable[str] = (),
    leader: int | None = None,
    facts: Sequence[HandFacts] = (),
) -> tuple[Deal, core.State, core.View]:
    """A deal that fits what is seen, the state after the play, and the View of who decides there.

    With a leader it is an ending, in which dummy already lies open. Facts matter only where nobody
    can decide: if declarer's two hands refute them, that is told first.

    >>> deal, state, view = look("N:AQ5.K82.AK4.9753 - K43.A76.Q82.AQ42 -", 4, 2, "H5")
    >>> SEATS[view.seat], SEATS[state.to_move], view.hidden.bit_count()
    ('S', 'N', 25)
    """
    cards = parse_cards(played)
    first = (declarer + 1) % 4 if leader is None else leader
    seen = deal if isinstance(deal, SeenDeal) else SeenDeal.of(deal)
    dummy = (declarer + 2) % 4
    if (cards or leader is not None) and seen.hands[dummy] is None:
        raise InvalidPosition(
            "dummy lies open after the opening lead: write its hand too", code="bridge-no-dummy"
        )
    filled = seen.fill(trump, first, cards)
    state = follow_play(filled, trump, first, cards, None if leader is None else declarer)
    if state.is_over:
        raise InvalidPosition("the play is over", code="bridge-play-over")
    decides = declarer if state.to_move == dummy else state.to_move
    if seen.hands[decides] is None:
        if facts and seen.hands[declarer] is not None and seen.hands[dummy] is not None:
            both = follow_play(filled, trump, first, cards, declarer).view(declarer)
            refuse_refuted(facts, both)
            layouts_of(both, facts)
        raise InvalidPosition(
            f"{SEAT_NAMES[decides]} is to decide, but this hand is not known",
            code="bridge-unknown-hand",
            seat=SEATS[decides],
        )
    return filled, state, state.view(decides)


def facts_of(stated: Mapping[str, str], size: int) -> list[HandFacts]:
    """The facts about each seat; those that contradict themselves are refused."""
    return [
        HandFacts.parse(text, SEAT_NAMES[seat], size) if text.strip() else HandFacts()
        for seat, text in enumerate(stated.get(letter, "") for letter in SEATS)
    ]


def refuse_refuted(facts: Sequence[HandFacts], view: core.View) -> None:
    """Refuses a card in a hand that is seen to be elsewhere."""
    for seat, one in enumerate(facts):
        for card in one.held:
            number = card_number(card)
            for other in range(4):
                if other != seat and (view.known[other] | view.gone[other]) >> number & 1:
                    raise InvalidPosition(
                        f"{SEAT_NAMES[seat]} cannot have {card}: it was dealt to "
                        f"{SEAT_NAMES[other]}",
                        code="bridge-facts-refuted",
                        bridge_card=card,
                        seat=SEATS[seat],
                    )


def layouts_of(view: core.View, facts: Sequence[HandFacts]) -> native.Layouts:
    """The layouts that fit; at least one."""
    layouts = native.Layouts(view, [one.native() for one in facts])
    if layouts.count == 0:
        told = ", ".join(
            f"{SEAT_NAMES[seat]} {one.text!r}" for seat, one in enumerate(facts) if one.text
        )
        raise InvalidPosition(
            f"no layout of the hidden cards fits {told}"
            if told
            else "no layout of the hidden cards fits the play",
            code="bridge-no-layout",
        )
    return layouts


def _whole(hands: Sequence[int | None]) -> tuple[int, int, int, int]:
    north, east, south, west = (hand or 0 for hand in hands)
    return north, east, south, west
