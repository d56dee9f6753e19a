"""§8.3, §8.4 and figure 8.10: tentpoles, half rows and the index, by the cards in hand."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size
from kiebitz.lab.skat_cardplay import THESIS

NOTES = """
Rows of the most frequent splits (`splits`; 0: of all). `rows` are those that differ; `tentpoles`
those of full rows, `half` those of half rows. `places` is the index in bytes, a place for each
ownership; `diagram` what a decision diagram would take instead. `half_space` is the table's size in
percent of one with full rows, the index included. Print: half rows need 40 % of the space; complete
4-card tables take 200 and 550 MB. `share` is how often such splits occur.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a size of a kind."""
    for game in ("suit", "grand"):
        for cards in parameters["cards"]:
            yield {"game": game, "cards": cards, "splits": parameters["splits"]}


def unit(payload: Any, seed: int) -> list[float]:
    """The sizes of the table, the seconds it took, and the share of its splits."""
    from kiebitz._core import tables

    game, cards, splits = payload["game"], payload["cards"], payload["splits"]
    start = time.process_time()
    part = tables.build_trump_part(game, cards, 0, 1, splits)
    seconds = time.process_time() - start
    content, sizes = tables.merge_trump_parts(game, [part])
    return [*sizes, len(content), seconds, tables.share(game, cards, splits)]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each size of a kind."""
    rows: list[Row] = []
    for done in finished:
        splits, nodes, count, half, full, ownerships, _, size, seconds, share = done.value
        full_bytes = size + 4 * (full - half)
        rows.append(
            {
                "game": done.payload["game"],
                "cards": done.payload["cards"],
                "fine_splits": splits // 3,
                "share": share,
                "ownerships": ownerships,
                "rows": count,
                "tentpoles": full,
                "half": half,
                "half_space": 100 * size / full_bytes,
                "places": 8 * ownerships,
                "diagram": 12 * nodes,
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
        "quick": Size({"cards": [1, 2], "splits": 0}, 2),
        "paper": Size({"cards": [1, 2, 3], "splits": 0}, 300),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    notes=NOTES,
)
