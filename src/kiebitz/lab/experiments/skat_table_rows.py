"""§8.3, §8.4 and figure 8.10: tentpoles, half rows and the index, by the cards in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size
from kiebitz.lab.skat_cardplay import THESIS

NOTES = """
`rows` are those that differ; `tentpoles` those of full rows, `half` those of half rows. `places` is
the index in bytes, a place for each ownership; `diagram` what a reduced decision diagram takes
instead, which asks for the owners of the trumps first, then suit by suit from the highest card
down. `place_ns` and `diagram_ns` are nanoseconds of processor time to find a row either way, over
`lookups` ownerships in any order, in turns; `steps` the nodes on the way. The row itself is not
read. `half_space` is the table's size in percent of one with full rows, the index included. Print:
half rows need 40 % of the space; complete 4-card tables take 200 and 550 MB; places make the solver
about 1 % faster than a diagram. Tables that are missing in the cache directory are built first.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a size of a kind."""
    for game in ("suit", "grand"):
        for cards in parameters["cards"]:
            yield {"game": game, "cards": cards, "lookups": parameters["lookups"]}


def unit(payload: Any, seed: int) -> list[float]:
    """The sizes of the table, the seconds it took, and the times of both indices."""
    from kiebitz._core import tables
    from kiebitz.tables import build

    game, cards = payload["game"], payload["cards"]
    info = build(game, cards, workers=1)[-1]
    content, sizes = tables.merge_trump_parts(game, [info.path.read_bytes()[256:]])
    places, diagram, nodes, steps, different = tables.time_index(game, cards, payload["lookups"])
    if different:
        raise AssertionError("the diagram leads to other rows")
    sizes[1] = nodes
    return [*sizes, len(content), info.seconds, places, diagram, steps]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each size of a kind."""
    rows: list[Row] = []
    for done in finished:
        splits, nodes, count, half, full, ownerships, _, size, seconds, *times = done.value
        full_bytes = size + 4 * (full - half)
        rows.append(
            {
                "game": done.payload["game"],
                "cards": done.payload["cards"],
                "fine_splits": splits // 3,
                "ownerships": ownerships,
                "rows": count,
                "tentpoles": full,
                "half": half,
                "half_space": 100 * size / full_bytes,
                "places": 8 * ownerships,
                "diagram": 12 * nodes,
                "place_ns": times[0],
                "diagram_ns": times[1],
                "steps": times[2],
                "bytes": size,
                "seconds": seconds,
            }
        )
    return rows


EXPERIMENT = Experiment(
    name="skat-table-rows",
    paper=THESIS,
    item="figure 8.10, §8.4",
    title="Tentpoles, half rows and the index",
    sizes={
        "quick": Size({"cards": [1, 2], "lookups": 1000}, 2),
        "paper": Size({"cards": [1, 2, 3, 4], "lookups": 1_000_000}, 700),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    notes=NOTES,
)
