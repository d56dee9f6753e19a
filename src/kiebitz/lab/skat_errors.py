"""Errors of Skat players by trick and role, found by the judges of the arena."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import declared_deals
from kiebitz.lab.experiment import Done, Parameters, Row, Sum, numbers
from kiebitz.lab.skat_cardplay import Deal, Meeting, pairs_of
from kiebitz.lab.skat_cardplay import payloads as cardplay_payloads

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def payloads(
    parameters: Parameters, meetings: Sequence[Meeting], judge: str
) -> Iterator[dict[str, Any]]:
    """A unit is a deal on which all meet."""
    for payload in cardplay_payloads(parameters, meetings):
        yield {**payload, "judge": judge}


def unit(payload: Any, seed: int) -> list[list[list[Any]]]:
    """For every pair the decisions in which an error was possible: trick, role, error."""
    from kiebitz.arena.judges import JUDGES

    find = JUDGES[payload["judge"]]
    deal = Deal(next(declared_deals(seed, payload["kind"])), seed)
    return [
        [[one.trick, one.role, one.is_error] for one in find(deal.play(*pair))]
        for pair in pairs_of(payload)
    ]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By pair, role and trick, the share of decisions that were errors; trick 0 is all tricks."""
    if not finished:
        return []
    rows: list[Row] = []
    for place, (soloist, defenders) in enumerate(pairs_of(finished[0].payload)):
        counts: dict[tuple[str, int], Sum] = {}
        for done in finished:
            for trick, role, is_error in done.value[place]:
                for at in (0, trick):
                    counts.setdefault((role, at), Sum()).add(100.0 * is_error)
        for (role, trick), count in sorted(counts.items()):
            rows.append(
                {
                    "soloist": soloist,
                    "defenders": defenders,
                    "role": role,
                    "trick": trick,
                    "decisions": count.count,
                    "errors": count.mean,
                    "errors_ci": count.interval,
                }
            )
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """The share of errors over the tricks, a line for each pair and role."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    lines = dict.fromkeys(
        (str(row["soloist"]), str(row["defenders"]), str(row["role"])) for row in table
    )
    for number, (soloist, defenders, role) in enumerate(lines):
        rows = [
            row
            for row in table
            if (row["soloist"], row["defenders"], row["role"]) == (soloist, defenders, role)
            and row["trick"] != 0
        ]
        axes.errorbar(
            numbers(rows, "trick"),
            numbers(rows, "errors"),
            yerr=numbers(rows, "errors_ci"),
            label=f"{role}: {soloist} against {defenders}",
            markerfacecolor=None if number < 7 else "white",
            **line(number),
        )
    axes.set_xlabel("trick")
    axes.set_ylabel("errors (% of the decisions that allow one)")
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="x-small")
