"""`kiebitz train puzzles`: positions with one proved answer, for the trainer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kiebitz.players.skat.puzzles import Puzzle

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, warn


def puzzles(
    out: Annotated[Path, typer.Argument(help="The file to write, or with --check to prove.")],
    count: Annotated[int, typer.Option(help="How many.", min=1, max=100_000)] = 600,
    check: Annotated[
        bool, typer.Option("--check", help="Prove the answers of the file again, write nothing.")
    ] = False,
    rate: Annotated[
        bool,
        typer.Option("--rate", help="Measure how often the levels fail those of the file, anew."),
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same file.", min=0)] = 1,
    json: JsonOption = False,
) -> None:
    """Makes Skat puzzles from self-play; every answer is proved before it is kept.

    A file whose name ends in .gz is packed. The file that ships was made by the first example and
    measured by the third; players have learned since, so a new run finds other puzzles.

    [dim]Examples:[/]

        kiebitz train puzzles puzzles.jsonl.gz --count 600 --seed 1

        kiebitz train puzzles puzzles.jsonl.gz --check

        kiebitz train puzzles puzzles.jsonl.gz --rate
    """
    import gzip
    from collections import Counter

    from kiebitz.errors import KiebitzError
    from kiebitz.players.skat.puzzle_making import make_puzzles, rated
    from kiebitz.players.skat.puzzles import parse_puzzles, prove

    if check or rate:
        try:
            data = out.read_bytes()
            text = (gzip.decompress(data) if out.suffix == ".gz" else data).decode()
            found = list(parse_puzzles(text.splitlines()))
            wrong = [one.id for one in found if not prove(one)] if check else []
        except (OSError, EOFError, KiebitzError, ValueError, TypeError) as error:
            fail(f"{out} is no file of puzzles: {error}")
        if wrong:
            fail(f"{len(wrong)} of {len(found)} answers are not proved: {', '.join(wrong[:5])}")
        if rate:
            found = [rated(one) for one in found]
            _save(out, found)
    else:
        found = make_puzzles(
            count,
            seed=seed,
            report=lambda games, ready: warn(f"{ready} puzzles from {games} games"),
        )
        _save(out, found)
    kinds: dict[str, int] = dict(sorted(Counter(str(one.kind) for one in found).items()))
    if json:
        print_json({"file": str(out), "puzzles": len(found), "kinds": kinds, "proved": not rate})
    else:
        print(f"{out}: {len(found)} puzzles, {'rated' if rate else 'all proved'} ({_told(kinds)})")


def _save(out: Path, found: list[Puzzle]) -> None:
    from kiebitz.players.skat.puzzles import save_puzzles

    try:
        save_puzzles(out, found)
    except OSError as error:
        fail(f"cannot write {out}: {error.strerror}")


def _told(kinds: dict[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in kinds.items())
