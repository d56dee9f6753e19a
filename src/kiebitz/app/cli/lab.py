"""`kiebitz lab`: the tables and figures of the papers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.arena import TlsCaOption, TlsCertOption, TlsKeyOption, cluster_at
from kiebitz.app.cli.terminal import App, JsonOption, indented, print_json, warn

if TYPE_CHECKING:
    from kiebitz.lab.results import Result

app = App(help="The tables and figures of the research papers, made again.")

OutOption = Annotated[
    Path | None,
    typer.Option("--out", help="Folder of results, instead of $KIEBITZ_LAB or the data folder."),
]


@app.command("list")
def list_experiments(json: JsonOption = False) -> None:
    """Names every experiment with its paper, its table or figure, and what it costs.

    [dim]Example:[/]

        kiebitz lab list
    """
    from kiebitz.arena.progress import duration
    from kiebitz.lab.registry import all_experiments
    from kiebitz.machine import cores

    here = cores()
    for experiment in all_experiments():
        sizes = {
            name: f"about {duration(size.core_seconds / here)}"
            for name, size in experiment.sizes.items()
        }
        if json:
            print_json(
                {
                    "name": experiment.name,
                    "paper": experiment.paper,
                    "item": experiment.item,
                    "sizes": sizes,
                    "title": experiment.title,
                }
            )
        else:
            print(f"{experiment.name:<22} {experiment.paper}, {experiment.item}")
            print(f"{'':<22} {experiment.title}")
            print(f"{'':<22} " + ", ".join(f"{name} {cost}" for name, cost in sizes.items()))


@app.command("status")
def status(json: JsonOption = False) -> None:
    """What became of every table and figure of the papers.

    Each is reproduced, reproduced smaller, differs (why), or is not done.

    [dim]Examples:[/]

        kiebitz lab status

        kiebitz lab status --json
    """
    from dataclasses import asdict

    from kiebitz.lab.items import STATES, all_items

    items = all_items()
    if json:
        for item in items:
            print_json(asdict(item))
        return
    for paper in dict.fromkeys(item.paper for item in items):
        print(paper)
        for item in (one for one in items if one.paper == paper):
            print(f"  {item.state:<19} {item.item}: {item.title}")
            more = ": ".join(part for part in (item.where, item.note) if part)
            if more:
                print(indented(more, 22))
    counted = [(sum(item.state == state for item in items), state) for state in STATES]
    print(", ".join(f"{number} {state}" for number, state in counted))


@app.command("run")
def run_experiment(
    name: Annotated[str, typer.Argument(help="Its name, as `kiebitz lab list` prints it.")],
    size: Annotated[str, typer.Option(help="quick, or the paper's own.")] = "quick",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same numbers.")] = 1,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a parameter; may be repeated."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; one a core if not given.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="tcp://HOST:8786", help="A Dask scheduler.")
    ] = None,
    tls_ca: TlsCaOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Runs an experiment, or goes on with it, and compares it with the printed numbers.

    Ctrl-C stops it; the same command goes on from there.

    [dim]Examples:[/]

        kiebitz lab run recursion-levels
        kiebitz lab run recursion-levels --size paper --cluster tcp://box:8786
        kiebitz lab run recursion-levels --set disambiguation=0.3
    """
    from kiebitz.errors import KiebitzError
    from kiebitz.lab.experiment import SIZES
    from kiebitz.lab.registry import find
    from kiebitz.lab.run import Where, run

    experiment = find(name)
    if size not in SIZES:
        raise KiebitzError(f"a size is quick or paper, not {size!r}")
    result = run(
        experiment,
        size,
        seed,
        changes=_parsed(changes or []),
        folder=out,
        where=Where(workers, cluster_at(cluster, tls_ca, tls_cert, tls_key)),
        show=True,
    )
    if json:
        _print_json(result)
    else:
        _print(result)


@app.command("report")
def report(
    to: Annotated[Path, typer.Option(help="Folder for report.md and its plots.")] = Path("report"),
    every: Annotated[
        bool, typer.Option("--all", help="Every run, not only the best of each experiment.")
    ] = False,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Makes one page of all results there are.

    [dim]Example:[/]

        kiebitz lab report --to docs/lab
    """
    from kiebitz.lab.report import write_report

    page = write_report(to, out, every=every)
    if json:
        print_json({"page": str(page)})
    else:
        print(page)


def _parsed(changes: list[str]) -> dict[str, Any]:
    """KEY=VALUE texts; a value is JSON, or else plain text."""
    import json

    from kiebitz.errors import KiebitzError

    parsed: dict[str, Any] = {}
    for change in changes:
        key, equals, text = change.partition("=")
        if not equals:
            raise KiebitzError(f"a change is KEY=VALUE, not {change!r}")
        try:
            parsed[key] = json.loads(text)
        except ValueError:
            parsed[key] = text
    return parsed


def _print_json(result: Result) -> None:
    for row in result.table:
        print_json({"kind": "row", **row})
    for entry in result.comparison:
        print_json(
            {
                "kind": "compared",
                "entry": dict(entry.printed.row),
                "column": entry.printed.column,
                "printed": entry.printed.value,
                "ours": entry.ours,
                "interval": entry.interval,
                "difference": entry.difference,
            }
        )
    print_json({"kind": "run", **result.record, "folder": str(result.folder)})


def _print(result: Result) -> None:
    from kiebitz.lab.results import as_markdown

    print(as_markdown(result))
    warn(f"table, plot and log are in {result.folder}")
