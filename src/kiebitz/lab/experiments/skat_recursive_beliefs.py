"""Tables 5.6 and 5.7 of Solinas: learned beliefs in RecPIMC and its inner players."""

from __future__ import annotations

from kiebitz.arena.skat import KINDS
from kiebitz.lab.experiment import Experiment, Size
from kiebitz.lab.experiments.skat_belief_play import (
    DRAW,
    NOTES,
    WORLDS,
    payloads,
    printed_for,
    reduce,
    unit,
)
from kiebitz.lab.skat_cardplay import SOLINAS

_RECURSIVE = {
    "grand": ((39.19, 38.93), (38.99, 39.2), (38.45, 38.65)),
    "suit": ((20.81, 19.16), (20.95, 18.70), (21.96, 18.55)),
    "null": ((13.41, 10.69), (13.21, 10.37), (11.76, 9.37)),
}

EXPERIMENT = Experiment(
    name="skat-recursive-beliefs",
    paper=SOLINAS,
    item="tables 5.6 and 5.7",
    title="What learned beliefs are worth to RecPIMC",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit"],
                "worlds": [10],
                "pairs": ["small-table"],
                "deals": 2,
                "inner": 5,
                "roles": 0,
                "values": "win:0.3",
                "in_doubt": 2,
                "candidates": 5000,
                "margin": 0.0,
                "records": "",
            },
            40,
        ),
        "paper": Size(
            {
                "kinds": list(KINDS),
                "worlds": list(WORLDS),
                "pairs": ["deep-table"],
                "deals": 2500,
                "inner": 10,
                "roles": 0,
                "values": "win",
                "in_doubt": 0,
                "candidates": 5000,
                "margin": 0.0,
                "records": "",
            },
            50_000_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=DRAW,
    printed=printed_for("deep-table", _RECURSIVE),
    notes=NOTES,
)
