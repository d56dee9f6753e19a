"""Figure 9.3: how much more worlds help PIMC, as soloist and as defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size
from kiebitz.lab.skat_cardplay import THESIS, draw_matrix, over_all_deals, reduce, unit
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

NOTES = """
The soloist's Seeger-Fabian points a game. Kermit's deals, bidding and inference are not ours, so
the numbers are not comparable one by one; the question is where more worlds stop to help, and how
far a player who sees all cards (`perf`) is still ahead. With `in_doubt` only deals are played on
which so many quick games do not all end alike (see `is_in_doubt`), and the share `others` of all
other deals, which count for those left out. `values` is how the players ask the solver. `more` is
what the soloist gained by his last doubling of worlds (from the row before), game by game on the
same deals against the same defenders.
"""

_DEFENDERS = (5, 10, 20, 40, 80, 160, 320, 800, 1600, 3200, 0)
# By soloist's worlds, against defenders with as many worlds as above; 0 is perf.
_PRINTED = {
    0: (68.77, 66.00, 64.74, 62.36, 61.81, 60.50, 60.23, 60.30, 60.03, 60.06, 41.07),
    3200: (64.41, 61.83, 59.73, 57.64, 57.13, 55.48, 55.43, 55.07, 54.59, 54.57, 32.79),
    1600: (64.14, 61.45, 59.57, 57.77, 56.92, 55.62, 55.55, 55.18, 54.72, 54.69, 32.72),
    800: (64.13, 61.62, 59.77, 57.25, 56.82, 55.52, 55.32, 54.78, 54.62, 54.63, 32.88),
    320: (64.31, 61.41, 59.51, 56.85, 56.23, 54.81, 55.13, 54.59, 54.10, 54.16, 32.83),
    160: (64.16, 61.23, 59.31, 57.08, 55.91, 55.19, 55.07, 54.77, 54.32, 54.35, 32.43),
    80: (64.28, 61.11, 59.34, 56.94, 56.02, 54.83, 54.74, 54.31, 53.89, 53.75, 31.97),
    40: (64.05, 60.23, 59.14, 56.14, 55.38, 54.08, 54.05, 53.78, 53.19, 53.57, 31.62),
    20: (62.78, 59.89, 57.72, 55.56, 54.16, 53.01, 52.63, 52.64, 51.90, 52.25, 30.68),
    10: (61.21, 57.42, 55.95, 53.10, 52.09, 51.02, 51.07, 50.33, 49.92, 50.45, 27.55),
    5: (58.34, 54.77, 51.78, 49.95, 48.88, 47.36, 47.03, 46.77, 46.39, 46.73, 24.78),
}


def _player(worlds: int, values: str = "points") -> str:
    manner = "" if values == "points" else f",values={values}"
    return f"pimc:worlds={worlds}{manner}" if worlds else "perf"


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Every soloist against every kind of defenders; 0 worlds stands for perf."""
    soloists, defenders = (
        [_player(worlds, parameters["values"]) for worlds in parameters[role]]
        for role in ("soloists", "defenders")
    )
    return cardplay_payloads(parameters, [(soloists, defenders)])


def reduce_with_gains(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a pair, with what the soloist has gained over the soloist with fewer worlds."""
    rows = reduce(parameters, finished)
    for place, row in enumerate(rows):
        fewer = place - len(parameters["defenders"])
        row["more"] = row["more_ci"] = None
        if fewer >= 0:
            gains = [done.value[place][0] - done.value[fewer][0] for done in finished]
            row["more"], row["more_ci"] = over_all_deals(finished, gains)
    return rows


EXPERIMENT = Experiment(
    name="skat-saturation",
    paper=THESIS,
    item="figure 9.3",
    title="PIMC in Skat: how much more worlds help",
    sizes={
        "quick": Size(
            {
                "soloists": [5, 20, 0],
                "defenders": [20],
                "deals": 8,
                "values": "points",
                "in_doubt": 0,
                "others": 0.0,
            },
            15,
        ),
        "paper": Size(
            {
                "soloists": [5, 10, 20, 40, 80, 160, 320, 0],
                "defenders": [5, 10, 20, 40, 80, 160, 320, 0],
                "deals": 18_962,
                "values": "points",
                "in_doubt": 0,
                "others": 0.0,
            },
            2_000_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce_with_gains,
    draw=draw_matrix,
    printed=[
        Printed({"soloist": _player(soloist), "defenders": _player(defenders)}, "score", value)
        for soloist, values in _PRINTED.items()
        for defenders, value in zip(_DEFENDERS, values, strict=True)
    ],
    notes=NOTES,
)
