"""Figure 9.4: RecPIMC against PIMC at its saturation, as soloist and as defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.skat_cardplay import (
    THESIS,
    Meeting,
    draw_bars,
    over_all_deals,
    pairs_of,
    unit,
)
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

NOTES = """
The soloist's Seeger-Fabian points a game, and the gain over PIMC in the same role on the same
deals. Of the drawing only the text is left: about 7 points gained as soloist by RecPIMC (160, 10)
against a PIMC of 160 worlds, which scores 55.19 against itself.

With `in_doubt` only deals are played on which so many quick games do not all end alike (see
`is_in_doubt`), and the share `others` of all other deals, each of which counts for those left out:
scores and gains are those over all declared deals. With `others` of 0 they are so if the gain on
the other deals is nothing. `in_doubt_gain` is the gain on those in doubt alone, `better` and
`worse` count the games that the compared side won and PIMC in its place lost, and the other way
round. `values` is how the PIMC players ask the solver; `roles` says where RecPIMC sits, or whoever
is named in `recursive`, as `make_player` reads it.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """PIMC against itself, then each RecPIMC as soloist and as defenders."""
    pimc = f"pimc:worlds={parameters['pimc']}"
    if parameters["values"] != "points":
        pimc += f",values={parameters['values']}"
    recursive = parameters["recursive"]
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
    first_defenders = pairs_of(finished[0].payload)[0][1]
    for place, (soloist, defenders) in enumerate(pairs_of(finished[0].payload)):
        sign = 1 if defenders == first_defenders else -1
        score, score_interval = over_all_deals(
            finished, [done.value[place][0] for done in finished]
        )
        more = [sign * (done.value[place][0] - done.value[0][0]) for done in finished]
        turned = [sign * (done.value[place][1] - done.value[0][1]) for done in finished]
        gain, gain_interval = over_all_deals(finished, more)
        row: Row = {
            "soloist": soloist,
            "defenders": defenders,
            "games": len(finished),
            "score": score,
            "score_ci": score_interval,
            "gain": gain if place > 0 else None,
            "gain_ci": gain_interval if place > 0 else None,
            "better": sum(one > 0 for one in turned) if place > 0 else None,
            "worse": sum(one < 0 for one in turned) if place > 0 else None,
        }
        if parameters["in_doubt"]:
            doubtful = Sum()
            for done, one in zip(finished, more, strict=True):
                if done.value[-1][1] == 1:
                    doubtful.add(one)
            row["in_doubt_gain"] = doubtful.mean if place > 0 else None
            row["in_doubt_gain_ci"] = doubtful.interval if place > 0 else None
        rows.append(row)
    return rows


_SETTINGS = {"values": "points", "roles": ["soloist", "defenders"], "in_doubt": 0, "others": 0.0}

EXPERIMENT = Experiment(
    name="skat-recursion",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="figure 9.4",
    title="RecPIMC against PIMC in Skat",
    sizes={
        "quick": Size(
            {"pimc": 40, "recursive": ["recpimc:worlds=8,inner=4"], "deals": 8, **_SETTINGS}, 30
        ),
        "paper": Size(
            {
                "pimc": 160,
                "recursive": ["recpimc:worlds=160,inner=10"],
                "deals": 18_962,
                **_SETTINGS,
            },
            450_000,
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
