"""The single-suit problems that stand in for those of the Encyclopedia of Bridge (001 §5.1).

The paper took 650 problems from a book, each for the largest number of tricks that can be made at
all. Ours are dealt: six to ten cards for North and South, with every card from the ace to the nine
in one hand, the other, or with the defenders, and small cards below. A problem stays in if the best
line makes the most tricks that are possible at all with a chance between 1 and 99 per cent, and if
no other problem is the same but for the names of the hands.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from random import Random


@dataclass(frozen=True, slots=True)
class SuitProblem:
    """Make this many tricks; the chance is that of the best line."""

    number: int
    north: str
    south: str
    tricks: int
    percent: float


def shipped_problems() -> list[SuitProblem]:
    """The problems of the experiment, made by `generate(1)`.

    >>> problems = shipped_problems()
    >>> len(problems)
    700
    >>> problems[0].number
    1
    """
    text = files("kiebitz.lab").joinpath("data/suit_problems.csv").read_text(encoding="utf-8")
    return [
        SuitProblem(
            int(row["number"]),
            row["north"],
            row["south"],
            int(row["tricks"]),
            float(row["percent"]),
        )
        for row in csv.DictReader(text.splitlines())
    ]


def generate(seed: int) -> Iterator[SuitProblem]:
    """Deals problems without end; the same seed gives the same ones."""
    from kiebitz.solvers.single_suit import solve_suit

    random = Random(seed)
    seen: set[tuple[tuple[int, ...], ...]] = set()
    number = 0
    while True:
        north, south = _deal(random)
        pattern = _pattern(north, south)
        if pattern in seen:
            continue
        seen.add(pattern)
        plans = solve_suit(north, south).tricks
        if not plans:
            continue
        tricks = max(plans)
        if 1 <= plans[tricks].percent <= 99:
            number += 1
            yield SuitProblem(number, north, south, tricks, round(plans[tricks].percent, 3))


def _deal(random: Random) -> tuple[str, str]:
    while True:
        hands: dict[str, list[str]] = {"N": [], "S": [], "-": []}
        for card in "AKQJT9":
            hands[random.choice("NS-")].append(card)
        total = random.randint(6, 10)
        small = total - len(hands["N"]) - len(hands["S"])
        if not 0 <= small <= 7:
            continue
        for card in "8765432"[7 - small :]:
            hands[random.choice("NS")].append(card)
        if hands["N"] and hands["S"] and max(len(hands["N"]), len(hands["S"])) <= 7:
            return "".join(hands["N"]), "".join(hands["S"])


def _pattern(north: str, south: str) -> tuple[tuple[int, ...], ...]:
    """What matters of a problem: between which missing cards each hand has how many cards."""
    counts: list[list[int]] = [[0], [0]]
    missing: list[int] = [0]
    for card in "AKQJT98765432":
        if card in north or card in south:
            if missing[-1] > 0:
                missing.append(0)
                for hand in counts:
                    hand.append(0)
            counts[0 if card in north else 1][-1] += 1
        else:
            missing[-1] += 1
    return (*sorted(tuple(hand) for hand in counts), tuple(missing))
