"""Figure 9.4: RecPIMC against PIMC at its saturation, as soloist and as defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab import skat_matrix
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
from kiebitz.lab.skat_cardplay import THESIS, Meeting, over_all_deals, unit
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The soloist's Seeger-Fabian points a game, and the gain over PIMC in the same role on the same
deals. Of the drawing only the text is left: about 7 points gained as soloist by RecPIMC (160, 10)
against a PIMC of 160 worlds, which scores 55.19 against itself.

With `in_doubt` only deals are played on which so many quick games do not all end alike (see
`is_in_doubt`), and the share `others` of all other deals, each of which counts for those left out:
scores and gains are those over all declared deals. With `others` of 0 they are so if the gain on
the other deals is nothing. `in_doubt_gain` is the gain on those in doubt alone, `better` and
`worse` count the games that the compared side won and PIMC in its place lost, and the other way
round. `recursive` names who is compared, as *recpimc 40, 10* (worlds, and worlds within), or in
full, as `make_player` reads it. `values` is how PIMC asks the solver, `belief` whose worlds those
named briefly think of, `against` whose those of the PIMC they meet (*same*: the same).
"""


_PRINTED_GAIN = 7.0


def payloads(parameters: Parameters) -> Iterator[Any]:
    """PIMC against itself, then each RecPIMC as soloist and as defenders."""
    pimc = _base(parameters)
    recursive = [_text(name, parameters) for name in parameters["recursive"]]
    meetings: list[Meeting] = [([pimc], [pimc])]
    if "soloist" in parameters["roles"]:
        meetings.append((recursive, [pimc]))
    if "defenders" in parameters["roles"]:
        meetings.append(([pimc], recursive))
    return cardplay_payloads(parameters, meetings)


def _base(parameters: Parameters) -> str:
    ways = parameters
    if parameters["against"] != "same":
        ways = {**parameters, "belief": parameters["against"]}
    return skat_matrix.player(f"pimc {parameters['pimc']}", ways)


def _text(name: str, parameters: Parameters) -> str:
    return name if ":" in name else skat_matrix.player(name, parameters)


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """PIMC against itself, then a row a player and role, with its gain on the same deals."""
    if not finished:
        return []
    compared = [(f"pimc {parameters['pimc']}", "all")]
    for role in ("soloist", "defenders"):
        if role in parameters["roles"]:
            compared += [(name, role) for name in parameters["recursive"]]
    rows: list[Row] = []
    for place, (name, role) in enumerate(compared):
        sign = -1 if role == "defenders" else 1
        score, score_interval = over_all_deals(
            finished, [done.value[place][0] for done in finished]
        )
        more = [sign * (done.value[place][0] - done.value[0][0]) for done in finished]
        turned = [sign * (done.value[place][1] - done.value[0][1]) for done in finished]
        gain, gain_interval = over_all_deals(finished, more)
        row: Row = {
            "player": name,
            "role": role,
            "games": len(finished),
            "declared": int(sum(done.value[-1][0] for done in finished)),
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


def draw(figure: Figure, table: list[Row]) -> None:
    """What each player gains over PIMC in its place, by role."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    names = list(dict.fromkeys(str(row["player"]) for row in table[1:]))
    for number, role in enumerate(("soloist", "defenders")):
        rows = [row for row in table if row["role"] == role]
        if rows:
            axes.errorbar(
                numbers(rows, "gain"),
                [names.index(str(row["player"])) + 0.12 * (2 * number - 1) for row in rows],
                xerr=numbers(rows, "gain_ci"),
                label=f"as {role}",
                **{**line(number), "linestyle": ""},
            )
    axes.axvline(0, color="#888888", linewidth=0.8)
    axes.axvline(
        _PRINTED_GAIN, color="#888888", linewidth=0.8, linestyle=":",
        label="printed: (160, 10) as soloist",
    )  # fmt: skip
    axes.set_yticks(range(len(names)), [name.replace(",", ",\n", 1) for name in names])
    axes.invert_yaxis()
    axes.set_xlabel("points a declared deal more than PIMC in its place")
    axes.legend()


_SETTINGS = {"roles": ["soloist", "defenders"], "against": "same", **skat_matrix.WAYS}

EXPERIMENT = Experiment(
    name="skat-recursion",
    paper=f"{THESIS}; Furtak & Buro 2013",
    item="figure 9.4",
    title="RecPIMC against PIMC in Skat",
    sizes={
        "quick": Size({"pimc": 40, "recursive": ["recpimc 8, 4"], "deals": 8, **_SETTINGS}, 30),
        "paper": Size(
            {
                "pimc": 160,
                "recursive": ["recpimc 160, 10"],
                "deals": 18_962,
                **_SETTINGS,
            },
            450_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"player": "pimc 160", "role": "all"}, "score", 55.19),
        Printed({"player": "recpimc 160, 10", "role": "soloist"}, "gain", _PRINTED_GAIN),
    ],
    notes=NOTES,
)
