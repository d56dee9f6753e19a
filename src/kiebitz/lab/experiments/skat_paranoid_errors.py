"""Figure 6.2: sure wins that PIMC without a paranoid filter throws away, by trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS, Meeting, asking
from kiebitz.lab.skat_errors import draw, reduce, unit
from kiebitz.lab.skat_errors import payloads as error_payloads

NOTES = """
An error of the soloist turns a game that cannot be lost, however the cards lie, into one that can.
Decisions in which no error is possible do not count. The drawing is lost; the text says that more
worlds lower the rate, but not vastly.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """PIMC of several strengths, as soloist and as defenders, without the filter."""
    meetings: list[Meeting] = []
    for worlds in parameters["worlds"]:
        player = f"pimc:worlds={worlds},sure=0{asking(parameters)}"
        meetings.append(([player], [player]))
    return error_payloads(parameters, meetings, "paranoid")


EXPERIMENT = Experiment(
    name="skat-paranoid-errors",
    paper=THESIS,
    item="figure 6.2",
    title="Sure wins thrown away by PIMC in suit games",
    sizes={
        "quick": Size({"kind": "suit", "worlds": [10, 40], "deals": 8, "values": "points"}, 30),
        "paper": Size(
            {"kind": "suit", "worlds": [10, 40, 160, 320], "deals": 5000, "values": "points"},
            150_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
