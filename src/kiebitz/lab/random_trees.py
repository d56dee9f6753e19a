"""What the experiments on random best-defence trees share (001 §4, §8.1, §8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.lab.experiment import Done, Parameters, Row, Sum, numbers
from kiebitz.lab.style import line as look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of trees of one depth and similarity, at all levels of knowledge."""
    for similarity in parameters["similarities"]:
        for depth in parameters["depths"]:
            for first in range(0, parameters["trees"], parameters["batch"]):
                yield {
                    "depth": depth,
                    "similarity": similarity,
                    "worlds": parameters["worlds"],
                    "known": parameters["known"],
                    "algorithms": parameters["algorithms"],
                    "trees": min(parameters["batch"], parameters["trees"] - first),
                }


def unit(payload: Any, seed: int) -> list[list[tuple[int, float]]]:
    """For each level of knowledge and algorithm: trees without an optimal strategy, loss in all."""
    from kiebitz._core import best_defence

    return best_defence.random_tree_failures(
        payload["depth"],
        payload["worlds"],
        payload["similarity"],
        payload["known"],
        payload["algorithms"],
        payload["trees"],
        seed,
    )


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line for each algorithm, similarity, depth and level of knowledge; errors in per cent."""
    table: list[Row] = []
    for place, algorithm in enumerate(parameters["algorithms"]):
        for similarity in parameters["similarities"]:
            for depth in parameters["depths"]:
                for level, known in enumerate(parameters["known"]):
                    errors, loss = Sum(), 0.0
                    for done in finished:
                        about = done.payload
                        if (about["depth"], about["similarity"]) == (depth, similarity):
                            wrong, lost = done.value[level][place]
                            errors.merge([about["trees"], wrong, wrong])
                            loss += lost
                    table.append(
                        {
                            "algorithm": algorithm,
                            "similarity": similarity,
                            "depth": depth,
                            "knowledge": round(known / (parameters["worlds"] - 1), 4),
                            "error": 100 * errors.mean,
                            "error_ci": 100 * errors.interval,
                            "loss": loss / errors.count,
                        }
                    )
    return table


def draw_depths(axes: Axes, rows: list[Row], title: str) -> None:
    """Error over knowledge, one line a depth."""
    for number, depth in enumerate(sorted({int(row["depth"] or 0) for row in rows})):
        line = [row for row in rows if row["depth"] == depth]
        axes.errorbar(
            numbers(line, "knowledge"),
            numbers(line, "error"),
            yerr=numbers(line, "error_ci"),
            label=f"depth {depth}",
            **look(number),
        )
    axes.set_title(title)
    axes.set_xlabel("MIN's knowledge")
    axes.set_ylabel("trees without an optimal strategy (%)")
    axes.set_ylim(0, 102)


def legend_below(figure: Figure, axes: Axes) -> None:
    """The names of the lines, where they hide none of them."""
    figure.legend(
        *axes.get_legend_handles_labels(), loc="outside lower center", ncols=7, fontsize=7
    )


KNOWN = list(range(10))

SHARED: dict[str, Any] = {"worlds": 10, "known": KNOWN, "similarities": [0.0]}
