"""`kiebitz bridge suit`: how to play one suit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.terminal import JsonOption, print_json, warn

if TYPE_CHECKING:
    from kiebitz.solvers.single_suit import SuitPlan, SuitSolution


def suit(
    north: Annotated[str, typer.Argument(help="North's cards, such as AJ92, AKxx or -.")],
    south: Annotated[str, typer.Argument(help="South's cards.")],
    tricks: Annotated[
        int | None, typer.Option("--tricks", "-t", help="Only for this number of tricks.")
    ] = None,
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            "-a",
            help="exact, or one of the ten of the paper; monte-carlo:20 draws 20 worlds.",
        ),
    ] = "exact",
    vacant: Annotated[
        tuple[int, int],
        typer.Option("--vacant", help="Places for the suit in West's and in East's hand."),
    ] = (13, 13),
    expected: Annotated[
        bool, typer.Option("--expected", help="Also the line with the most tricks on average.")
    ] = False,
    tree: Annotated[bool, typer.Option("--tree", help="The lines as trees.")] = False,
    layouts: Annotated[
        bool, typer.Option("--layouts", help="The layouts that each line wins and loses.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Resolve equal choices at random.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", help="Stop after that with what is proved.")
    ] = 30,
    json: JsonOption = False,
) -> None:
    """Tells how to play one suit for each number of tricks, and how likely it is to succeed.

    North and South are declarer's, either may lead to each trick; East and West see everything.

    [dim]Examples:[/]

        kiebitz bridge suit AJ92 K843

        kiebitz bridge suit AKQ9 xx --tricks 4 --tree --layouts

        kiebitz bridge suit QJ98 32 --algorithm monte-carlo --json
    """
    from kiebitz.limits import Limit
    from kiebitz.solvers.single_suit import SuitSolution, plan_suit, solve_suit

    limit = Limit(seconds=seconds)
    if tricks is None:
        solution = solve_suit(
            north, south, algorithm, vacant=vacant, seed=seed, limit=limit, expected=expected
        )
    else:
        plan = plan_suit(north, south, tricks, algorithm, vacant=vacant, seed=seed, limit=limit)
        most = (
            plan_suit(north, south, None, algorithm, vacant=vacant, seed=seed, limit=limit)
            if expected
            else None
        )
        solution = SuitSolution(plan.north, plan.south, {tricks: plan}, most)
    if json:
        print_json(_as_json(solution, algorithm, vacant, tree, layouts))
        return
    _print(solution, tree, layouts)
    if not all(plan.finished for plan in _plans(solution)):
        warn("the limit ended the search: the chances marked ≥ are of the best lines found")


def _plans(solution: SuitSolution) -> list[SuitPlan]:
    return [*solution.tricks.values(), *([solution.expected] if solution.expected else [])]


def _as_json(
    solution: SuitSolution, algorithm: str, vacant: tuple[int, int], tree: bool, layouts: bool
) -> dict[str, Any]:
    def entry(plan: SuitPlan) -> dict[str, Any]:
        value: dict[str, Any] = {}
        if plan.tricks is None:
            value["tricks"] = round(plan.value, 4)
        else:
            value["percent"] = round(plan.percent, 3)
        if algorithm.startswith("monte-carlo"):
            value["believed"] = round(plan.believed * (1 if plan.tricks is None else 100), 3)
        value |= {"line": plan.line, "proved": plan.proved}
        if not plan.finished:
            value["upper"] = round(plan.upper * (1 if plan.tricks is None else 100), 3)
        if tree:
            value["tree"] = plan.tree().splitlines()
        if layouts:
            value["layouts"] = [
                {
                    "west": layout.west,
                    "east": layout.east,
                    "percent": round(layout.percent, 4),
                    "tricks" if plan.tricks is None else "wins": layout.tricks
                    if plan.tricks is None
                    else layout.tricks > 0,
                }
                for layout in plan.layouts
            ]
        return value

    result: dict[str, Any] = {
        "north": solution.north,
        "south": solution.south,
        "algorithm": algorithm,
        "vacant": list(vacant),
        "tricks": {str(tricks): entry(plan) for tricks, plan in solution.tricks.items()},
    }
    if solution.expected is not None:
        result["expected"] = entry(solution.expected)
    return result


def _print(solution: SuitSolution, tree: bool, layouts: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(soft_wrap=False, highlight=False)
    console.print(f"North {solution.north or '–'}\nSouth {solution.south or '–'}\n")
    table = Table(box=None, pad_edge=False)
    table.add_column("tricks", justify="right")
    table.add_column("chance", justify="right")
    table.add_column("line")
    for tricks, plan in solution.tricks.items():
        mark = "" if plan.finished else "≥ "
        table.add_row(str(tricks), f"{mark}{plan.percent:.2f} %", plan.line)
    if solution.expected is not None:
        plan = solution.expected
        mark = "" if plan.finished else "≥ "
        table.add_row("average", f"{mark}{plan.value:.3f}", plan.line)
    console.print(table)
    for plan in _plans(solution):
        title = "the most tricks" if plan.tricks is None else f"{plan.tricks} tricks"
        if tree:
            console.print(f"\nFor {title}:\n{plan.tree()}", markup=False)
        if layouts:
            _print_layouts(console, plan, title)


def _print_layouts(console: Any, plan: SuitPlan, title: str) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, title=f"\nLayouts for {title}", title_justify="left")
    for column in ("West", "East"):
        table.add_column(column)
    table.add_column("chance", justify="right")
    table.add_column("tricks" if plan.tricks is None else "made")
    for layout in sorted(plan.layouts, key=lambda layout: (-layout.tricks, -layout.probability)):
        made = str(layout.tricks) if plan.tricks is None else ("yes" if layout.tricks else "no")
        table.add_row(layout.west, layout.east, f"{layout.percent:.2f} %", made)
    console.print(table)
