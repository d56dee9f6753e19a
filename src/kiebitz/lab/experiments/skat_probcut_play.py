"""Figures 7.4 to 7.7: how strong PIMC is with ProbCut, as soloist and as defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.skat_cardplay import THESIS, draw_matrix, pairs_of, unit
from kiebitz.lab.skat_cardplay import payloads as meeting_payloads

NOTES = """
All pairs of a soloist and two defenders of one kind on the same declared deals; points of the
soloist a game. `exact` values are the solver's, `estimate` the network's alone, numbers are
thresholds of ProbCut. `gain` is what a soloist of this kind wins over an exact one against the same
defenders on the same deals, `spares` what defenders of this kind spare over exact ones against the
same soloist. An interval that does not hold 0 is significant at 5 %, as in figures 7.6 and 7.7.
"""

# Figure 7.4 (suit games): exact and thresholds 0.9, 0.5 and 0.1 against each other.
_SUIT = {
    ("exact", "exact"): 39.66,
    ("exact", "0.5"): 40.13,
    ("exact", "0.1"): 41.33,
    ("0.5", "exact"): 39.27,
    ("0.5", "0.5"): 39.54,
    ("0.5", "0.1"): 40.78,
    ("0.1", "exact"): 37.48,
    ("0.1", "0.5"): 37.81,
    ("0.1", "0.1"): 38.89,
}


def spec_of(values: str, worlds: int) -> str:
    """The player of a column: `exact`, `estimate` or a threshold.

    >>> spec_of("0.5", 160)
    'pimc:worlds=160,values=probcut:0.5'
    """
    known = {"exact": "points", "estimate": "estimate"}
    return f"pimc:worlds={worlds},values={known.get(values, f'probcut:{values}')}"


def payloads(parameters: Parameters) -> Iterator[Any]:
    """All meet all."""
    players = [spec_of(values, parameters["worlds"]) for values in parameters["values"]]
    return meeting_payloads(parameters, [(players, players)])


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a pair, with the differences to exact players on the same deals."""
    if not finished:
        return []
    names = [str(name) for name in parameters["values"]]
    players = {spec_of(name, parameters["worlds"]): name for name in names}
    places = {
        (players[soloist], players[defenders]): place
        for place, (soloist, defenders) in enumerate(pairs_of(finished[0].payload))
    }
    rows: list[Row] = []
    for (soloist, defenders), place in places.items():
        score, won, gain, spares = Sum(), Sum(), Sum(), Sum()
        for done in finished:
            points = done.value[place][0]
            score.add(points)
            won.add(100 * done.value[place][1])
            if ("exact", defenders) in places:
                gain.add(points - done.value[places["exact", defenders]][0])
            if (soloist, "exact") in places:
                spares.add(done.value[places[soloist, "exact"]][0] - points)
        row: Row = {"kind": parameters["kind"], "soloist": soloist, "defenders": defenders}
        row |= {"games": score.count, "score": score.mean, "score_ci": score.interval}
        row |= {"won": won.mean, "won_ci": won.interval}
        for name, total in (("gain", gain), ("spares", spares)):
            row[name] = total.mean if total.count else None
            row[f"{name}_ci"] = total.interval if total.count else None
        rows.append(row)
    return rows


def _printed() -> list[Printed]:
    return [
        Printed({"kind": "suit", "soloist": one, "defenders": other}, "score", value)
        for (one, other), value in _SUIT.items()
    ]


EXPERIMENT = Experiment(
    name="skat-probcut-play",
    paper=THESIS,
    item="figures 7.4 to 7.7",
    title="PIMC with ProbCut and with estimates at the table",
    sizes={
        "quick": Size(
            {
                "kind": "suit",
                "values": ["exact", "0.5", "estimate"],
                "worlds": 4,
                "deals": 2,
                "in_doubt": 0,
            },
            20,
        ),
        "paper": Size(
            {
                "kind": "suit",
                "values": ["exact", "0.9", "0.7", "0.5", "0.3", "0.1", "estimate"],
                "worlds": 160,
                "deals": 3000,
                "in_doubt": 0,
            },
            2_000_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_matrix,
    printed=_printed(),
    notes=NOTES,
)
