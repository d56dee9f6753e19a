"""Tables 8.1 and 8.2: how many splits, ownerships and valuations there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size
from kiebitz.lab.skat_cardplay import THESIS

NOTES = """
Counted, not measured: a split is how many cards of each suit remain, plain suits without names; a
valuation is what these cards are worth, by rank.
"""

_PRINTED = {
    "suit": [
        (7, 378),
        (23, 16_898),
        (50, 200_146),
        (79, 870_300),
        (97, 1_647_718),
        (93, 1_452_283),
        (70, 588_274),
        (40, 99_362),
        (16, 5_641),
        (4, 73),
    ],
    "grand": [
        (7, 137),
        (25, 4_909),
        (56, 53_892),
        (92, 228_208),
        (113, 428_129),
        (109, 378_044),
        (80, 155_173),
        (45, 27_231),
        (17, 1_718),
        (4, 32),
    ],
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a line of a table."""
    for game in ("suit", "grand"):
        for cards in range(1, int(parameters["cards"]) + 1):
            yield {"game": game, "cards": cards}


def unit(payload: Any, seed: int) -> list[float]:
    """Splits, ownerships and valuations."""
    from kiebitz._core import tables

    return list(tables.count(payload["game"], payload["cards"]))


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each line."""
    return [
        {
            **done.payload,
            "splits": done.value[0],
            "ownerships": done.value[1],
            "valuations": done.value[2],
            "entries": done.value[1] * done.value[2],
        }
        for done in finished
    ]


EXPERIMENT = Experiment(
    name="skat-table-counts",
    paper=THESIS,
    item="tables 8.1, 8.2",
    title="Splits and valuations of suit games and grand",
    sizes={"quick": Size({"cards": 10}, 1), "paper": Size({"cards": 10}, 1)},
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    printed=[
        Printed({"game": game, "cards": number + 1}, column, pair[place])
        for game, pairs in _PRINTED.items()
        for number, pair in enumerate(pairs)
        for place, column in enumerate(("splits", "valuations"))
    ],
    aim=0.0,
    notes=NOTES,
)
