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

`trees` says by what nodes differ. Ours are those of single-observer UCT (`played`), which came
after Bernie. The texts describe Bernie's as what the seat to move knows (`mover`), and determinised
UCT keeps its statistics below the root for every world (`world`). Each playout has a world of its
own.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """Both ways round, IIMC without and with inference."""
    meetings: list[Meeting] = []
    for tree in parameters["trees"]:
        uct = _uct(parameters["playouts"], tree)
        for belief in parameters["beliefs"]:
            iimc = f"rules-iimc:worlds={parameters['worlds']},belief={belief}"
            meetings += [([uct], [iimc]), ([iimc], [uct])]
    return cardplay_payloads(parameters, meetings)


def _uct(playouts: int, tree: str) -> str:
    shape = "" if tree == "played" else f",tree={tree}"
    return f"uct:playouts={playouts},belief=uniform{shape}"


def _printed(tree: str) -> list[Printed]:
    uct = _uct(1600, tree)
    blind, inferring = (f"rules-iimc:worlds=160,belief={one}" for one in ("uniform", "table"))
    return [
        Printed({"soloist": uct, "defenders": blind}, "score", 61.34),
        Printed({"soloist": blind, "defenders": uct}, "score", 74.14),
        Printed({"soloist": uct, "defenders": inferring}, "score", 53.99),
        Printed({"soloist": inferring, "defenders": uct}, "score", 74.37),
    ]


_ALL = {"playouts": 1600, "worlds": 160, "beliefs": ["uniform", "table"]}

EXPERIMENT = Experiment(
    name="skat-uct",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="table 9.1",
    title="Information-set UCT against IIMC in Skat",
    sizes={
        "quick": Size({**_ALL, "trees": ["played", "mover"], "deals": 40}, 60),
        "paper": Size({**_ALL, "trees": ["played", "mover", "world"], "deals": 18_962}, 45_000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_bars(
        "score",
        "soloist's points a game",
        lambda row: f"{row['soloist']}\nagainst {row['defenders']}",
    ),
    printed=_printed("mover") + _printed("played"),
    notes=NOTES,
)
