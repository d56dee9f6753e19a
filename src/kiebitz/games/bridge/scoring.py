"""Contracts and the scores of duplicate Bridge."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from kiebitz.errors import InvalidNotation, InvalidPosition
from kiebitz.games.bridge.cards import SEATS, STRAINS, parse_seat, parse_strain


class Vulnerability(Enum):
    """Which sides are vulnerable."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "All"

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Reads what PBN and players write.

        >>> Vulnerability.parse("Love"), Vulnerability.parse("both")
        (<Vulnerability.NONE: 'None'>, <Vulnerability.BOTH: 'All'>)
        """
        word = text.strip().upper().replace("-", "").replace("/", "")
        for value, words in _VULNERABILITY_WORDS.items():
            if word in words:
                return value
        raise InvalidNotation(
            f"{text!r} is not a vulnerability: None, NS, EW or All",
            code="bridge-not-a-zone",
            text=text[:20],
        )

    def of(self, seat: int) -> bool:
        """Whether a seat's side is vulnerable."""
        return self is Vulnerability.BOTH or self is (
            Vulnerability.EW if seat % 2 else Vulnerability.NS
        )


_VULNERABILITY_WORDS = {
    Vulnerability.NONE: {"NONE", "LOVE", "", "0", "O", "NIL"},
    Vulnerability.NS: {"NS", "N", "S", "SN"},
    Vulnerability.EW: {"EW", "E", "W", "WE"},
    Vulnerability.BOTH: {"ALL", "BOTH", "B", "GAME"},
}


@dataclass(frozen=True, slots=True, order=True)
class Contract:
    """What is to be made, by whom.

    >>> Contract.parse("4Sx", "W").score(9, vulnerable=False)
    -100
    >>> Contract.parse("3NT", "N").score(10, vulnerable=True)
    630
    """

    level: int
    strain: int  # S H D C NT are 0 to 4
    doubled: int  # 0, 1 doubled, 2 redoubled
    declarer: int

    def __post_init__(self) -> None:
        if not (1 <= self.level <= 7 and 0 <= self.strain <= 4 and 0 <= self.doubled <= 2):
            raise InvalidPosition(
                f"there is no contract {self.level} of strain {self.strain}",
                code="bridge-not-a-contract",
                text=f"{self.level}",
            )

    @classmethod
    def parse(cls, text: str, declarer: str | int) -> Contract:
        """Reads ``4S``, ``3NTx``, ``2HXX``."""
        match = re.fullmatch(
            r"([1-7])\s*(NT|N|[SHDC♠♥♦♣])\s*(X{0,2}|\*{1,2})", text.strip().upper()
        )
        if match is None:
            raise InvalidNotation(
                f"{text!r} is not a contract: level, strain, x or xx, as in '4Sx'",
                code="bridge-not-a-contract",
                text=text[:20],
            )
        return cls(int(match[1]), parse_strain(match[2]), len(match[3]), parse_seat(declarer))

    def __str__(self) -> str:
        return f"{self.level}{STRAINS[self.strain]}{'x' * self.doubled}"

    @property
    def tricks(self) -> int:
        """Tricks needed."""
        return self.level + 6

    def score(self, tricks: int, *, vulnerable: bool) -> int:
        """Points of the declaring side for so many tricks."""
        if not 0 <= tricks <= 13:
            raise InvalidPosition(
                f"a side takes 0 to 13 tricks, not {tricks}", code="bridge-tricks", count=tricks
            )
        over = tricks - self.tricks
        if over < 0:
            return -_penalty(-over, self.doubled, vulnerable)
        minor = self.strain in (2, 3)
        each = 20 if minor else 30
        below = (each * self.level + (10 if self.strain == 4 else 0)) << self.doubled
        points = below + 50 * self.doubled
        if self.doubled:
            points += over * 100 * self.doubled * (2 if vulnerable else 1)
        else:
            points += over * each
        points += (500 if vulnerable else 300) if below >= 100 else 50
        if self.level == 6:
            points += 750 if vulnerable else 500
        elif self.level == 7:
            points += 1500 if vulnerable else 1000
        return points


def _penalty(down: int, doubled: int, vulnerable: bool) -> int:
    if doubled == 0:
        return down * (100 if vulnerable else 50)
    points = (
        300 * down - 100 if vulnerable else (200 * down - 100 if down <= 3 else 300 * down - 400)
    )
    return points * doubled


def side_name(seats: list[int] | tuple[int, ...]) -> str:
    """Seats as players write them: ``NS``, ``W``.

    >>> side_name([1, 3])
    'EW'
    """
    return "".join(SEATS[seat] for seat in sorted(seats))
