"""Deals of Bridge in PBN: ``N:QJ6.K652.J85.T98 873.J97.AT764.Q4 …``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kiebitz._core import bridge as core
from kiebitz.cards import derive_seed
from kiebitz.errors import InvalidNotation, InvalidPosition
from kiebitz.games.bridge.cards import (
    RANKS,
    SEAT_NAMES,
    SEATS,
    SUITS,
    card_of,
    each_card,
    parse_seat,
)

Hands = tuple[int, int, int, int]
FULL = sum(0x1FFF << (16 * suit) for suit in range(4))


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands of the same size, 13 cards or fewer, as masks for N E S W.

    >>> deal = Deal.parse("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")
    >>> deal.hand("E")
    '873.J97.AT764.Q4'
    >>> Deal.parse(deal.pbn("S")) == deal
    True
    """

    hands: Hands

    def __post_init__(self) -> None:
        seen = 0
        sizes = [hand.bit_count() for hand in self.hands]
        for seat, hand in enumerate(self.hands):
            if hand & seen:
                twice = " ".join(map(card_of, each_card(hand & seen)))
                raise InvalidPosition(
                    f"{twice} is dealt twice (again to {SEAT_NAMES[seat]})",
                    code="bridge-dealt-twice",
                    bridge_cards=twice.split(),
                    seat=SEAT_NAMES[seat][0],
                )
            seen |= hand
            if sizes[seat] > 13:
                raise InvalidPosition(
                    f"{SEAT_NAMES[seat]} has {sizes[seat]} cards, more than 13",
                    code="bridge-over-13",
                    seat=SEAT_NAMES[seat][0],
                    count=sizes[seat],
                )
        if len(set(sizes)) > 1:
            told = ", ".join(f"{name} {n}" for name, n in zip(SEAT_NAMES, sizes, strict=True))
            raise InvalidPosition(
                f"hands must have the same number of cards: {told}",
                code="bridge-hands-differ",
                north=sizes[0],
                east=sizes[1],
                south=sizes[2],
                west=sizes[3],
            )

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Reads PBN.

        Small letters, ``10``, ``-`` for a void, a missing ``N:``, commas, the tag around it and a
        hand left out of a full deal (``-``, or the last) are forgiven.
        """
        body = text.strip().removeprefix("\ufeff")
        if tag := re.fullmatch(r"\[\s*deal\s+(.*)\]", body, re.IGNORECASE):
            body = tag[1]
        body = body.strip().strip('"').strip().replace(",", " ")
        first = 0
        if len(body) > 1 and body[1] == ":":
            first = parse_seat(body[0])
            body = body[2:]
        parts = body.split()
        if len(parts) == 3:
            parts.append("-")
        if len(parts) != 4:
            raise InvalidNotation(
                f"a deal has four hands, not {len(parts)}: {text!r}",
                code="bridge-four-hands",
                count=len(parts),
            )
        hands = [0, 0, 0, 0]
        left_out = []
        for number, part in enumerate(parts):
            seat = (first + number) % 4
            if part in ("-", "?", "..."):
                left_out.append(seat)
            else:
                hands[seat] = parse_hand(part, SEAT_NAMES[seat])
        if len(left_out) == 1:
            rest = FULL & ~(hands[0] | hands[1] | hands[2] | hands[3])
            if rest.bit_count() == 13:
                hands[left_out[0]] = rest
            elif "..." not in parts:
                name = SEAT_NAMES[left_out[0]]
                raise InvalidPosition(
                    f"{name}'s hand can be left out only of a full deal: {text!r}",
                    code="bridge-left-out",
                    seat=name[0],
                )
        return cls((hands[0], hands[1], hands[2], hands[3]))

    @classmethod
    def random(cls, seed: int) -> Deal:
        """A shuffled deal; the same seed gives the same cards.

        >>> Deal.random(7) == Deal.random(7)
        True
        """
        north, east, south, west = core.random_hands(derive_seed(seed))
        return cls((north, east, south, west))

    def hand(self, seat: str | int) -> str:
        """One hand as PBN writes it, spades first."""
        mask = self.hands[parse_seat(seat)]
        return ".".join(holding(mask, suit) for suit in range(4))

    def pbn(self, first: str | int = "N") -> str:
        """The deal in PBN, beginning with a seat.

        >>> Deal.parse("A... K... Q... J...").pbn("E")
        'E:K... Q... J... A...'
        """
        start = parse_seat(first)
        hands = " ".join(self.hand((start + i) % 4) for i in range(4))
        return f"{SEATS[start]}:{hands}"

    def __str__(self) -> str:
        return self.pbn()

    def __repr__(self) -> str:
        return f"Deal.parse({self.pbn()!r})"

    @property
    def size(self) -> int:
        """Cards in each hand."""
        return self.hands[0].bit_count()


def holding(mask: int, suit: int) -> str:
    """The ranks of a suit in a hand, high to low."""
    return "".join(RANKS[card & 15] for card in each_card(mask & (0x1FFF << (16 * suit))))


def parse_hand(text: str, owner: str) -> int:
    """The mask of a hand as PBN writes it; its owner is named if something is wrong."""
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise InvalidNotation(
            f"{owner}'s hand {text!r} has {len(suits)} suits; write spades.hearts.diamonds.clubs",
            code="bridge-four-suits",
            seat=owner[0],
            text=text[:60],
            count=len(suits),
        )
    mask = 0
    for suit, ranks in enumerate(suits):
        for letter in "" if ranks == "-" else ranks:
            rank = RANKS.find(letter)
            if rank < 0:
                raise InvalidNotation(
                    f"{owner}'s hand {text!r}: {letter!r} is not a rank (A K Q J T 9 to 2)",
                    code="bridge-not-a-rank",
                    seat=owner[0],
                    text=letter,
                )
            bit = 1 << (16 * suit + rank)
            if mask & bit:
                raise InvalidPosition(
                    f"{owner}'s hand {text!r} holds {SUITS[suit]}{letter} twice",
                    code="bridge-holds-twice",
                    seat=owner[0],
                    bridge_card=f"{SUITS[suit]}{letter}",
                )
            mask |= bit
    return mask
