"""Table 5.1 of Solinas, its first block: PIMC with Kermit's kind of inference against uniform."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.arena.skat import KINDS
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.skat_cardplay import SOLINAS, draw_bars
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads
from kiebitz.lab.skat_cardplay import unit as cardplay_unit

NOTES = """
Seeger-Fabian points a game of both players on the same deals, each of them once the soloist and
once both defenders; a player's points are the mean of its two games. `table` is our counterpart of
Kermit's inference. The deals of Solinas are from human games, ours from our bidder.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Both ways round, for each kind of game and number of worlds."""
    for worlds in parameters["worlds"]:
        table, uniform = (f"pimc:worlds={worlds},belief={b}" for b in ("table", "uniform"))
        for kind in parameters["kinds"]:
            meetings = [([table], [uniform]), ([uniform], [table])]
            for payload in cardplay_payloads({**parameters, "kind": kind}, meetings):
                yield {**payload, "worlds": worlds}


def unit(payload: Any, seed: int) -> list[list[float]]:
    """The soloist's points, and whether the game was won, both ways round."""
    return cardplay_unit(payload, seed)


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By kind of game and worlds: the points of both, and their difference on a deal."""
    rows: list[Row] = []
    for kind in parameters["kinds"]:
        for worlds in parameters["worlds"]:
            table, uniform, difference = Sum(), Sum(), Sum()
            for done in finished:
                if (done.payload["kind"], done.payload["worlds"]) != (kind, worlds):
                    continue
                (first, first_won), (second, second_won) = done.value
                # A defender gets 40 for a lost game.
                own = (first + 40 * (1 - second_won)) / 2
                other = (second + 40 * (1 - first_won)) / 2
                table.add(own)
                uniform.add(other)
                difference.add(own - other)
            rows.append(
                {
                    "game": kind,
                    "worlds": worlds,
                    "deals": table.count,
                    "table": table.mean,
                    "table_ci": table.interval,
                    "uniform": uniform.mean,
                    "uniform_ci": uniform.interval,
                    "difference": difference.mean,
                    "difference_ci": difference.interval,
                }
            )
    return rows


_PRINTED = {
    ("grand", 80): (39.72, 37.57, 2.15),
    ("grand", 160): (39.26, 37.77, 1.49),
    ("grand", 320): (39.28, 37.75, 1.53),
    ("suit", 80): (24.05, 17.23, 6.82),
    ("suit", 160): (23.23, 18.00, 5.23),
    ("suit", 320): (22.94, 18.11, 4.83),
    ("null", 80): (17.30, 10.68, 6.62),
    ("null", 160): (16.65, 11.09, 5.56),
    ("null", 320): (17.17, 10.77, 6.40),
}

EXPERIMENT = Experiment(
    name="skat-belief-play",
    paper=SOLINAS,
    item="table 5.1, Kermit against uniform",
    title="What inference from bids and declaration is worth to PIMC",
    sizes={
        "quick": Size({"kinds": list(KINDS), "worlds": [20], "deals": 6}, 25),
        "paper": Size({"kinds": list(KINDS), "worlds": [80, 160, 320], "deals": 5000}, 150_000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_bars(
        "difference",
        "points a game that the table belief is ahead of the uniform one",
        lambda row: f"{row['game']}, {row['worlds']} worlds",
    ),
    printed=[
        Printed({"game": game, "worlds": worlds}, column, value)
        for (game, worlds), values in _PRINTED.items()
        for column, value in zip(("table", "uniform", "difference"), values, strict=True)
    ],
    notes=NOTES,
)
