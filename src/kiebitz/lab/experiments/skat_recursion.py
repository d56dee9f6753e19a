"""Figure 9.4: RecPIMC against PIMC at its saturation, as soloist and as defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.skat_cardplay import (
    THESIS,
    Meeting,
    draw_bars,
    pairs_of,
    share_in_doubt,
    unit,
)
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

NOTES = """
The soloist's Seeger-Fabian points a game, and the gain over PIMC in the same role on the same
deals. Of the drawing only the text is left: about 7 points gained as soloist by RecPIMC (160, 10)
against a PIMC of 160 worlds, which scores 55.19 against itself.

With `in_doubt` only deals are played on which so many quick games do not all end alike (see
`is_in_doubt`). `share` is the part of all declared deals that these are, and `gain_all` the gain
over all of them, if it is nothing on the others. `values` is how the PIMC players ask the solver;
`roles` says where RecPIMC sits. A recursive player is given as its worlds and those within, or by
name, as `make_player` reads it.
"""


def _recursive_player(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    outer, inner = entry
    return f"recpimc:worlds={outer},inner={inner}"


def payloads(parameters: Parameters) -> Iterator[Any]:
    """PIMC against itself, then each RecPIMC as soloist and as defenders."""
    pimc = f"pimc:worlds={parameters['pimc']}"
    if parameters["values"] != "points":
        pimc += f",values={parameters['values']}"
    recursive = [_recursive_player(entry) for entry in parameters["recursive"]]
    meetings: list[Meeting] = [([pimc], [pimc])]
    if "soloist" in parameters["roles"]:
        meetings.append((recursive, [pimc]))
    if "defenders" in parameters["roles"]:
        meetings.append(([pimc], recursive))
    return cardplay_payloads(parameters, meetings)


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a pair, with the gain by pairs of games on one deal."""
    if not finished:
        return []
    rows: list[Row] = []
    share = share_in_doubt(finished)
    first_defenders = pairs_of(finished[0].payload)[0][1]
    for place, (soloist, defenders) in enumerate(pairs_of(finished[0].payload)):
        score, gain = Sum(), Sum()
        for done in finished:
            score.add(done.value[place][0])
            more = done.value[place][0] - done.value[0][0]
            gain.add(more if defenders == first_defenders else -more)
        row: Row = {
            "soloist": soloist,
            "defenders": defenders,
            "games": score.count,
            "score": score.mean,
            "score_ci": score.interval,
            "gain": gain.mean if place > 0 else None,
            "gain_ci": gain.interval if place > 0 else None,
        }
        if parameters["in_doubt"]:
            row["share"] = 100 * share
            row["gain_all"] = share * gain.mean if place > 0 else None
            row["gain_all_ci"] = share * gain.interval if place > 0 else None
        rows.append(row)
    return rows


_SETTINGS = {"values": "points", "roles": ["soloist", "defenders"], "in_doubt": 0}

EXPERIMENT = Experiment(
    name="skat-recursion",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="figure 9.4",
    title="RecPIMC against PIMC in Skat",
    sizes={
        "quick": Size({"pimc": 40, "recursive": [[8, 4]], "deals": 8, **_SETTINGS}, 30),
        "paper": Size(
            {"pimc": 160, "recursive": [[160, 10]], "deals": 18_962, **_SETTINGS}, 450_000
        ),
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
        Printed({"soloist": "pimc:worlds=160", "defenders": "pimc:worlds=160"}, "score", 55.19),
        Printed(
            {"soloist": "recpimc:worlds=160,inner=10", "defenders": "pimc:worlds=160"}, "gain", 7.0
        ),
    ],
    notes=NOTES,
)
