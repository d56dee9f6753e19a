"""Figures 7.4 to 7.7: how strong PIMC is with ProbCut, as soloist and as defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.arena.statistics import wilcoxon_p
from kiebitz.lab.experiment import (
    Done,
    Experiment,
    Parameters,
    Printed,
    Row,
    Size,
    Sum,
    numbers,
)
from kiebitz.lab.skat_cardplay import THESIS, pairs_of, unit
from kiebitz.lab.skat_cardplay import payloads as meeting_payloads

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
Each player of `values` as soloist against each of `opponents` as defenders, and as defenders
against each of them as soloist, on the same declared deals; points of the soloist a game. `exact`
values are the solver's, `estimate` the network's alone, numbers are thresholds of ProbCut, and
`win` asks only who wins, with a threshold or without. `gain` is what a soloist of this kind wins
over the first of `values` against the same defenders on the same deals, `spares` what defenders of
this kind spare over the first against the same soloist. An interval that does not hold 0 is
significant at 5 %, as in figures 7.6 and 7.7; `p` is that of Wilcoxon's test by pairs of games.
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
    """The player of a column: `exact`, `estimate`, `win`, `win:0.3` or a threshold.

    >>> spec_of("0.5", 160)
    'pimc:worlds=160,values=probcut:0.5'
    """
    name = values if values[0].isalpha() else f"probcut:{values}"
    return f"pimc:worlds={worlds},values={'points' if name == 'exact' else name}"


def payloads(parameters: Parameters) -> Iterator[Any]:
    """All of `values` meet all of `opponents`, in both roles."""
    players, opponents = (
        [spec_of(str(values), parameters["worlds"]) for values in parameters[name] or own]
        for name, own in (("values", []), ("opponents", parameters["values"]))
    )
    both = [] if opponents == players else [(opponents, players)]
    return meeting_payloads(parameters, [(players, opponents), *both])


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a pair, with the differences to the first player on the same deals."""
    if not finished:
        return []
    names = [str(name) for name in [*parameters["values"], *parameters["opponents"]]]
    players = {spec_of(name, parameters["worlds"]): name for name in names}
    places = {
        (players[soloist], players[defenders]): place
        for place, (soloist, defenders) in enumerate(pairs_of(finished[0].payload))
    }
    first = str(parameters["values"][0])
    rows: list[Row] = []
    for (soloist, defenders), place in places.items():
        score, won = Sum(), Sum()
        gains, spares = list[float](), list[float]()
        for done in finished:
            points = done.value[place][0]
            score.add(points)
            won.add(100 * done.value[place][1])
            if soloist != first and (first, defenders) in places:
                gains.append(points - done.value[places[first, defenders]][0])
            if defenders != first and (soloist, first) in places:
                spares.append(done.value[places[soloist, first]][0] - points)
        row: Row = {"kind": parameters["kind"], "soloist": soloist, "defenders": defenders}
        row |= {"games": score.count, "score": score.mean, "score_ci": score.interval}
        row |= {"won": won.mean, "won_ci": won.interval}
        for name, differences in (("gain", gains), ("spares", spares)):
            total = Sum()
            for one in differences:
                total.add(one)
            row[name] = total.mean if total.count else None
            row[f"{name}_ci"] = total.interval if total.count else None
            row[f"{name}_p"] = wilcoxon_p(differences)
        rows.append(row)
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """What each kind of values wins over the first, as soloist and as defenders."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    names = list(dict.fromkeys(str(row["soloist"]) for row in table if row["gain"] is not None))
    for number, (column, own, others) in enumerate(
        (("gain", "soloist", "defenders"), ("spares", "defenders", "soloist"))
    ):
        rows = [row for row in table if row[column] is not None]
        # Against the first opponents; a whole matrix has others as well.
        rows = [row for row in rows if row[others] == rows[0][others]]
        axes.errorbar(
            [names.index(str(row[own])) + 0.1 * number for row in rows],
            numbers(rows, column),
            yerr=numbers(rows, f"{column}_ci"),
            label=f"as {own}",
            **line(number),
        )
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel(f"points a game over {table[0]['soloist']}")
    axes.legend()


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
                "opponents": [],
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
                "opponents": [],
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
    draw=draw,
    printed=_printed(),
    notes=NOTES,
)
