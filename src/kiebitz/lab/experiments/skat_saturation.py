"""Figure 9.3: how much more worlds help PIMC, as soloist and as defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab import skat_matrix
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size
from kiebitz.lab.skat_cardplay import THESIS, unit
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

NOTES = f"""
The soloist's Seeger-Fabian points a game. Kermit's deals, bidding and inference are not ours, so
the numbers are not comparable one by one; the question is where more worlds stop to help, and how
far a player who sees all cards (`perf`, 0 in `soloists` and `defenders`) is still ahead.
{skat_matrix.NOTES.strip()}
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


def _name(worlds: int) -> str:
    return f"pimc {worlds}" if worlds else "perf"


def _names(parameters: Parameters, role: str) -> list[str]:
    return [_name(worlds) for worlds in parameters[role]]


_BY_PAIR = {
    (_name(soloist), _name(defender)): value
    for soloist, values in _PRINTED.items()
    for defender, value in zip(_DEFENDERS, values, strict=True)
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Every soloist against every kind of defenders; 0 worlds stands for perf."""
    soloists, defenders = (
        [skat_matrix.player(name, parameters) for name in _names(parameters, role)]
        for role in ("soloists", "defenders")
    )
    return cardplay_payloads(parameters, [(soloists, defenders)])


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a pair, with what more worlds gained on either side."""
    soloists, defenders = (_names(parameters, role) for role in ("soloists", "defenders"))
    return skat_matrix.reduce(soloists, defenders, finished, _BY_PAIR)


EXPERIMENT = Experiment(
    name="skat-saturation",
    paper=THESIS,
    item="figure 9.3",
    title="PIMC in Skat: how much more worlds help",
    sizes={
        "quick": Size(
            {"soloists": [5, 20, 0], "defenders": [20, 0], "deals": 8, **skat_matrix.WAYS}, 15
        ),
        "paper": Size(
            {
                "soloists": [5, 10, 20, 40, 80, 160, 320, 0],
                "defenders": [5, 10, 20, 40, 80, 160, 320, 0],
                "deals": 18_962,
                **skat_matrix.WAYS,
            },
            2_000_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=skat_matrix.draw,
    printed=[
        Printed({"soloist": soloist, "defenders": defenders}, "score", value)
        for (soloist, defenders), value in _BY_PAIR.items()
    ],
    notes=NOTES,
)
