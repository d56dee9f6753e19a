"""Figure 9.1 of the thesis: exploitability of PIMC and RecPIMC by disambiguation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.experiments.recursion_levels import batches, tree_parameters, unit
from kiebitz.lab.style import line as look

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
What the responses to R0 (PIMC) and R1 (RecPIMC) win in pair games, both seats added up, as more and
more of the hidden world is revealed. The drawing in the thesis is lost; its text says that R1 does
notably worse than R0 at low disambiguation, and that this is over above 0.3. It does not name the
bias and correlation; ours are those of figure 9.2. `playout` is the response that the printed
numbers of figure 9.2 were made with, `best` the true best response.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of trees at one disambiguation."""
    for disambiguation in parameters["disambiguations"]:
        tree = {**tree_parameters(parameters), "disambiguation": disambiguation}
        for trees in batches(parameters["trees"], parameters["batch"]):
            yield {"tree": tree, "trees": trees, "levels": parameters["levels"]}


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line for each disambiguation and level."""
    table: list[Row] = []
    levels = parameters["levels"]
    for disambiguation in parameters["disambiguations"]:
        for place, level in enumerate(levels):
            playout, best = Sum(), Sum()
            for done in finished:
                if done.payload["tree"]["disambiguation"] == disambiguation:
                    playout.merge(done.value[place][len(levels)])
                    best.merge(done.value[place][len(levels) + 1])
            table.append(
                {
                    "disambiguation": disambiguation,
                    "level": f"R{level}",
                    "playout": playout.mean,
                    "playout_ci": playout.interval,
                    "best": best.mean,
                    "best_ci": best.interval,
                }
            )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """Exploitability over disambiguation, one line a level and response."""
    axes = figure.subplots()
    names = {"R0": "R0 (PIMC)", "R1": "R1 (RecPIMC)"}
    number = 0
    for response in ("best", "playout"):
        for level in dict.fromkeys(str(row["level"]) for row in table):
            rows = [row for row in table if row["level"] == level]
            axes.errorbar(
                numbers(rows, "disambiguation"),
                numbers(rows, response),
                yerr=numbers(rows, f"{response}_ci"),
                label=f"{names.get(level, level)}, {response} response",
                **look(number),
            )
            number += 1
    axes.set_xlabel("disambiguation")
    axes.set_ylabel("exploitability (wins, both seats)")
    axes.set_ylim(bottom=0)
    axes.legend()


SHARED: dict[str, Any] = {
    "bias": 0.8,
    "correlation": 0.9,
    "types": 8,
    "moves": 9,
    "bias_for": "after_last_mover",
    "halving": "equal",
    "split_time": "own_moves",
    "split_before_first_move": True,
    "levels": [0, 1],
    "disambiguations": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
}

EXPERIMENT = Experiment(
    name="disambiguation",
    paper="Furtak 2013 (thesis); Furtak & Buro 2013",
    item="figure 9.1",
    title="Exploitability of PIMC and RecPIMC by disambiguation",
    sizes={
        "quick": Size({**SHARED, "trees": 50, "batch": 25}, 6),
        "paper": Size({**SHARED, "trees": 2000, "batch": 50}, 240),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
