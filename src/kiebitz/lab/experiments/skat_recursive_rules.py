"""Figure 9.5: IIMC with a rule player in its playouts, by its worlds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab import skat_matrix
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size
from kiebitz.lab.skat_cardplay import THESIS, unit
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

NOTES = f"""
The soloist's Seeger-Fabian points a game. The thesis has XSkat as its rule player (X, and within
playouts RX), ours is `rules` (and `rules-iimc`); K is Kermit with 160 worlds, ours is `pimc`.
{skat_matrix.NOTES.strip()}
"""

_PLAYERS = (
    "rules",
    *(f"rules-iimc {worlds}" for worlds in (10, 20, 40, 80, 160, 320)),
    "pimc 160",
    "perf",
)
# By soloist, against the defenders above.
_PRINTED = {
    "perf": (79.99, 79.58, 77.17, 74.94, 73.63, 71.78, 71.78, 60.50, 41.07),
    "pimc 160": (79.36, 75.78, 73.46, 70.73, 69.41, 67.96, 67.66, 55.19, 32.43),
    "rules-iimc 320": (86.08, 69.95, 66.03, 63.31, 60.91, 59.54, 58.44, 43.18, 20.08),
    "rules-iimc 160": (85.43, 69.26, 64.89, 62.30, 60.42, 58.28, 57.11, 42.68, 21.59),
    "rules-iimc 80": (84.58, 67.40, 63.74, 61.03, 57.95, 57.47, 56.05, 40.30, 17.33),
    "rules-iimc 40": (82.68, 66.02, 62.06, 59.19, 56.56, 54.75, 54.75, 37.82, 14.38),
    "rules-iimc 20": (79.60, 62.36, 58.80, 54.59, 52.75, 50.47, 49.91, 33.91, 10.71),
    "rules-iimc 10": (73.82, 56.07, 51.96, 48.00, 45.64, 43.36, 44.44, 26.40, 4.81),
    "rules": (69.01, 54.19, 49.47, 44.28, 39.91, 37.78, 36.59, 37.22, 21.14),
}
_BY_PAIR = {
    (soloist, defenders): value
    for soloist, values in _PRINTED.items()
    for defenders, value in zip(_PLAYERS, values, strict=True)
}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Every player against every other one and itself."""
    players = [skat_matrix.player(name, parameters) for name in parameters["players"]]
    return cardplay_payloads(parameters, [(players, players)])


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a pair."""
    players = parameters["players"]
    return skat_matrix.reduce(players, players, finished, _BY_PAIR)


EXPERIMENT = Experiment(
    name="skat-recursive-rules",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="figure 9.5",
    title="IIMC by rules in Skat, against rules, PIMC and a player who sees all cards",
    sizes={
        "quick": Size(
            {"players": [_PLAYERS[i] for i in (0, 1, 3, 5)], "deals": 60, **skat_matrix.WAYS}, 20
        ),
        "paper": Size({"players": list(_PLAYERS), "deals": 18_962, **skat_matrix.WAYS}, 1_500_000),
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
