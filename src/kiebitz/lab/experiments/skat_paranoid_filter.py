"""Figure 6.3: PIMC that never throws a sure win away, against PIMC that may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS, asking, draw_matrix, reduce, unit
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

NOTES = """
The soloist's Seeger-Fabian points a game, with the paranoid filter (`sure` as usual) and without it
(`sure=0`), against the same defenders on the same deals. The drawing is lost; the text says that no
difference was significant.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Both soloists against the defenders of each strength."""
    meetings = []
    for worlds in parameters["worlds"]:
        player = f"pimc:worlds={worlds}{asking(parameters)}"
        meetings.append(([player, f"{player},sure=0"], [f"{player},sure=0"]))
    return cardplay_payloads(parameters, meetings)


EXPERIMENT = Experiment(
    name="skat-paranoid-filter",
    paper=THESIS,
    item="figure 6.3",
    title="PIMC with and without the paranoid filter",
    sizes={
        "quick": Size({"kind": "suit", "worlds": [10], "deals": 8, "values": "points"}, 10),
        "paper": Size(
            {"kind": "suit", "worlds": [10, 40, 160], "deals": 2000, "values": "points"}, 40_000
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_matrix,
    notes=NOTES,
)
