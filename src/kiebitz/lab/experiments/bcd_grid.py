"""Figure 9.1 of the thesis over the whole grid of parameters, equal moves mixed and fixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum
from kiebitz.lab.experiments.disambiguation import SHARED
from kiebitz.lab.experiments.recursion_levels import batches, tree_parameters, unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
As figure 9.1, for every triple of bias, correlation and disambiguation. `r0` and `r1` are what the
best responses to R0 (PIMC) and R1 (RecPIMC) win, both seats added up, `saved` is by how much R1 is
less exploitable. The text says that R1 does notably worse at low disambiguation, and that this is
over above 0.3. It asks whether the reason is that R1 has fewer equal moves than R0 and so plays
more predictably: `fixed` answers that. There both choose one of equal moves for good, where `mixed`
plays each of them half of the time.

It is the reason, as far as 20 trees a point tell: mixed, R1 is worse than R0 at nearly all points
below 0.3; fixed, it is on average no worse there, because R0 then loses as much as R1.
"""
AXES = ("bias", "correlation", "disambiguation")


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of trees of one triple, with one rule for equal moves."""
    points = (parameters["biases"], parameters["correlations"], parameters["disambiguations"])
    for equal_moves in parameters["equal_moves"]:
        for triple in product(*points):
            tree = {**tree_parameters(parameters), **dict(zip(AXES, triple, strict=True))}
            for trees in batches(parameters["trees"], parameters["batch"]):
                yield {"tree": tree, "trees": trees, "levels": [0, 1], "equal_moves": equal_moves}


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a triple and rule."""
    sums: dict[tuple[Any, ...], list[Sum]] = {}
    for done in finished:
        about = done.payload
        key = (about["equal_moves"], *(about["tree"][axis] for axis in AXES))
        for total, row in zip(sums.setdefault(key, [Sum(), Sum()]), done.value, strict=True):
            total.merge(row[3])  # after the gains of two levels and the playout response
    return [
        {
            "equal_moves": key[0],
            **dict(zip(AXES, key[1:], strict=True)),
            "r0": r0.mean,
            "r0_ci": r0.interval,
            "r1": r1.mean,
            "r1_ci": r1.interval,
            "saved": r0.mean - r1.mean,
        }
        for key, (r0, r1) in sums.items()
    ]


def draw(figure: Figure, table: list[Row]) -> None:
    """By how much R1 is less exploitable: a panel a bias and rule, blue where R1 is better."""
    rules = list(dict.fromkeys(str(row["equal_moves"]) for row in table))
    places = {axis: sorted({float(row[axis] or 0) for row in table}) for axis in AXES}
    most = max(abs(float(row["saved"] or 0)) for row in table) or 1.0
    figure.set_size_inches(2 * len(places["bias"]) + 1.5, 2.6 * len(rules))
    panels = figure.subplots(
        len(rules), len(places["bias"]), sharex=True, sharey=True, squeeze=False
    )
    for line, rule in zip(panels, rules, strict=True):
        for axes, bias in zip(line, places["bias"], strict=True):
            saved = {
                (row["correlation"], row["disambiguation"]): float(row["saved"] or 0)
                for row in table
                if (row["equal_moves"], row["bias"]) == (rule, bias)
            }
            cells = [
                [saved[corr, dis] for dis in places["disambiguation"]]
                for corr in places["correlation"]
            ]
            image = axes.imshow(
                cells,
                origin="lower",
                aspect="auto",
                cmap="RdBu",
                vmin=-most,
                vmax=most,
                extent=(-0.05, 1.05, -0.125, 1.125),
            )
            axes.set_title(f"{rule}, bias {bias:g}", fontsize=8)
            axes.grid(visible=False)
            axes.set_xlabel("disambiguation")
            axes.set_ylabel("correlation")
            axes.label_outer()
    figure.colorbar(image, ax=panels, label="exploitability of R0 − R1")


_SHARED: dict[str, Any] = {
    **{key: value for key, value in SHARED.items() if key not in ("bias", "correlation", "levels")},
    "biases": [0.0, 0.25, 0.5, 0.75, 1.0],
    "correlations": [0.0, 0.25, 0.5, 0.75, 1.0],
    "equal_moves": ["mixed", "fixed"],
}

EXPERIMENT = Experiment(
    name="bcd-grid",
    paper="Furtak 2013 (thesis); Furtak & Buro 2013",
    item="figure 9.1, grid",
    title="Exploitability of PIMC and RecPIMC by bias, correlation and disambiguation",
    sizes={
        "quick": Size(
            {
                **_SHARED,
                "biases": [0.75],
                "correlations": [0.0, 0.5, 1.0],
                "disambiguations": [0.0, 0.3, 0.6, 1.0],
                "trees": 4,
                "batch": 4,
            },
            2,
        ),
        "paper": Size({**_SHARED, "trees": 2000, "batch": 50}, 10_000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
