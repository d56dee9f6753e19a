"""The single-suit tables of Bridge, §5.3 of the thesis: filled beforehand, and where needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, numbers
from kiebitz.lab.skat_cardplay import THESIS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
For every ownership of n cards of a suit (4ⁿ of them), for the leader keeping the lead, passing it,
or passing it there and back, and for every set of defenders who could ruff: the tricks from the top
and the lowest rank that wins one, bottom-up as in §5.3. `seconds` and `megabytes` are those of the
table of n cards alone. `compared` are entries of random suits of n cards, set beside the tables
that the solver fills where its search comes: `other_tricks` and `lower_ranks` are where those have
other tricks, or win by a lower rank. They play the highest of touching cards, so that a lower one
may be left to win: that is as many tricks, and a somewhat narrower class of positions. The line
`deal` is all that the solver's tables can hold for one deal, filled at once; a search fills only a
part of it, and knows nothing of the next deal. The thesis has no numbers.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is the table of so many cards, or a whole deal (0)."""
    for cards in [*range(1, parameters["cards"] + 1), 0]:
        yield {"cards": cards, "trials": parameters["trials"]}


def unit(payload: Any, seed: int) -> list[float]:
    """Entries, seconds, bytes, other tricks and lower ranks."""
    from time import process_time

    from kiebitz._core.bridge_solver import ControlTables, fill_whole_deal

    cards = payload["cards"]
    if cards == 0:
        start = process_time()
        entries = fill_whole_deal(seed)
        return [entries, process_time() - start, 4 * 8192 * 64, 0, 0]
    start = process_time()
    ControlTables(cards - 1)
    smaller = process_time() - start
    start = process_time()
    tables = ControlTables(cards)
    seconds = max(0.0, process_time() - start - smaller)
    other_tricks, lower, higher = tables.differences(cards, payload["trials"], seed)
    assert higher == 0, "no plan of the solver wins by higher ranks"
    return [4**cards * 4 * 3, seconds, tables.bytes(cards), other_tricks, lower]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a number of cards."""
    return [
        {
            "cards": str(done.payload["cards"] or "deal"),
            "entries": int(entries),
            "seconds": seconds,
            "megabytes": size / 1e6,
            "compared": 12 * done.payload["trials"] if done.payload["cards"] else None,
            "other_tricks": int(other) if done.payload["cards"] else None,
            "lower_ranks": int(lower) if done.payload["cards"] else None,
        }
        for done in finished
        for entries, seconds, size, other, lower in [done.value]
    ]


def draw(figure: Figure, table: list[Row]) -> None:
    """Seconds and megabytes over the cards."""
    rows = [row for row in table if row["cards"] != "deal"]
    axes = figure.subplots()
    cards = [str(row["cards"]) for row in rows]
    axes.plot(cards, numbers(rows, "megabytes"), "o-", label="megabytes")
    axes.plot(cards, numbers(rows, "seconds"), "s--", label="seconds")
    axes.set_yscale("log")
    axes.set_xlabel("cards of the suit")
    axes.legend()


EXPERIMENT = Experiment(
    name="bridge-control-tables",
    paper=THESIS,
    item="§5.3",
    title="Single-suit tables of Bridge, filled beforehand and where needed",
    sizes={
        "quick": Size({"cards": 7, "trials": 200}, 1),
        "paper": Size({"cards": 11, "trials": 2000}, 60),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
