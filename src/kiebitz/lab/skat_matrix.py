"""Matrices of cardplay: every soloist against every kind of defenders, on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Parameters, Row
from kiebitz.lab.skat_cardplay import over_all_deals

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALL = "all but perf"
"""Stands for all soloists, or all defenders, who see only their own cards: their mean."""

#: What may be set in every matrix: how players ask the solver, which worlds they think of, whether
#: they keep sure wins, and which deals are played (see `chosen_deals`).
WAYS: Parameters = {"values": "points", "belief": "table", "sure": 0, "in_doubt": 0, "others": 0.0}

NOTES = """
`more` is what the soloist gains over the one in the row before, and `held` what the defenders take
from the soloist beyond those in the column before, game by game on the same deals. Rows of *all
but perf* are means over these soloists or defenders: their intervals are narrower. With `in_doubt`
only deals are played on which so many quick games do not all end alike (see `is_in_doubt`), and
the share `others` of all other deals, which count for those left out; `declared` is how many deals
they stand for. `values` is how players ask the solver, `belief` whose worlds they think of, and
`sure=1` lets them keep sure wins.
"""


def player(name: str, parameters: Parameters) -> str:
    """A player by its name in the matrix, as `make_player` reads it.

    >>> player("pimc 160", {"values": "win:0.3", "belief": "table", "sure": 0})
    'pimc:worlds=160,values=win:0.3,belief=table,sure=0'
    >>> player("recpimc 40, 10", WAYS)
    'recpimc:worlds=40,inner=10,belief=table,sure=0'
    >>> player("rules-iimc 20", WAYS), player("rules", WAYS)
    ('rules-iimc:worlds=20,belief=table,sure=0', 'rules')
    """
    kind, _, counts = name.partition(" ")
    if not counts:
        return kind
    worlds, _, inner = counts.partition(", ")
    text = f"{kind}:worlds={worlds}"
    if inner:
        text += f",inner={inner}"
    if kind == "pimc" and parameters["values"] != "points":
        text += f",values={parameters['values']}"
    return f"{text},belief={parameters['belief']},sure={parameters['sure']}"


def reduce(
    soloists: Sequence[str],
    defenders: Sequence[str],
    finished: Sequence[Done],
    printed: Mapping[tuple[str, str], float],
) -> list[Row]:
    """A row a pair, soloist by soloist, then the means over those who do not see all cards."""
    if not finished:
        return []
    width = len(defenders)
    rows: list[Row] = []

    def scores(place: int) -> list[float]:
        return [float(done.value[place][0]) for done in finished]

    def mean(places: Sequence[int]) -> list[float]:
        columns = [scores(place) for place in places]
        return [sum(one) / len(places) for one in zip(*columns, strict=True)]

    def add(soloist: str, against: str, ours: list[float], above: Any, before: Any) -> None:
        row: Row = {
            "soloist": soloist,
            "defenders": against,
            "games": len(finished),
            "declared": int(sum(done.value[-1][0] for done in finished)),
        }
        row["score"], row["score_ci"] = over_all_deals(finished, ours)
        for column, other, sign in (("more", above, 1), ("held", before, -1)):
            row[column] = row[f"{column}_ci"] = None
            if other is not None:
                gains = [sign * (a - b) for a, b in zip(ours, other, strict=True)]
                row[column], row[f"{column}_ci"] = over_all_deals(finished, gains)
        row["printed"] = printed.get((soloist, against))
        rows.append(row)

    for i, soloist in enumerate(soloists):
        for j, against in enumerate(defenders):
            place = i * width + j
            add(
                soloist, against, scores(place),
                scores(place - width) if i else None, scores(place - 1) if j else None,
            )  # fmt: skip
    blind_rows = [i for i, name in enumerate(soloists) if name != "perf"]
    blind_columns = [j for j, name in enumerate(defenders) if name != "perf"]
    above: list[float] | None = None
    for i, soloist in enumerate(soloists):
        ours = mean([i * width + j for j in blind_columns])
        add(soloist, ALL, ours, above, None)
        above = ours
    before: list[float] | None = None
    for j, against in enumerate(defenders):
        ours = mean([i * width + j for i in blind_rows])
        add(ALL, against, ours, None, before)
        before = ours
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """The matrix: the soloist's points, beneath them in brackets those in print."""
    axes = figure.subplots()
    pairs = [row for row in table if ALL not in (row["soloist"], row["defenders"])]
    soloists = list(dict.fromkeys(str(row["soloist"]) for row in pairs))
    defenders = list(dict.fromkeys(str(row["defenders"]) for row in pairs))
    ours = {(str(row["soloist"]), str(row["defenders"])): row for row in pairs}
    points = [[float(ours[s, d]["score"] or 0) for d in defenders] for s in soloists]
    axes.imshow(points, cmap="Blues", origin="lower", aspect="auto")
    middle = (max(map(max, points)) + min(map(min, points))) / 2
    for y, soloist in enumerate(soloists):
        for x, against in enumerate(defenders):
            row = ours[soloist, against]
            text = f"{points[y][x]:.1f}"
            if isinstance(row["printed"], int | float):
                text += f"\n({row['printed']:.1f})"
            axes.text(
                x, y, text, ha="center", va="center", fontsize=6.5,
                color="white" if points[y][x] > middle else "black",
            )  # fmt: skip
    axes.set_xticks(range(len(defenders)), defenders, rotation=30, ha="right")
    axes.set_yticks(range(len(soloists)), soloists)
    axes.grid(visible=False)
    axes.set_xlabel("both defenders")
    axes.set_ylabel("soloist")
    axes.set_title("soloist's points a game (in print)", fontsize=9)
