"""Figure 9.2 of the thesis: what the recursion levels win of each other on trees like Hearts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVELS = [0, 1, 2, 3, 4, 5, 8]

#: Row against column; the last is the column "BR".
MATRIX: dict[int, tuple[float, ...]] = {
    0: (0.294, 0.175, 0.158, 0.156, 0.157, 0.157, 0.299),
    1: (0.051, 0.029, 0.025, 0.027, 0.027, 0.088),
    2: (0.029, 0.018, 0.021, 0.021, 0.071),
    3: (0.008, 0.004, 0.004, 0.059),
    4: (0.005, 0.004, 0.057),
    5: (0.001, 0.055),
    8: (0.055,),
}

NOTES = """
Expected gain of the column's player over the row's in pair games (both seats, wins count 1, the
two added up), on BCD trees with bias 0.8, correlation 0.9 and disambiguation 0.6.

The papers leave five things open. All printed numbers come out, within their rounding, with this
reading: **nine moves** (the "height 8" of the text counts to the parents of the leaves, where bias
and correlation are defined; so R8 is the last level that can differ), the bias in the view of the
player **whose turn it would be at the leaf**, sets split **before every own move, the first
included**, and into **equal halves**.

With it the printed column BR is not the best response: it is the *playout response*, which knows
the row's policy, weighs the worlds by how likely that policy would have come here in each, and then
values a move by letting the policy play on for both sides. The true best response, in the column
`best`, wins more: R8, for one, loses 0.088 to it rather than 0.055.
"""


def tree_parameters(parameters: Parameters) -> dict[str, Any]:
    """Those of the parameters that a tree is drawn from."""
    from kiebitz.games.synthetic import BcdParameters

    return {key: value for key, value in parameters.items() if key in BcdParameters.__slots__}


def batches(trees: int, batch: int) -> Iterator[int]:
    """The sizes of the batches that so many trees are done in."""
    for first in range(0, trees, batch):
        yield min(batch, trees - first)


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of trees."""
    for trees in batches(parameters["trees"], parameters["batch"]):
        yield {"tree": tree_parameters(parameters), "trees": trees, "levels": parameters["levels"]}


def unit(payload: Any, seed: int) -> list[list[list[float]]]:
    """Sums over a batch of trees; a row's entries are its gains, then both responses."""
    from kiebitz.games.synthetic import BcdParameters, BcdTree
    from kiebitz.search.recursion import recursion_table

    levels = payload["levels"]
    parameters = BcdParameters(**payload["tree"])
    sums = [[Sum() for _ in range(len(levels) + 2)] for _ in levels]
    for number in range(payload["trees"]):
        tree = BcdTree(parameters, derive_seed(seed, number))
        table = recursion_table(tree, levels, payload.get("equal_moves", "mixed"))
        for row, entries in enumerate(sums):
            values = (*table.gain[row], table.playout[row], table.best[row])
            for entry, value in zip(entries, values, strict=True):
                entry.add(value)
    return [[entry.packed for entry in row] for row in sums]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line for each pair of levels, and for each response to a level."""
    levels = parameters["levels"]
    columns = [f"R{level}" for level in levels] + ["playout", "best"]
    table: list[Row] = []
    for row, level in enumerate(levels):
        for column, name in enumerate(columns):
            if column <= row:
                continue
            total = Sum()
            for done in finished:
                total.merge(done.value[row][column])
            table.append(
                {"row": f"R{level}", "column": name, "gain": total.mean, "gain_ci": total.interval}
            )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """The matrix as it was printed, each entry with ours above the printed one."""
    rows = list(dict.fromkeys(str(line["row"]) for line in table))
    columns = list(dict.fromkeys(str(line["column"]) for line in table))
    printed = {(entry.row["row"], entry.row["column"]): entry.value for entry in PRINTED}
    axes = figure.subplots()
    shades = [[float("nan")] * len(columns) for _ in rows]
    for line in table:
        row, column = str(line["row"]), str(line["column"])
        gain, interval = float(line["gain"] or 0), float(line["gain_ci"] or 0)
        x, y = columns.index(column), rows.index(row)
        shades[y][x] = gain
        text = f"{gain:.3f} ±{interval:.3f}"
        if (row, column) in printed:
            text += f"\nprinted {printed[row, column]:.3f}"
        dark = gain > 0.2
        axes.text(x, y, text, ha="center", va="center", size=6, color="white" if dark else "black")
    axes.imshow(shades, cmap="Blues", vmin=0, vmax=0.4, aspect="auto")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xlabel("player who gains")
    axes.set_ylabel("player who loses")
    axes.grid(visible=False)
    axes.set_title("Gain in pair games (wins, both seats)", size=10)


def _printed() -> Iterator[Printed]:
    for place, (level, numbers) in enumerate(MATRIX.items()):
        columns = [f"R{other}" for other in LEVELS[place + 1 :]] + ["playout"]
        for column, number in zip(columns, numbers, strict=True):
            yield Printed({"row": f"R{level}", "column": column}, "gain", number)


PRINTED = tuple(_printed())

_TREE: dict[str, Any] = {
    "bias": 0.8,
    "correlation": 0.9,
    "disambiguation": 0.6,
    "types": 8,
    "moves": 9,
    "bias_for": "after_last_mover",
    "halving": "equal",
    "split_time": "own_moves",
    "split_before_first_move": True,
}

EXPERIMENT = Experiment(
    name="recursion-levels",
    paper="Furtak 2013 (thesis); Furtak & Buro 2013",
    item="figure 9.2",
    title="Recursion levels against each other and against their responses",
    sizes={
        "quick": Size({**_TREE, "levels": LEVELS, "trees": 400, "batch": 10}, 14),
        "paper": Size({**_TREE, "levels": LEVELS, "trees": 5000, "batch": 25}, 180),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=PRINTED,
    aim=0.01,
    notes=NOTES,
)
