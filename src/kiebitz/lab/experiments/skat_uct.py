"""Table 9.1: information-set UCT against IIMC with the same playouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.lab.experiment import Experiment, Parameters, Printed, Size
from kiebitz.lab.skat_cardplay import THESIS, Meeting, draw_bars, reduce, unit
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

NOTES = """
The soloist's Seeger-Fabian points a game. Both let the rule player finish their games (XSkat in
the thesis): UCT in 1,600 playouts, IIMC in 160 worlds, in each of them once for every legal card.
UCT draws worlds uniformly, as Bernie did; IIMC draws them uniformly (`belief=uniform`), or weighs
them by the bids and the declaration (`belief=table`), which the thesis calls inference.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Both ways round, IIMC without and with inference."""
    uct = f"uct:playouts={parameters['playouts']},belief=uniform"
    meetings: list[Meeting] = []
    for belief in ("uniform", "table"):
        iimc = f"rules-iimc:worlds={parameters['worlds']},belief={belief}"
        meetings += [([uct], [iimc]), ([iimc], [uct])]
    return cardplay_payloads(parameters, meetings)


_UCT = "uct:playouts=1600,belief=uniform"
_BLIND = "rules-iimc:worlds=160,belief=uniform"
_INFERRING = "rules-iimc:worlds=160,belief=table"

EXPERIMENT = Experiment(
    name="skat-uct",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="table 9.1",
    title="Information-set UCT against IIMC in Skat",
    sizes={
        "quick": Size({"playouts": 1600, "worlds": 160, "deals": 40}, 30),
        "paper": Size({"playouts": 1600, "worlds": 160, "deals": 18_962}, 15_000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_bars(
        "score",
        "soloist's points a game",
        lambda row: f"{row['soloist']}\nagainst {row['defenders']}",
    ),
    printed=[
        Printed({"soloist": _UCT, "defenders": _BLIND}, "score", 61.34),
        Printed({"soloist": _BLIND, "defenders": _UCT}, "score", 74.14),
        Printed({"soloist": _UCT, "defenders": _INFERRING}, "score", 53.99),
        Printed({"soloist": _INFERRING, "defenders": _UCT}, "score", 74.37),
    ],
    notes=NOTES,
)
