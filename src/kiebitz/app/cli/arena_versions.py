"""`kiebitz arena versions`: older versions against this one, and a chart of how strength grew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.arena.log import LoggedGame
    from kiebitz.arena.match import Standing
    from kiebitz.arena.versions import Growth


def versions(
    folder: Annotated[Path, typer.Argument(help="Where logs and the chart are; it is continued.")],
    old: Annotated[
        list[str],
        typer.Option(
            "--old", help="NAME=PROGRAM, oldest first: the kiebitz of another environment."
        ),
    ],
    player: Annotated[
        str, typer.Option("--player", help="Who plays, in every version.")
    ] = "master:threads=1",
    deals: Annotated[int, typer.Option("--deals", min=1, help="For each older version.")] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Other seeds deal other cards.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", min=1, help="Processes; one a core if not given."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Plays older versions of Kiebitz against this one, and draws how strength grew.

    Each older version is installed in a virtual environment of its own and is asked through the
    engine protocol. Every deal of a whole game is played in all six seat orders. Ctrl-C stops; the
    same command goes on.

    [dim]Examples:[/]

        python -m venv old && old/bin/pip install kiebitz-0.1.0.whl

        kiebitz arena versions strength --old 0.1.0=old/bin/kiebitz --deals 200

        kiebitz arena versions strength \\
            --old "0.1.0=old/bin/kiebitz engine --player pimc:threads=1"
    """
    from kiebitz.arena.progress import Progress
    from kiebitz.arena.versions import Version, games_played, play_version
    from kiebitz.machine import require

    require("lab", "a chart")
    older = [Version.parse(text) for text in old]
    if len({one.name for one in older}) < len(older):
        fail("every older version needs a name of its own")
    grown = []
    for version in older:
        done = games_played(folder, version)
        with Progress(f"games against {version.name}", 6 * deals, done=done) as progress:

            def tell(standing: Standing, game: LoggedGame, progress: Progress = progress) -> None:
                if game.result.note:
                    warn(f"game {game.number}: {game.result.note}")
                progress.total = standing.total
                progress.advance()

            grown.append(
                play_version(
                    folder, version, player=player, deals=deals, seed=seed, workers=workers,
                    on_game=tell,
                )
            )  # fmt: skip
    chart = folder / "strength.svg"
    _draw(grown, chart)
    for one in grown:
        if json:
            print_json(_growth_json(one, chart))
        else:
            p = "" if one.p is None else f", p = {one.p:.2g}"
            ahead = f"{one.ahead.mean:+.1f} ± {one.ahead.half_width:.1f}"
            print(
                f"{one.version}: this version is {ahead} points a game ahead "
                f"({one.deals} deals{p}; {one.seconds[0]:.3f} s a move, "
                f"{one.seconds[1]:.3f} s the older one)"
            )
    if not json:
        print(chart)


def _growth_json(one: Growth, chart: Path) -> dict[str, object]:
    return {
        "version": one.version,
        "deals": one.deals,
        "ahead": one.ahead.mean,
        "low": one.ahead.low,
        "high": one.ahead.high,
        "p": one.p,
        "seconds_per_move": {"now": one.seconds[0], "older": one.seconds[1]},
        "over": one.is_over,
        "chart": str(chart),
    }


def _draw(grown: Sequence[Growth], path: Path) -> None:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from kiebitz import __version__
    from kiebitz.lab.style import STYLE, line

    names = [one.version for one in grown] + [f"now ({__version__})"]
    # Strength of the older ones, as seen from this one.
    means = [-one.ahead.mean for one in grown] + [0.0]
    errors = [one.ahead.half_width for one in grown] + [0.0]
    with mpl.rc_context({**STYLE, "svg.hashsalt": "versions"}):  # type: ignore[dict-item]
        figure = Figure(figsize=(6.4, 3.6), layout="constrained")
        axes = figure.add_subplot()
        axes.axhline(0, color="#999999", linewidth=0.8)
        axes.errorbar(range(len(names)), means, errors, **line(0))
        axes.set_xticks(range(len(names)), names)
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylabel("points a game against this version")
        axes.set_xlabel("version (95 % intervals)")
        figure.savefig(path, format="svg", metadata={"Date": None})
