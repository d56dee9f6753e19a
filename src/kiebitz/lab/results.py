"""What comes out of a run: the table, the comparison with the paper, the plot, and their files."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiebitz.lab.experiment import Experiment, Printed, Row, SizeName, Value


@dataclass(frozen=True, slots=True)
class Compared:
    """A printed number beside ours."""

    printed: Printed
    ours: float
    interval: float | None

    @property
    def difference(self) -> float:
        """Ours minus the printed one."""
        return self.ours - self.printed.value


@dataclass(frozen=True, slots=True)
class Result:
    """A finished run."""

    experiment: Experiment
    size: SizeName
    table: list[Row]
    comparison: list[Compared]
    record: dict[str, Any]
    folder: Path

    @property
    def worst(self) -> float | None:
        """The largest difference from a printed number."""
        return max((abs(entry.difference) for entry in self.comparison), default=None)


def compare(experiment: Experiment, table: Sequence[Row]) -> list[Compared]:
    """Each printed number with the row of our table that it belongs to."""
    compared = []
    for printed in experiment.printed:
        for row in table:
            ours = row.get(printed.column)
            if isinstance(ours, int | float) and printed.row.items() <= row.items():
                interval = row.get(f"{printed.column}_ci")
                width = float(interval) if isinstance(interval, int | float) else None
                compared.append(Compared(printed, float(ours), width))
                break
    return compared


def write_results(result: Result) -> None:
    """Writes run.json, table.parquet, table.md and plot.svg into the run's folder."""
    folder = result.folder
    folder.mkdir(parents=True, exist_ok=True)
    table = {"record": result.record, "table": result.table}
    (folder / "run.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    (folder / "table.md").write_text(as_markdown(result), encoding="utf-8")
    _write_parquet(result.table, folder / "table.parquet")
    if result.experiment.draw is not None:
        _draw(result, folder / "plot.svg")


def read_result(experiment: Experiment, folder: Path) -> Result:
    """A finished run, from its folder."""
    stored = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    record, table = stored["record"], stored["table"]
    return Result(experiment, record["size"], table, compare(experiment, table), record, folder)


def as_markdown(result: Result, heading: str = "#", most_rows: int | None = None) -> str:
    """Everything about a run but its plot, to be read by people; a long table may be left out."""
    experiment, record = result.experiment, result.record
    parts = [
        f"{heading} {experiment.title}",
        f"{experiment.paper}, {experiment.item} · `kiebitz lab run {experiment.name} "
        f"--size {result.size} --seed {record['seed']}{_set_options(record['changes'])}`",
    ]
    if experiment.notes:
        parts.append(experiment.notes.strip())
    if result.comparison:
        parts.append(_comparison_text(result))
        several = len({entry.printed.column for entry in result.comparison}) > 1
        rows = [_compared_row(entry, measure=several) for entry in result.comparison]
        parts.append(markdown_table(rows))
    if most_rows is None or len(result.table) <= most_rows:
        parts.append(f"{heading}# All numbers")
        parts.append(markdown_table(result.table))
    else:
        parts.append(f"The {len(result.table)} rows of the table are in `table.parquet`.")
    machine = record["machine"]
    parts.append(
        f"Made {record['finished'][:10]} by kiebitz {record['version']} in {record['units']} "
        f"units of together {record['seconds']:.0f} s, on "
        f"{machine['cores']} cores of {machine['processor']}. "
        f"Parameters: {_listed(record['parameters'])}."
    )
    return "\n\n".join(parts) + "\n"


def markdown_table(rows: Sequence[Row]) -> str:
    """Rows as a Markdown table; an interval stands behind its number.

    >>> print(markdown_table([{"n": 3, "x": 0.25, "x_ci": 0.01}]))
    | n | x |
    | ---: | ---: |
    | 3 | 0.250 ± 0.010 |
    """
    if not rows:
        return "(no rows)"
    columns = [column for column in rows[0] if not column.endswith("_ci")]
    numeric = {c: all(isinstance(row.get(c), int | float | None) for row in rows) for c in columns}
    lines = [
        "| " + " | ".join(column.replace("_", " ") for column in columns) + " |",
        "| " + " | ".join("---:" if numeric[column] else "---" for column in columns) + " |",
    ]
    for row in rows:
        lines.append("| " + " | ".join(_cell(row, column) for column in columns) + " |")
    return "\n".join(lines)


def _cell(row: Row, column: str) -> str:
    value, interval = row.get(column), row.get(f"{column}_ci")
    if isinstance(value, int | float) and isinstance(interval, int | float):
        return _estimate(float(value), float(interval))
    # What is not estimated (a parameter, a count) is shown as it is.
    return f"{value:.4g}" if isinstance(value, float) else _text(value)


def _estimate(value: float, interval: float) -> str:
    """A number with its interval, both to the interval's second digit and no further."""
    if interval < 1e-9:  # nothing but rounding
        return f"{round(value, 9):.4g} ± 0"
    places = max(0, 1 - math.floor(math.log10(interval)))
    return f"{value:.{places}f} ± {interval:.{places}f}"


def _text(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}" if abs(value) < 10 else f"{value:.1f}"
    return str(value).replace("|", "\\|")


def _compared_row(entry: Compared, *, measure: bool) -> Row:
    row: Row = {"entry": entry.printed.label}
    if measure:
        row["measure"] = entry.printed.column.replace("_", " ")
    row["printed"] = f"{entry.printed.value:g}"
    row["ours"] = entry.ours
    if entry.interval is not None:
        row["ours_ci"] = entry.interval
    row["difference"] = f"{entry.difference:+.3g}"
    return row


def _comparison_text(result: Result) -> str:
    aim, worst = result.experiment.aim, result.worst
    text = f"{len(result.comparison)} printed numbers; the largest difference is {worst:.3g}."
    if aim is not None:
        near = sum(abs(entry.difference) <= aim for entry in result.comparison)
        text += f" Within {aim:g}: {near} of {len(result.comparison)}."
    return text


def _set_options(changes: dict[str, Any]) -> str:
    return "".join(f" --set {key}={json.dumps(value)}" for key, value in changes.items())


def _listed(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{key} {json.dumps(value)}" for key, value in parameters.items())


def _write_parquet(table: list[Row], path: Path) -> None:
    import polars

    polars.DataFrame(table, infer_schema_length=None).write_parquet(path)


def _draw(result: Result, path: Path) -> None:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from kiebitz.lab.style import STYLE

    # A fixed salt and no date: the same numbers give the same file.
    style: dict[Any, Any] = {**STYLE, "svg.hashsalt": result.experiment.name}
    with mpl.rc_context(style):
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        assert result.experiment.draw is not None
        result.experiment.draw(figure, result.table)
        figure.savefig(path, format="svg", metadata={"Date": None})
