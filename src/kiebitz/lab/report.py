"""One page of all results there are."""

from __future__ import annotations

import shutil
from pathlib import Path

from kiebitz.errors import KiebitzError
from kiebitz.lab.experiment import Row
from kiebitz.lab.registry import all_experiments
from kiebitz.lab.results import Result, as_markdown, markdown_table, read_result
from kiebitz.lab.run import default_folder

#: A page is for reading; longer tables are in their files.
_MOST_ROWS = 60


def results(folder: Path | None = None) -> list[Result]:
    """All finished runs of the experiments there are, those without changes first."""
    place = folder or default_folder()
    found = []
    for experiment in all_experiments():
        runs = [
            read_result(experiment, stored.parent)
            for stored in sorted((place / experiment.name).glob("*/run.json"))
        ]
        found += sorted(runs, key=lambda run: (len(run.record["changes"]), run.size != "paper"))
    return found


def best_of_each(found: list[Result]) -> list[Result]:
    """One run an experiment: the unchanged one at paper size, or else the next best."""
    first: dict[str, Result] = {}
    for result in found:
        first.setdefault(result.experiment.name, result)
    return list(first.values())


def write_report(target: Path, folder: Path | None = None, *, every: bool = False) -> Path:
    """Writes `report.md` with its plots into a folder; of each experiment the best run, or every.

    The plots stand beside the page, so that the page can be moved, or shown by the documentation.
    """
    found = results(folder)
    if not found:
        place = folder or default_folder()
        raise KiebitzError(f"there are no results in {place} yet; `kiebitz lab run` makes them")
    shown = found if every else best_of_each(found)
    target.mkdir(parents=True, exist_ok=True)
    parts = ["# Results of the lab", _overview(shown)]
    for result in shown:
        text = as_markdown(result, heading="##", most_rows=_MOST_ROWS)
        plot = result.folder / "plot.svg"
        if plot.exists():
            name = f"{result.experiment.name}-{result.folder.name}.svg".replace("=", "-")
            shutil.copyfile(plot, target / name)
            heading, rest = text.split("\n\n", 1)
            text = f"{heading}\n\n![{result.experiment.title}]({name})\n\n{rest}"
        parts.append(text.strip())
    page = target / "report.md"
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return page


def _overview(shown: list[Result]) -> str:
    rows: list[Row] = []
    for result in shown:
        worst = result.worst
        rows.append(
            {
                "experiment": f"`{result.experiment.name}`",
                "source": f"{result.experiment.paper}, {result.experiment.item}",
                "size": f"{result.size}, changed" if result.record["changes"] else result.size,
                "printed numbers": len(result.comparison) or None,
                "largest difference": None if worst is None else f"{worst:.3g}",
            }
        )
    return markdown_table(rows)
