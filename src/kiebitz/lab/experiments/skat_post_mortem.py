"""Figure 9.6: errors that open cards show, by trick and role, of PIMC and RecPIMC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS, Meeting, asking
from kiebitz.lab.skat_errors import draw, reduce, unit
from kiebitz.lab.skat_errors import payloads as error_payloads

NOTES = """
An error turns a position that a party wins with open cards into one that it loses (PIPMA).
Decisions in which no error is possible do not count. The first defender is the one after the
declarer. The drawing is lost; the text says that errors grow fewer towards the end, and that
defenders err more often when RecPIMC is the soloist, and that RecPIMC errs more often than PIMC
in the first half of the game. `values` is how PIMC asks the solver, `belief` whose worlds both
think of.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Each as soloist against the other, and PIMC against itself."""
    belief = f",belief={parameters['belief']}"
    pimc = f"pimc:worlds={parameters['pimc']}{asking(parameters)}{belief}"
    outer, inner = parameters["recursive"]
    recursive = f"recpimc:worlds={outer},inner={inner}{belief}"
    meetings: list[Meeting] = [([pimc], [pimc, recursive]), ([recursive], [pimc])]
    return error_payloads(parameters, meetings, "pipma")


_WAYS = {"values": "points", "belief": "table"}

EXPERIMENT = Experiment(
    name="skat-post-mortem",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="figure 9.6",
    title="Post-mortem errors of PIMC and RecPIMC in Skat",
    sizes={
        "quick": Size({"pimc": 20, "recursive": [8, 4], **_WAYS, "deals": 8}, 40),
        "paper": Size({"pimc": 160, "recursive": [160, 10], **_WAYS, "deals": 18_962}, 500_000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
