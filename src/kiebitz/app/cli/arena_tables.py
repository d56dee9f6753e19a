"""The tables of a match, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite, isnan
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from kiebitz.arena.config import to_json
from kiebitz.arena.error_rates import ErrorRate
from kiebitz.arena.report import ALL, Cell, Comparison, Report, Test
from kiebitz.arena.statistics import Interval

#: So many lost games are told one by one.
_NOTES = 10
#: No table is cut off in a file.
_FILE_WIDTH = 160


def report_json(report: Report) -> dict[str, Any]:
    """The report as one JSON object."""
    return {**asdict(report), "config": json.loads(to_json(report.config))}


def print_report(report: Report) -> None:
    """Prints all tables."""
    console = _console()
    state = "over" if report.is_over else f"not over, at most {report.total}"
    line = f"{report.games} games played ({state})"
    if report.counted != report.games:
        line += f", {report.counted} count"
    if report.passed:
        line += f", {report.passed} passed"
    console.print(line)
    if report.comparisons:
        console.print(_comparison_table(report.comparisons))
    for test in report.tests:
        console.print(_test_line(test))
    if report.tests:
        console.print()
    if report.cells:
        console.print(_cross_table(report))
        console.print(_cell_table(report.cells))
    else:
        console.print(_score_table(report))
    console.print(_conduct_table(report))
    if report.notes:
        console.print(f"{len(report.notes)} games were lost by default:")
        for number, note in report.notes[:_NOTES]:
            console.print(f"  game {number}: {note}", markup=False)
        if len(report.notes) > _NOTES:
            console.print("  …")


def print_error_rates(judge: str, rates: Sequence[ErrorRate]) -> None:
    """Prints the errors in per cent of the decisions in which one was possible."""
    console = _console()
    tricks = [trick for trick in range(1, 11) if any(rate.trick == trick for rate in rates)]
    table = _table(
        f"Errors ({judge}) in % of the decisions in which one was possible, by trick",
        *("player", "as", "against", *map(str, tricks), "all", "of"),
    )
    found = {(rate.player, rate.role, rate.against, rate.trick): rate for rate in rates}
    for whole in (rate for rate in rates if rate.trick == 0):
        who = (whole.player, whole.role, whole.against)
        row = [found.get((*who, trick)) for trick in tricks]
        table.add_row(
            *who,
            *("" if rate is None else f"{100 * rate.rate.mean:.0f}" for rate in row),
            _percent(whole.rate),
            str(whole.rate.count),
        )
    console.print(table)


def _console() -> Console:
    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = _FILE_WIDTH
    return console


def _table(title: str, *columns: str) -> Table:
    table = Table(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False
    )
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _comparison_table(comparisons: tuple[Comparison, ...]) -> Table:
    table = _table(
        "Points a game, on the same deals (± 95 %)",
        *("players", "games", "deals", "first", "second", "difference", "Wilcoxon p"),
    )
    for one in comparisons:
        table.add_row(
            " – ".join(one.players),
            one.kind,
            str(one.difference.count),
            _mean(one.scores[0]),
            _mean(one.scores[1]),
            _plus_minus(one.difference, sign=True),
            "" if one.wilcoxon_p is None else f"{one.wilcoxon_p:.2g}",
        )
    return table


def _test_line(test: Test) -> str:
    first, second = test.players
    low, high = test.bounds
    verdict = {
        None: "not decided",
        "upper": f"{first} is ahead by {test.upper:g} rather than {test.lower:g}",
        "lower": f"{first} is ahead by {test.lower:g} rather than {test.upper:g}",
    }[test.verdict]
    return (
        f"SPRT {first} – {second}: {verdict} after {test.deals} deals"
        f" (LLR {test.llr:+.2f}, bounds {low:+.2f} and {high:+.2f})"
    )


def _cross_table(report: Report) -> Table:
    cells = {(c.declarer, c.defenders): c for c in report.cells if c.kind == ALL}
    names = [one.name for one in report.config.contestants]
    columns = [name for name in names if any(name == pair[1] for pair in cells)]
    table = _table("Declarer's points, by declarer (row) and defenders (column)", "", *columns)
    for row in names:
        entries = [cells.get((row, column)) for column in columns]
        if any(entries):
            table.add_row(row, *("" if c is None else _plus_minus(c.score) for c in entries))
    return table


def _cell_table(cells: tuple[Cell, ...]) -> Table:
    table = _table(
        "By game: points of the declarer and of a defender, share won, declarer's card points",
        *(
            "declarer",
            "defenders",
            "games",
            "deals",
            "declarer",
            "defender",
            "won %",
            "card points",
        ),
    )
    for cell in cells:
        table.add_row(
            cell.declarer,
            cell.defenders,
            cell.kind,
            str(cell.score.count),
            _plus_minus(cell.score),
            _mean(cell.defence),
            _percent(cell.won),
            _plus_minus(cell.points),
        )
    return table


def _score_table(report: Report) -> Table:
    kinds = sorted({kind for one in report.accounts for kind in one.won_by_kind})
    columns = ["player", "points"]
    if kinds:
        columns += ["declared %", "won %", *(f"{kind} %" for kind in kinds), "card points"]
    title = "Points a game, share of games declared, share of those won, declarer's card points"
    table = _table(title if kinds else "Points a game", *columns)
    for one in report.accounts:
        row = [one.player, _plus_minus(one.score)]
        if kinds:
            row += [_percent(one.declared), _percent(one.won)]
            row += [
                _percent(one.won_by_kind[kind]) if kind in one.won_by_kind else "" for kind in kinds
            ]
            row.append(_plus_minus(one.points))
        table.add_row(*row)
    return table


def _conduct_table(report: Report) -> Table:
    table = _table("Conduct", "player", "seats taken", "lost by default", "seconds a move")
    for one in report.accounts:
        table.add_row(one.player, str(one.games), str(one.forfeits), f"{one.seconds_per_move:.3g}")
    return table


def _mean(interval: Interval) -> str:
    return "" if isnan(interval.mean) else f"{interval.mean:.1f}"


def _plus_minus(interval: Interval, *, sign: bool = False) -> str:
    if isnan(interval.mean):
        return ""
    mean = f"{interval.mean:+.1f}" if sign else f"{interval.mean:.1f}"
    return f"{mean} ± {interval.half_width:.1f}" if isfinite(interval.half_width) else mean


def _percent(interval: Interval) -> str:
    if isnan(interval.mean):
        return ""
    mean = f"{100 * interval.mean:.1f}"
    if isfinite(interval.half_width):
        mean += f" ± {100 * interval.half_width:.1f}"
    return mean
